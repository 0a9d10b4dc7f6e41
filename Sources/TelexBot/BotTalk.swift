import Foundation

/// A chat with a bot, which reads, thinks, types and answers one message at a time.
///
/// It has no side effects: it returns deeds, and its host performs them and calls `take` after each pause. `Name` is
/// the type by which the host identifies a message.
package struct BotTalk<Name: Sendable>: Sendable {
    /// Something for the host to do.
    package enum Action: Sendable {
        /// Wait this many seconds, then call `take` with the step.
        case pause(TimeInterval, Step)
        /// The bot has received the message.
        case delivered(Name)
        case read(Name)
        case types
        case says(Speech)
    }

    /// What the bot does after a pause.
    package enum Step: Sendable {
        case receive, read, answer(Speech?), say(Speech)
    }

    /// The maximum number of messages that wait for an answer. Further messages are marked as read and get no answer.
    private static var longestQueue: Int { 64 }

    private struct Heard {
        let name: Name
        let speech: Speech
    }

    private var bot: any Bot
    /// Messages that are not delivered yet, in the order in which they were sent.
    private var coming: ArraySlice<Heard> = []
    /// Messages that are delivered and not read yet.
    private var heard: ArraySlice<Heard> = []
    private var hasGreeted = false
    private var isAnswering = false

    package init(_ bot: any Bot) { self.bot = bot }

    /// The name of the bot.
    package var name: String { bot.name }

    /// Greets the user, if nothing has been said yet.
    package mutating func greet(_ pauses: inout Pauses) -> [Action] {
        guard !isAnswering, heard.isEmpty, !hasGreeted else { return [] }
        hasGreeted = true
        isAnswering = true
        return [.pause(pauses.thinking(), .answer(nil))]
    }

    /// Accepts a message, which is answered after the earlier ones.
    package mutating func hear(_ name: Name, _ speech: Speech, _ pauses: inout Pauses) -> [Action] {
        hasGreeted = true
        guard coming.count + heard.count < Self.longestQueue else { return [.delivered(name), .read(name)] }
        coming.append(Heard(name: name, speech: speech))
        return [.pause(pauses.delivering(), .receive)]
    }

    /// Performs a step after its pause. Ignores it if its message is gone, since the host has begun the chat anew.
    package mutating func handle(_ step: Step, _ pauses: inout Pauses) -> [Action] {
        switch step {
        case .receive:
            guard let message = coming.popFirst() else { return [] }
            heard.append(message)
            return [.delivered(message.name)] + (isAnswering ? [] : next(&pauses))
        case .read:
            guard let message = heard.popFirst() else { return [] }
            return [.read(message.name), .pause(pauses.thinking(), .answer(message.speech))]
        case .answer(let speech):
            let answer = speech.map { bot.reply(to: $0) } ?? Speech(bot.greeting())
            return [.types, .pause(pauses.typing(answer.text), .say(answer))]
        case .say(let speech):
            return [.says(speech)] + next(&pauses)
        }
    }

    private mutating func next(_ pauses: inout Pauses) -> [Action] {
        isAnswering = !heard.isEmpty
        return isAnswering ? [.pause(pauses.reading(), .read)] : []
    }
}
