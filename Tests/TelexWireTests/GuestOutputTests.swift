import Foundation
@testable import TelexCore
@testable import TelexRuntime
import TelexJSON
import Testing

@testable import TelexWire

@Suite struct GuestOutputTests {
    @Test func countsTheLinesThatALateReaderMisses() throws {
        let (near, far) = try PeerSocket.pair()
        let output = GuestOutput(near, .whole, coalesces: true)
        func write(_ line: OutLine) {
            output.write(line)
            output.release()
        }
        // More than the socket holds.
        write(.settled(String(repeating: "x", count: 1 << 20)))
        while !output.isLate { sched_yield() }
        let models = 100
        for number in 1...models {
            let badge = BadgeViewModel(unreadCount: number, mentionCount: 0)
            write(.view(badge, cause: nil, isFirst: false))
        }
        let others = 10_010
        for number in 1...others { write(.settled("\(number)")) }
        write(.bye(.quit))
        output.finish()

        var bytes: [UInt8] = []
        while let piece = far.read(), !piece.isEmpty { bytes += piece }
        let lines = bytes.split(separator: 0x0A).compactMap { JSONValue(text: $0[...]) }
        func count(_ member: String) -> Int { lines.count { $0[member] != nil } }
        let gaps = lines.compactMap { try? Int.read($0["gap"]?["lineCount"]) }
        #expect(lines.compactMap { try? Int64.read($0["seq"]) } == Array(0..<Int64(lines.count)))
        #expect(gaps.count == 1 && gaps.allSatisfy { $0 >= 10 })
        #expect(count("view") == 1 && count("view") + count("settled") - 1 + gaps.reduce(0, +) == models + others)
        #expect(count("settled") - 1 < others && lines.last?["bye"] != nil)
    }

    @Test func endsOnceItsReaderHasGone() throws {
        let (near, far) = try PeerSocket.pair()
        let output = GuestOutput(near, .whole, coalesces: false)
        far.hangUp()
        output.write(.settled("1"))
        output.release()
        output.wait(until: Date().addingTimeInterval(3600))
        #expect(near.isGone)
    }

    /// Lines that are released together count, too, and so do the pages of the inbox, which are not replaced by newer ones.
    @Test(arguments: [false, true])
    func keepsOnlySoMuchForALateReader(ofInbox: Bool) throws {
        let (near, far) = try PeerSocket.pair()
        let output = GuestOutput(near, .whole, coalesces: false)
        let text = String(repeating: "x", count: 50_000)
        var connection = ConnectionViewModel.blank
        connection.statusText = text
        let line: OutLine =
            ofInbox
            ? .view(InboxViewModel(cursor: nil, errorText: text, messages: []), cause: nil, isFirst: false)
            : .view(connection, cause: nil, isFirst: false)
        let count = 500
        for number in 1...count {
            output.write(line)
            if number == count / 2 { output.release() }
        }
        while !output.isLate { sched_yield() }
        output.write(.bye(.quit))
        output.finish()
        var bytes: [UInt8] = []
        while let piece = far.read(), !piece.isEmpty { bytes += piece }
        // What the socket holds, and what waited.
        #expect(bytes.count < 6 << 20)
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""gap":{"lineCount":"#))
    }
}

extension PeerSocket {
    /// Returns the two ends of a connection, which holds little, whatever this machine's sockets hold (socket(7)).
    static func pair() throws -> (PeerSocket, PeerSocket) {
        var ends: [CInt] = [0, 0]
        #if canImport(Glibc)
            let stream = CInt(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        try #require(socketpair(AF_UNIX, stream, 0, &ends) == 0)
        var bytes: CInt = 65_536
        let length = socklen_t(MemoryLayout.size(ofValue: bytes))
        for end in ends { try #require(setsockopt(end, SOL_SOCKET, SO_SNDBUF, &bytes, length) == 0) }
        return (PeerSocket(ends[0]), PeerSocket(ends[1]))
    }
}
