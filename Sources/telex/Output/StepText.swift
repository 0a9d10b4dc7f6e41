import Foundation
import TelexJSON
import TelexTerminal
import TelexWire

/// The lines of a recording as text, one to a line, and indented what each of them made.
enum StepText {
    /// The most characters of a line that are shown.
    private static let width = 160

    static func lines(_ step: Rewind.Step) -> String {
        head(step) + step.written.map { "      \(written($0))\n" }.joined()
    }

    static func text(_ change: Rewind.Change) -> String {
        head(change.step) + "      \(value(change.old)) -> \(value(change.new))\n"
    }

    private static func head(_ step: Rewind.Step) -> String {
        let date = step.date.map { "\(InternetDate.text($0))  " } ?? ""
        let window = step.window.map { "window \(cut($0))  " } ?? ""
        let request = step.request.map { "for \(cut($0))  " } ?? ""
        return "\(step.number)  \(date)\(window)\(request)\(cut(step.content.text))\n"
    }

    /// The number of a printed line, its window, and what it says, without a model.
    private static func written(_ line: JSONValue) -> String {
        let number = if case .integer(let number)? = line["seq"] { "seq:\(number)" } else { "" }
        let window = line["window"]?.string.map { "  window \(cut($0))" } ?? ""
        return "\(number)\(window)  \(what(line))"
    }

    private static func what(_ line: JSONValue) -> String {
        guard let view = line["view"]?.string else {
            return cut(line.with(["seq": nil, "window": nil]).text)
        }
        let cause = line["cause"]?.string.map { "  for \(cut($0))" } ?? ""
        return "\(view)\(line["closed"] == nil ? "" : " closed")\(cause)"
    }

    private static func value(_ value: JSONValue?) -> String { value.map { HarmlessText.of($0.text) } ?? "(none)" }

    private static func cut(_ text: String) -> String {
        let start = text.prefix(width)
        return HarmlessText.of(String(start)) + (start.endIndex == text.endIndex ? "" : "…")
    }
}
