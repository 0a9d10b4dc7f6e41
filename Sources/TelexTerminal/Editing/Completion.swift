import Foundation
import TelexCore

/// What can be completed, as it stands now.
struct CompletionWorld: Sendable, Equatable {
    /// Something that may be typed, and what it is.
    struct Candidate: Sendable, Equatable {
        let text: String
        let what: String
    }

    var chats: [Candidate] = []
    /// Whom the people were looked for by.
    var query: String?
    /// People who were found.
    var people: [Candidate] = []
    var notifications: [Candidate] = []
    /// The contacts that are listed.
    var contacts: [Candidate] = []
    /// The numbers of printed contacts.
    var contactNumbers: [Candidate] = []
    /// The numbers of printed people who were found.
    var peopleNumbers: [Candidate] = []
    /// The numbers of printed reminders.
    var upcoming: [Candidate] = []
    /// The numbers of chats that we are invited to.
    var invitations: [Candidate] = []
    /// Refused messages of the open chat.
    var refused: [Candidate] = []

    /// Whom a new chat can be with.
    var peopleAndChats: [Candidate] { people + chats.filter { chat in !people.contains { $0.text == chat.text } } }

    static func numbered(_ candidates: [Candidate]) -> [Candidate] {
        candidates.enumerated().map { numbered($0 + 1, $1) }
    }

    /// A number that may be typed, and what it means.
    static func numbered(_ number: Int, _ candidate: Candidate) -> Candidate {
        let what = [candidate.text, candidate.what].filter { !$0.isEmpty }.joined(separator: ": ")
        return Candidate(text: "\(number)", what: what)
    }
}

extension Completion {
    /// The beginning of a name that others have to be asked about.
    static func query(_ head: String) -> String? {
        for command in [Command.new, .find] where head.lowercased().hasPrefix("/\(command.name) ") {
            let name = head.dropFirst(command.name.count + 2).drop { $0 == " " }
            return name.isEmpty ? nil : String(name)
        }
        return nil
    }
}

/// What Tab makes of the beginning of a line.
struct Completion: Equatable {
    /// How many characters before the cursor are replaced.
    var replaced = 0
    /// What is put in their place; `nil` where nothing more is certain.
    var insertion: String?
    /// What there is to choose from, where there is a choice.
    var candidates: [CompletionWorld.Candidate] = []

    /// - Parameter head: the line up to the cursor.
    static func of(_ head: String, in world: CompletionWorld) -> Completion {
        guard head.hasPrefix("/"), !head.hasPrefix("//") else { return Completion() }
        guard let space = head.firstIndex(of: " ") else {
            let commands = Command.allCases.map {
                CompletionWorld.Candidate(text: "/\($0.name)", what: $0.summary)
            }
            return of(typed: head, among: commands) { candidate in
                let command = Command.named(String(candidate.dropFirst()))
                return command?.arguments.isEmpty == false ? " " : ""
            }
        }
        guard let command = Command.named(head[..<space].dropFirst().lowercased()) else { return Completion() }
        let typed = String(head[space...].drop { $0 == " " })
        return of(typed: typed, among: command.candidates(world)) { _ in "" }
    }

    /// - Parameter end: what follows a candidate that is the only one.
    private static func of(
        typed: String, among all: [CompletionWorld.Candidate], end: (String) -> String
    ) -> Completion {
        // The start of any word will do, whatever the case and the accents.
        let matches = all.filter { candidate in
            " \(candidate.text)".range(of: " \(typed)", options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
        guard let first = matches.first else { return Completion() }
        let replaced = typed.unicodeScalars.count
        if matches.count == 1 {
            return Completion(replaced: replaced, insertion: first.text + end(first.text))
        }
        var common = first.text
        for match in matches.dropFirst() { common = common.commonPrefix(with: match.text, options: .caseInsensitive) }
        let isMore = common.unicodeScalars.count > replaced
        return Completion(replaced: replaced, insertion: isMore ? common : nil, candidates: matches)
    }
}

/// The line below the one that is typed: what a command takes.
enum CommandHint {
    static func of(_ line: String) -> StyledText? {
        guard line.hasPrefix("/"), !line.hasPrefix("//"), !line.contains("\n") else { return nil }
        let name = line.dropFirst().prefix { $0 != " " }.lowercased()
        if let command = Command.named(name) {
            return StyledText(HelpText.usage(command), .bold) + StyledText("  \(command.summary)", .dim)
        }
        if line.contains(" ") { return nil }
        let matches = Command.allCases.filter { $0.name.hasPrefix(name) }
        return matches.isEmpty
            ? nil : StyledText(matches.map { "/\($0.name)" }.joined(separator: "  "), .dim)
    }
}
