import Foundation
import TelexCore
import TelexRuntime

/// Lines to the telex that owns a profile, with the files that they name. This process opens them: the owner may see others
/// at the same paths, or none.
package struct Parcel: Sendable {
    /// Each without its newline.
    package let lines: [[UInt8]]
    /// What is written: the lines, and what says of each file what is passed.
    private(set) var bytes: [UInt8] = []
    private var files: [OpenFile] = []

    /// - Parameters:
    ///   - lines: each without its newline. They name few files.
    ///   - lent: what was opened for them already; otherwise the paths are opened.
    package init(_ lines: [[UInt8]], lending lent: LentFile? = nil) {
        self.lines = lines
        for line in lines {
            if let file = Self.fileName(in: line).map({ lent ?? $0 }) { lend(file) }
            // A line that begins with the mark is not JSON, and must not pass for a loan.
            if line.first == Loan.mark { bytes.append(0x20) }
            bytes += line
            bytes.append(0x0A)
        }
    }

    private mutating func lend(_ file: LentFile) {
        switch file.content {
        case .source(let source): files.append(source)
        case .place(let place): files.append(place.folder)
        case .failure: break
        }
        bytes.append(Loan.mark)
        bytes += Loan(file).jsonLine
    }

    /// What a line names; `nil` if it names no file.
    private static func fileName(in line: [UInt8]) -> LentFile? {
        guard mayNameFile(line), case .event(let event) = LineDecoder.decode(line[...], number: 0).content else {
            return nil
        }
        return event.userFile.map { $0.isNew ? LentFile(creating: $0.path) : LentFile(reading: $0.path) }
    }

    /// Whether a line has a member for a path, or may have it in another spelling.
    private static func mayNameFile(_ line: [UInt8]) -> Bool {
        let (name, escape) = (Array("filePath".utf8), Array("\\u".utf8))
        return line.withUnsafeBufferPointer { line in
            line.indices.contains { place in
                line[place] == name[0] && line[place...].starts(with: name)
                    || line[place] == escape[0] && line[place...].starts(with: escape)
            }
        }
    }

    /// Writes everything; returns `false` if the owner is gone.
    package func write(to socket: PeerSocket) -> Bool { socket.writeAll(bytes, lending: files) }

    /// Writes everything; returns `false` if the owner is gone.
    package func write(to socket: PeerSocket, until deadline: Date) throws(PeerSocket.Silence) -> Bool {
        try socket.writeAll(bytes, lending: files, until: deadline)
    }
}

extension Event {
    /// The file of the user that the event names, and whether it is to be created; `nil` if it names none.
    var userFile: (path: PathBytes, isNew: Bool)? {
        switch self {
        case .message(.sending(let message)): message.path.map { (PathBytes($0), false) }
        case .file(.saving(let saving)): (PathBytes(saving.path), true)
        default: nil
        }
    }

    /// What was opened for the file that the event names.
    var loan: FileLoan? {
        get {
            switch self {
            case .message(.sending(let message)): message.loan
            case .file(.saving(let saving)): saving.loan
            default: nil
            }
        }
        set {
            switch self {
            case .message(.sending(var message)):
                message.loan = newValue
                self = .message(.sending(message))
            case .file(.saving(var saving)):
                saving.loan = newValue
                self = .file(.saving(saving))
            default: break
            }
        }
    }
}
