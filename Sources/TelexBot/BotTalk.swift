import TelexCore

/// One chat with a bot, who does one thing at a time: receive, read, think, type, answer.
final class BotTalk {
    private let chat: ChatID
    private var bot: any Bot
    private unowned let backend: EmbeddedBackend
    /// On their way, in the order in which they were sent.
    private var coming: [Message] = []
    /// Received, and not read yet.
    private var heard: [Message] = []
    private var hasGreeted = false
    private var isAtIt = false

    init(chat: ChatID, bot: any Bot, backend: EmbeddedBackend) {
        self.chat = chat
        self.bot = bot
        self.backend = backend
    }

    /// Says hello, if nothing has been said yet.
    func greet() {
        guard !isAtIt, heard.isEmpty, !hasGreeted else { return }
        hasGreeted = true
        isAtIt = true
        backend.after({ $0.thinking() }) { self.answer(self.bot.greeting()) }
    }

    /// Takes in a message; it is answered when those before it are.
    func hear(_ message: Message) {
        hasGreeted = true
        coming.append(message)
        backend.after({ $0.delivering() }) {
            let message = self.coming.removeFirst()
            self.backend.delivered(message)
            self.heard.append(message)
            if !self.isAtIt { self.next() }
        }
    }

    private func next() {
        guard !heard.isEmpty else { return isAtIt = false }
        isAtIt = true
        let message = heard.removeFirst()
        backend.after({ $0.reading() }) {
            self.backend.read(message)
            self.backend.after({ $0.thinking() }) { self.answer(self.bot.reply(to: message.text)) }
        }
    }

    private func answer(_ text: String) {
        backend.types(in: chat)
        backend.after({ $0.typing(text) }) {
            self.backend.says(text, in: self.chat, as: self.bot.name)
            self.next()
        }
    }
}
