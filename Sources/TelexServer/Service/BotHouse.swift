import GRDB
import Logging
import TelexAPI
import TelexBot

/// The bots that the server hosts, and their conversations.
struct BotHouse {
    /// An action of a bot in a chat.
    struct Action {
        let bot: User
        let chat: ChatRow
        let deed: BotTalk<String>.Action
    }

    /// The bots, by their user names.
    private static let all: [String: any Bot] = ["eliza": Eliza(), "echo": Echo()]
    static let names = Set(all.keys)

    private let bots: [User: any Bot]
    private var talks: [Int64: BotTalk<String>] = [:]
    private var pauses: Pauses

    /// A bot whose account cannot be read is left out.
    init(_ accounts: Accounts, seed: UInt64, logger: Logger) throws {
        var bots: [User: any Bot] = [:]
        for (name, bot) in Self.all {
            do { bots[try accounts.bot(name, display: bot.name)] = bot } catch  where error.isDamage {
                logger.error("the account of a bot cannot be read", metadata: ["bot": "\(name)", "error": "\(error)"])
            }
        }
        self.bots = bots
        pauses = Pauses(seed: seed)
    }

    var users: some Collection<User> { bots.keys }

    func isBot(_ user: User) -> Bool { bots[user] != nil }

    /// The bot in the chat; `nil` if there is none.
    private func bot(in chat: ChatRow) -> User? { chat.members.map(\.user).first(where: isBot) }

    mutating func greet(_ chat: ChatRow) -> [Action] {
        act(in: chat) { $0.greet(&$1) }
    }

    mutating func hear(_ message: MessageInfo, in chat: ChatRow) -> [Action] {
        // Answer text and emotes only: bots must not answer notices, and cannot answer deleted messages.
        guard message.sender != bot(in: chat)?.name, ["text", "emote"].contains(message.kind ?? "text") else {
            return []
        }
        // A file without a caption speaks by its name.
        let text = message.text.isEmpty ? message.file?.name ?? "" : message.text
        let speech = Speech(text, isEmote: message.kind == "emote")
        return act(in: chat) { $0.hear(message.id, speech, &$1) }
    }

    /// Performs a step after its pause, unless the chat was forgotten meanwhile.
    mutating func handle(_ step: BotTalk<String>.Step, in chat: ChatRow) -> [Action] {
        talks[chat.key] == nil ? [] : act(in: chat) { $0.handle(step, &$1) }
    }

    mutating func forget(_ chat: ChatRow) { talks[chat.key] = nil }

    private mutating func act(
        in chat: ChatRow, _ body: (inout BotTalk<String>, inout Pauses) -> [BotTalk<String>.Action]
    ) -> [Action] {
        guard let user = bot(in: chat), let bot = bots[user] else { return [] }
        return body(&talks[chat.key, default: BotTalk(bot)], &pauses).map { Action(bot: user, chat: chat, deed: $0) }
    }

    /// The bot's chats, each with the messages after the bot's last one, up to a page.
    func unanswered(by bot: User, _ database: Database) throws -> [(ChatRow, [MessageInfo])] {
        try ChatTable.all(of: bot, database).compactMap { chat in
            try Damage.allowing { (chat, try unanswered(by: bot, in: chat, database)) }
        }
    }

    private func unanswered(by bot: User, in chat: ChatRow, _ database: Database) throws -> [MessageInfo] {
        try MessageTable.page(
            .after(try MessageTable.last(of: bot, in: chat, database)), limit: Limits.longestPage, in: chat, database
        ).messages
    }
}
