import ArgumentParser
import Foundation
import TelexRuntime
import TelexStorage
import TelexWire

/// `telex pipe` on a profile that another telex has open: passes lines on to that one, and its lines back.
struct JoinedPipe {
    private let socket: PeerSocket

    /// - Returns: `nil` if that telex lets nobody join.
    init?(_ profile: Profile, _ request: JoinRequest) throws {
        do { socket = try Door.connect(to: profile.socketPath) } catch Door.Refusal.closed { return nil }
        var line = request.line[...]
        while !line.isEmpty { guard socket.write(&line) else { return nil } }
    }

    /// Passes lines on until that telex has said `bye`.
    func run() throws {
        passOnInput()
        let output = FileOutput(STDOUT_FILENO)
        var last: [UInt8] = []
        while let bytes = socket.read(), !bytes.isEmpty {
            try output.write(Array(bytes))
            last = (last + bytes).suffix(Self.longestBye)
        }
        switch Self.bye(last) {
        case "eof": break
        case "drainExpired": throw ExitCodes.unfinished
        default:
            throw OwnerLeft()
        }
    }

    private func passOnInput() {
        let thread = Thread { [socket] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                if count < 0, errno == EINTR || errno == EAGAIN {
                    var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                    _ = poll(&state, 1, -1)
                    continue
                }
                guard count > 0 else { break }
                var bytes = buffer[..<count]
                while !bytes.isEmpty { guard socket.write(&bytes) else { return } }
            }
            socket.finishWriting()
        }
        thread.stackSize = 1 << 20
        thread.start()
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
