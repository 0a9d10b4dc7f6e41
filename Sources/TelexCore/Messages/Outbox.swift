import Foundation

/// Our messages that the server does not have: on their way, waiting for a connection, or refused.
struct Outbox: Hashable {
    struct Entry: Hashable {
        var message: Message
        /// The request that sent it; `nil` if an earlier run did.
        var cause: Cause?
        /// The requests that edited it, if the edit waits until the server has it.
        var editCauses: [Cause] = []
        /// Whether it is being sent now.
        var isPosting = false
        /// Whether an attempt that has ended may have reached the server.
        var isAttempted = false
        /// Whether the server has it, and has been asked to edit it.
        var isPlaced = false

        /// Whether the server may have it. Otherwise, it can be changed or removed here.
        var mayBeSent: Bool { isPosting || isAttempted || isPlaced }

        /// Whether it is to be sent once there is a connection.
        var isDue: Bool { !isPosting && !isPlaced && (message.delivery == .waiting || message.delivery.due != nil) }

        /// Whether it will be sent, or edited, without an explicit retry.
        var isUnsent: Bool { message.delivery == .sending || message.delivery == .waiting }

        /// Whether the server lacks its file, and is to get it without an explicit retry.
        var hasUpload: Bool { isUnsent && !isPlaced && message.content.file.map { $0.source == nil } == true }

        /// Whether its file is being uploaded, which can be stopped: it is posted after that.
        var isUploading: Bool { isPosting && hasUpload && !isAttempted }

        /// How it is stored, so that the next run knows whether the server may have it.
        var stored: Message {
            var stored = message
            if stored.delivery == .waiting, isAttempted { stored.delivery = .sending }
            return stored
        }
    }

    /// The messages that were removed while their file was being uploaded. One that the server has got nonetheless is
    /// deleted when it comes back.
    var withdrawn: Set<MessageKey> = []

    /// In the order in which they were sent.
    private(set) var entries: [Entry] = []

    /// How many will be sent without an explicit retry.
    var count: Int { entries.count(where: \.isUnsent) }

    /// How many will be sent without an explicit retry, by their chats, the one of the first message first.
    var unsent: [(chat: ChatID, count: Int)] {
        var unsent: [(chat: ChatID, count: Int)] = []
        for entry in entries where entry.isUnsent {
            let chat = entry.message.chat
            if let index = unsent.firstIndex(where: { $0.chat == chat }) {
                unsent[index].count += 1
            } else {
                unsent.append((chat, 1))
            }
        }
        return unsent
    }

    /// The entries that wait for a connection.
    var waiting: [Entry] { entries.filter(\.isDue) }

    /// Whether messages of a chat wait. Later ones are sent after them.
    func hasWaiting(in chat: ChatID) -> Bool {
        entries.contains { $0.message.chat == chat && $0.message.delivery == .waiting }
    }

    /// Why the messages of a chat wait; `nil` if no message holds up others.
    func hold(in chat: ChatID) -> Hold? {
        let holder = entries.first { $0.message.chat == chat && $0.message.hold?.isFirst == true }
        return holder?.message.hold?.following
    }

    /// The chats of which no message is to be sent now, and when they are.
    func held(at now: Date) -> [ChatID: Date] {
        var held: [ChatID: Date] = [:]
        for entry in entries where entry.isDue {
            if let hold = entry.message.hold, hold.isFirst, hold.until > now { held[entry.message.chat] = hold.until }
        }
        return held
    }

    subscript(key: MessageKey) -> Entry? {
        get { entries.first { $0.message.key == key } }
        set {
            guard let index = entries.firstIndex(where: { $0.message.key == key }) else { return }
            if let newValue { entries[index] = newValue } else { entries.remove(at: index) }
        }
    }

    mutating func add(_ entry: Entry) {
        withdrawn.remove(entry.message.key)
        entries.append(entry)
    }
}
