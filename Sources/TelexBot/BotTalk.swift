import Foundation

/// One chat with a bot, who does one thing at a time: receive, read, think, type, answer.
///
/// It does nothing of itself: it says what is to be done, and is told when a pause is over. `Name` is what its host calls
/// a message by.
package struct BotTalk<Name: Sendable>: Sendable {
    /// What is to be done.
    package enum Deed: Sendable {
        /// Wait for so many seconds, then take the step.
        case pause(TimeInterval, Step)
        /// The bot has received the message.
        case delivered(Name)
        case read(Name)
        case types
        case says(String)
    }

    /// What comes after a pause.
    package enum Step: Sendable {
        case receive, read, answer(String?), say(String)
    }

    /// How many messages wait for an answer; what comes beside those is read, and left at that.
    private static var longestQueue: Int { 64 }

    private struct Heard {
        let name: Name
        let text: String
    }

    private var bot: any Bot
    /// On their way, in the order in which they were sent.
    private var coming: [Heard] = []
    /// Received, and not read yet.
    private var heard: [Heard] = []
    private var hasGreeted = false
    private var isAtIt = false

    package init(_ bot: any Bot) { self.bot = bot }

    /// The name of who talks.
    package var name: String { bot.name }

    /// Says hello, if nothing has been said yet.
    package mutating func greet(_ pauses: inout Pauses) -> [Deed] {
        guard !isAtIt, heard.isEmpty, !hasGreeted else { return [] }
        hasGreeted = true
        isAtIt = true
        return [.pause(pauses.thinking(), .answer(nil))]
    }

    /// Takes in a message; it is answered when those before it are.
    package mutating func hear(_ name: Name, _ text: String, _ pauses: inout Pauses) -> [Deed] {
        hasGreeted = true
        guard coming.count + heard.count < Self.longestQueue else { return [.delivered(name), .read(name)] }
        coming.append(Heard(name: name, text: text))
        return [.pause(pauses.delivering(), .receive)]
    }

    /// Goes on after a pause.
    package mutating func take(_ step: Step, _ pauses: inout Pauses) -> [Deed] {
        switch step {
        case .receive:
            let message = coming.removeFirst()
            heard.append(message)
            return [.delivered(message.name)] + (isAtIt ? [] : next(&pauses))
        case .read:
            let message = heard.removeFirst()
            return [.read(message.name), .pause(pauses.thinking(), .answer(message.text))]
        case .answer(let text):
            let answer = text.map { bot.reply(to: $0) } ?? bot.greeting()
            return [.types, .pause(pauses.typing(answer), .say(answer))]
        case .say(let text):
            return [.says(text)] + next(&pauses)
        }
    }

    private mutating func next(_ pauses: inout Pauses) -> [Deed] {
        isAtIt = !heard.isEmpty
        return isAtIt ? [.pause(pauses.reading(), .read)] : []
    }
}
