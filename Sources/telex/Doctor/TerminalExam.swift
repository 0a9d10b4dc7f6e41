import Foundation
import TelexCore
import TelexTerminal

/// Checks the terminal, the locale, the time zone and libedit.
enum TerminalExam {
    static func findings(_ kind: TerminalKind, _ environment: [String: String]) -> [Finding] {
        [terminal(kind, environment["TERM"] ?? ""), locale(environment), zone(environment["TZ"]), editor(environment)]
    }

    private static func terminal(_ kind: TerminalKind, _ term: String) -> Finding {
        guard kind.isInteractive else {
            return Finding(
                "terminal", .fine, "Not a terminal: reading plain lines, without the line editor.")
        }
        guard kind.canMove else {
            return Finding(
                "terminal", .warning,
                "TERM is \"\(term)\", so there is no line editor. Set it to the terminal's kind, such as xterm-256color."
            )
        }
        guard let size = EditorCheckup.size else {
            return Finding(
                "terminal", .warning,
                "\(term) reports no size, so 80 columns and 24 rows are assumed. Set it with: stty columns N rows N")
        }
        let colour = kind.hasColour ? "with colour" : "without colour"
        return Finding("terminal", .fine, "\(term), \(size.columns) columns and \(size.rows) rows, \(colour).")
    }

    private static func locale(_ environment: [String: String]) -> Finding {
        let (variable, name) =
            ["LC_ALL", "LC_CTYPE", "LANG"].lazy.map { ($0, environment[$0] ?? "") }.first { !$0.1.isEmpty }
            ?? ("LANG", "")
        let advice = "Telex writes UTF-8 all the same. Set \(variable) to a locale with UTF-8 that locale -a lists."
        guard LocaleVariables.isWellFormed(name), let codeset = EditorCheckup.codeset else {
            return Finding("locale", .warning, "\(variable) is \"\(name)\", which is not installed. \(advice)")
        }
        guard codeset == "UTF-8" else {
            return Finding(
                "locale", .warning, "\(variable) is \"\(name)\", whose character set is \(codeset). \(advice)")
        }
        return Finding("locale", .fine, "\(name), with UTF-8.")
    }

    private static func zone(_ name: String?) -> Finding {
        let system = SystemZone(named: name)
        if let problem = system.problem { return Finding("zone", .warning, problem) }
        return Finding("zone", .fine, "\(system.zone.text(at: Date())).")
    }

    private static func editor(_ environment: [String: String]) -> Finding {
        let subject = "libedit"
        switch EditorCheckup.editor(environment) {
        case .fails:
            return Finding(
                subject, .warning,
                "It cannot run here, so plain lines are read. It needs a pseudo-terminal: check /dev/ptmx.")
        case .works(let complaint?):
            let detail = complaint.trimmingCharacters(in: .whitespacesAndNewlines)
            return Finding(
                subject, .warning,
                "~/.editrc has an invalid line\(detail.isEmpty ? "" : " (\(detail))"). The lines after it are "
                    + "ignored. See editrc(5).")
        case .works(nil): return Finding(subject, .fine, "Version \(EditorCheckup.version) works.")
        }
    }
}
