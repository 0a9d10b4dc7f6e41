import Foundation
import Testing

/// Bounds what a local socket sends ahead of its reader, which otherwise depends on the machine (socket(7)).
func limitWhatWaits(for descriptor: CInt) throws {
    var bytes: CInt = 65_536
    let length = socklen_t(MemoryLayout.size(ofValue: bytes))
    try #require(setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, length) == 0)
}
