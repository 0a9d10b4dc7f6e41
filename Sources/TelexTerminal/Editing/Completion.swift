import Foundation
import TelexCore

extension Completion {
    /// Returns the name to search for in a `/new` or `/find` line; `nil` for any other line.
    static func query(_ head: String) -> String? {
        for command in [Command.new, .find] where head.lowercased().hasPrefix("/\(command.name) ") {
            let name = head.dropFirst(command.name.count + 2).drop { $0 == " " }
            return name.isEmpty ? nil : String(name)
        }
        return nil
    }
}

/// The result of pressing Tab.
struct Completion: Equatable {
    /// How many scalars before the cursor are replaced.
    var replaced = 0
    /// The replacement; `nil` if the candidates have no longer common beginning.
    var insertion: String?
    /// The candidates, if there are several.
    var candidates: [CompletionWorld.Candidate] = []
    /// A sentence about what could not be looked at.
    var note: String?

    /// - Parameter head: the line up to the cursor.
    static func of(_ head: String, in world: CompletionWorld) -> Completion {
        guard head.hasPrefix("/"), !head.hasPrefix("//") else { return ofText(head, in: world) }
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
        if command.takesMessage, let completion = ofMention(head, in: world) { return completion }
        if command.takesMessage || command == .react, lastWord(head).hasPrefix(":") {
            return Shortcodes.completion(of: lastWord(head))
        }
        let typed = String(head[space...].drop { $0 == " " })
        if let path = command.path(in: typed) { return FileCompletion.of(path, home: world.home) }
        if command.namesMember { return of(typed: typed, among: world.mentionable?.all ?? []) { _ in "" } }
        return of(typed: typed, among: command.candidates(world)) { _ in "" }
    }

    /// Whether the line is a command about a member of the open chat.
    static func namesMember(_ line: String) -> Bool {
        guard line.hasPrefix("/"), let space = line.firstIndex(of: " ") else { return false }
        return Command.named(line[..<space].dropFirst().lowercased())?.namesMember == true
    }

    /// Completes whom a message mentions after its last `@`; `nil` if nobody is called so.
    private static func ofMention(_ head: String, in world: CompletionWorld) -> Completion? {
        guard let typed = Composition.mention(endOf: head),
            let candidates = world.mentionable?.candidates(typed, recent: world.senders), let first = candidates.first
        else { return nil }
        let replaced = typed.unicodeScalars.count
        if candidates.count == 1 { return Completion(replaced: replaced, insertion: first.text + " ") }
        let common = candidates.dropFirst().reduce(first.text) {
            $0.commonPrefix(with: $1.text, options: .caseInsensitive)
        }
        let isMore = common.unicodeScalars.count > replaced && common.lowercased().hasPrefix(typed.lowercased())
        return Completion(replaced: replaced, insertion: isMore ? common : nil, candidates: candidates)
    }

    /// Completes the last word of a message: a person who has written in the chat, or an emoji by its name. After an `@`,
    /// any member of the chat.
    private static func ofText(_ head: String, in world: CompletionWorld) -> Completion {
        if let completion = ofMention(head, in: world) { return completion }
        let word = lastWord(head)
        let isFirst = word.count == head.count
        if word.hasPrefix(":") { return Shortcodes.completion(of: word) }
        // A name with an @ mentions the person.
        let isMention = word.hasPrefix("@")
        let name = isMention ? String(word.dropFirst()) : word
        guard !name.isEmpty else { return Completion() }
        let people = world.nicks.filter {
            $0.range(of: name, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
        }
        return of(typed: name, among: people.map { CompletionWorld.Candidate(text: $0, what: "") }) { _ in
            isFirst && !isMention ? ": " : " "
        }
    }

    private static func lastWord(_ head: String) -> String {
        String(head[(head.lastIndex(where: \.isWhitespace).map(head.index(after:)) ?? head.startIndex)...])
    }

    /// - Parameter end: returns the text to insert after the only candidate.
    private static func of(
        typed: String, among all: [CompletionWorld.Candidate], end: (String) -> String
    ) -> Completion {
        // The text may match the start of any word. Case and diacritics are ignored.
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

/// The hint below the input line: the usage of the typed command, or the commands that match.
enum CommandHint {
    /// - Parameter seen: what the line means; `nil` if that is not known yet.
    static func of(_ line: String, _ seen: SeenScreen? = nil) -> StyledText? {
        guard line.hasPrefix("/"), !line.hasPrefix("//"), !line.contains("\n") else { return nil }
        let name = line.dropFirst().prefix { $0 != " " }.lowercased()
        if let command = Command.named(name) {
            let usage = StyledText(command.usage, .command) + "  "
            if let row = seen?.target(of: line) { return usage + MessagesText.summary(of: row) }
            return usage + StyledText(command.summary, .secondary)
        }
        if line.contains(" ") { return nil }
        let matches = Command.allCases.filter { $0.name.hasPrefix(name) }
        return matches.isEmpty
            ? nil : StyledText(matches.map { "/\($0.name)" }.joined(separator: "  "), .secondary)
    }
}
