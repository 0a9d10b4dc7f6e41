import Foundation
import TelexRuntime
import TelexWire

/// `telex pipe` on a profile that another telex owns: passes lines on to that one, and its lines back.
final class JoinedPipe: @unchecked Sendable {  // `lock` guards what changes
    private let link: OwnerLink
    private let output = FileOutput(STDOUT_FILENO)
    private let lock = NSLock()
    private var isReading = false
    /// Why the input could not be read to its end.
    private var failure: InputFailure?

    init(_ options: SessionOptions, _ request: JoinRequest) { link = OwnerLink(options, request) }

    /// - Parameter connection: the first owner.
    func run(_ connection: OwnerConnection) throws {
        try link.run(
            connection, begin: startReading, part: { try self.output.write(self.link.lastLines) },
            take: output.write)
        if let failure = lock.withLock({ failure }) { throw failure }
    }

    /// Starts to read the input, once.
    private func startReading() {
        lock.lock()
        defer { lock.unlock() }
        if isReading { return }
        isReading = true
        let thread = Thread { [self] in
            var splitter = LineSplitter(longest: LineError.longestLine)
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                var lines: [[UInt8]?] = []
                if count > 0 {
                    splitter.split(buffer[..<count]) { lines.append($0.map(Array.init)) }
                    link.send(lines)
                } else if count < 0, errno == EINTR || errno == EAGAIN {
                    var poll = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                    _ = Foundation.poll(&poll, 1, -1)
                } else {
                    let failure = count < 0 ? InputFailure(reason: String(cString: strerror(errno))) : nil
                    splitter.finish { lines.append($0.map(Array.init)) }
                    link.send(lines)
                    lock.withLock { self.failure = failure }
                    return link.end()
                }
            }
        }
        thread.stackSize = 1 << 20
        thread.start()
    }
}
