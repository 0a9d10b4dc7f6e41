import ArgumentParser
import Foundation

/// An option of a command, as ArgumentParser describes it.
struct OptionInfo: Decodable {
    let kind: String
    let shouldDisplay: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let abstract: String?

    struct Name: Decodable { let name: String }

    /// The long name; `nil` for an argument without a name.
    var name: String? { names?.last?.name }
    var isFlag: Bool { kind == "flag" }
    /// Whether the flag has a counterpart that turns it off.
    var canBeTurnedOff: Bool { isFlag && defaultValue?.hasPrefix("--") == true }

    /// Whether the option has this name, or this one turns it off.
    func answers(to name: String) -> Bool { name == self.name || (canBeTurnedOff && name == "no-\(self.name ?? "")") }

    private struct Tool: Decodable { let command: Command }

    private struct Command: Decodable { let arguments: [OptionInfo]? }

    /// The options of a command that a user sees in its help.
    static func all(of command: any ParsableCommand.Type) -> [OptionInfo] {
        let tool = try? JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8))
        let all = (tool?.command.arguments ?? []).filter {
            $0.shouldDisplay && $0.name != nil && $0.name != "help" && $0.name != "version"
        }
        // What turns a flag off is listed as a flag of its own.
        return all.filter { one in !all.contains { $0.name != one.name && $0.answers(to: one.name ?? "") } }
    }
}
