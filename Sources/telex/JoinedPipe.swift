import ArgumentParser
import Foundation
import TelexRuntime
import TelexWire

/// `telex pipe` on a profile that another telex owns: passes lines on to that one, and its lines back.
struct JoinedPipe {
    let socket: PeerSocket

    /// Passes lines on until the owner has said `bye`.
    ///
    /// - Parameter beginning: what the owner has said so far.
    func run(_ beginning: ArraySlice<UInt8>) throws {
        let input = passOnInput()
        let output = FileOutput(STDOUT_FILENO)
        var last: [UInt8] = []
        var bytes: ArraySlice<UInt8>? = beginning
        while let some = bytes, !some.isEmpty {
            try output.write(Array(some))
            last = (last + some).suffix(Self.longestBye)
            bytes = socket.read()
        }
        if let failure = input.failure { throw failure }
        switch Self.bye(last) {
        case "eof": break
        case "drainExpired": throw ExitCodes.unfinished
        default: throw OwnerLeft()
        }
    }

    /// Why the input could not be read to its end. It is set before the owner hears of the end.
    private final class Input: @unchecked Sendable {
        var failure: InputFailure?
    }

    private func passOnInput() -> Input {
        let input = Input()
        let thread = Thread { [socket] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                if count > 0 {
                    if !socket.writeAll(Array(buffer[..<count])) { return }
                } else if count < 0, errno == EINTR || errno == EAGAIN {
                    var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                    _ = poll(&state, 1, -1)
                } else {
                    if count < 0 { input.failure = InputFailure(reason: String(cString: strerror(errno))) }
                    return socket.finishWriting()
                }
            }
        }
        thread.stackSize = 1 << 20
        thread.start()
        return input
    }

    /// The most bytes of a `bye` line.
    private static let longestBye = 256

    /// Why the stream ended, as its last line says; `nil` if that is no `bye` line.
    private static func bye(_ bytes: [UInt8]) -> String? {
        guard let line = bytes.split(separator: 0x0A).last else { return nil }
        return (try? JSONDecoder().decode(Bye.self, from: Data(line)))?.bye
    }

    private struct Bye: Decodable { let bye: String }
}
