import CEditLine
import Foundation

/// Edits text in another program.
enum ExternalEditor {
    /// Why the edit failed.
    enum Failure: Error, Equatable {
        case noFile(String)
        case failed(code: Int)
        case notUTF8

        var sentence: String {
            switch self {
            case .noFile(let reason): "Cannot create a file for the editor: \(reason)."
            case .failed(let code):
                "The editor ended with exit code \(code), so the text is unchanged. Set $VISUAL or $EDITOR to another editor."
            case .notUTF8: "The editor's file is not UTF-8, so the text is unchanged."
            }
        }
    }

    /// - Parameter editor: a shell command; the file name is appended as an argument.
    static func edit(_ text: String, by editor: String) -> Result<String, Failure> {
        var path = Array((NSTemporaryDirectory() + "/telex-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { return .failure(.noFile(String(cString: strerror(errno)))) }
        let name = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        defer { unlink(name) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do { try file.write(contentsOf: Data(text.utf8)) } catch { return .failure(.noFile("\(error)")) }
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
    /// Returns the text with LF line ends, without trailing line ends, and without terminal controls.
    static func clean(_ text: String) -> String {
        let lines = text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
        var clean = String.UnicodeScalarView()
        for scalar in lines.unicodeScalars {
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
