import Foundation
import TelexRuntime
import TelexStorage
import TelexTerminal
import TelexWire

/// Reads protocol lines from another program into a session at a terminal.
struct FeedSource {
    private let descriptor: CInt
    /// Opens the FIFO for its next writers.
    private var reopen: (@Sendable () -> CInt)?

    /// - Parameter text: a file, a FIFO, or `fd:N`.
    init(_ text: String) throws {
        if let number = try NamedDescriptor.parse(text, example: "telex repl --lines fd:3 3<lines.jsonl") {
            descriptor = number
            return
        }
        var status = stat()
        let isFIFO = stat(text, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
        #if os(Linux)
            let open = { @Sendable in Foundation.open(text, O_RDONLY | O_CLOEXEC | (isFIFO ? O_NONBLOCK : 0)) }
            if isFIFO { reopen = open }
            descriptor = open()
        #else
            // Elsewhere, poll(2) returns at once for a FIFO without writers. Open for writing as well, it always has one.
            descriptor = open(text, (isFIFO ? O_RDWR : O_RDONLY) | O_CLOEXEC)
        #endif
        if descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw Self.error(text, "it is a folder")
        }
        guard descriptor >= 0 else { throw Self.error(text, SystemError.text()) }
    }

    private static func error(_ path: String, _ reason: String) -> CommandError {
        CommandError("Cannot read \(path): \(reason).", .noInput)
    }

    func begin(_ mailbox: Mailbox<ReplLine>) {
        mailbox.read(
            LineInput(descriptor, isLast: false, longest: LineError.longestLine, reopen: reopen) { bytes, number in
                .wire(Array(bytes), number: number)
            })
    }
}
