import Foundation
import TelexRuntime
import TelexStorage
import TelexTerminal
import TelexWire

/// Reads protocol lines from another program into a session at a terminal.
struct FeedSource {
    private let descriptor: CInt

    /// - Parameter text: a file, a FIFO, or `fd:N`.
    init(_ text: String) throws {
        if let number = try NamedDescriptor.parse(text, example: "telex repl --lines fd:3 3<lines.jsonl") {
            descriptor = number
            return
        }
        // A FIFO that is also open for writing does not end when its first writer closes it.
        var status = stat()
        let isFIFO = stat(text, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
        descriptor = open(text, (isFIFO ? O_RDWR : O_RDONLY) | O_CLOEXEC)
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
            LineInput(descriptor, isLast: false, longest: LineError.longestLine) { bytes, number in
                .wire(bytes.map { Array($0) }, number: number)
            })
    }
}
