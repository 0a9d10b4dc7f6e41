import Foundation

/// A file that a person names in a command.
struct UserFile {
    /// The path as it was typed.
    private let typed: String

    init(_ typed: String) { self.typed = typed }

    /// The text of the file.
    ///
    /// - Throws: `Complaint.unreadable` with the reason.
    func read() throws(Complaint) -> String {
        let data: Data
        do { data = try Data(contentsOf: url) } catch { throw .unreadable(typed, Self.reason(error)) }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw .unreadable(typed, "the file is not UTF-8 text")
        }
        return text
    }

    /// Overwrites the file.
    ///
    /// - Throws: `Complaint.unwritable` with the reason.
    func write(_ text: String) throws(Complaint) {
        do { try Data(text.utf8).write(to: url, options: .atomic) } catch {
            throw .unwritable(typed, Self.reason(error))
        }
    }

    private var url: URL { URL(fileURLWithPath: NSString(string: typed).expandingTildeInPath) }

    /// The system's reason for a failure, in small letters and without a period: "permission denied".
    static func reason(_ error: any Error) -> String {
        let error = error as NSError
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        if underlying.domain == NSPOSIXErrorDomain {
            let text = String(cString: strerror(CInt(truncatingIfNeeded: underlying.code)))
            return text.prefix(1).lowercased() + text.dropFirst()
        }
        switch CocoaError.Code(rawValue: error.code) {
        case .fileReadNoSuchFile, .fileNoSuchFile: return "no such file or directory"
        case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
        case .fileWriteOutOfSpace: return "no space left on device"
        default: return "input/output error"
        }
    }
}
