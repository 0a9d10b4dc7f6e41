import CEditLine
import Foundation
import TelexCore
import TelexRuntime

/// Edits text in another program.
enum ExternalEditor {
    /// Why the edit failed.
    enum Failure: Error, Equatable {
        case noFile(String)
        case failed(code: Int)
        case notUTF8

        var sentence: String {
            switch self {
            case .noFile(let reason): "Cannot create a temporary file: \(reason)."
            case .failed(let code):
                "The editor ended with exit code \(code), so the text is unchanged. Set $VISUAL or $EDITOR to another editor."
            case .notUTF8: "The editor's file is not UTF-8, so the text is unchanged."
            }
        }
    }

    /// Shows text in a pager. Returns what went wrong; `nil` if nothing did.
    static func page(_ text: String, by pager: String) -> String? {
        switch file(of: text) {
        case .failure(let failure): return failure.sentence
        case .success(let name):
            defer { unlink(name) }
            let code = cel_run(pager + " \"$1\"", name)
            return code == 0 ? nil : "The pager ended with exit code \(code). Set $PAGER to another one."
        }
    }

    /// Writes text to a temporary file that only the user can read. Returns its path.
    private static func file(of text: String) -> Result<String, Failure> {
        var path = Array((NSTemporaryDirectory() + "/telex-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { return .failure(.noFile(SystemError.text())) }
        let name = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do { try file.write(contentsOf: Data(text.utf8)) } catch {
            unlink(name)
            return .failure(.noFile("\(error)"))
        }
        return .success(name)
    }

    /// - Parameter editor: a shell command; the file name is appended as an argument.
    static func edit(_ text: String, by editor: String) -> Result<String, Failure> {
        let name: String
        switch file(of: text) {
        case .failure(let failure): return .failure(failure)
        case .success(let path): name = path
        }
        defer { unlink(name) }
        let code = cel_run(editor + " \"$1\"", name)
        guard code == 0 else { return .failure(.failed(code: Int(code))) }
        // Editors may replace the file, so it is read by name and not through the descriptor.
        guard let data = FileManager.default.contents(atPath: name),
            let edited = String(validating: data, as: UTF8.self)
        else { return .failure(.notUTF8) }
        return .success(PastedText.clean(edited))
    }
}

/// Cleans text that is pasted into the line or comes from another editor.
enum PastedText {
    static func lineCount(_ text: String) -> Int { text.reduce(1) { $0 + ($1.isNewline ? 1 : 0) } }

    /// Returns the text with LF line ends, without trailing line ends, and without terminal controls.
    static func clean(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.withLineFeeds.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A: clean.append(scalar)
            case 0x2028, 0x2029: clean.append("\n")
            case ..<0x20, 0x7F..<0xA0: break
            default: clean.append(scalar)
            }
        }
        while clean.last == "\n" { clean.removeLast() }
        return String(clean)
    }
}
