import TelexCore
import TelexNetwork

/// Decides which messages to mark as read on the server.
extension MatrixLink {
    /// The event to mark as read, so that everything up to a message counts as read; `nil` if no receipt is sent.
    ///
    /// A message that could not be read was not read: its sender would rely on it, and it would vanish from the unread
    /// messages of a device that can.
    func receipt(for message: MessageID, in chat: ChatID) -> String? {
        let room = rooms.facts(of: chat.text)
        if room?.isEncrypted == true { return nil }
        guard let log = logs[chat.text], let isReadable = log.isReadable(message) else {
            let event = sent.event(of: message, in: chat)
            return event == room?.unreadable ? nil : event
        }
        // Events other than messages count, too: they are read with the message before them.
        return (isReadable ? message : log.lastReadable(upTo: message))
            .flatMap { log.lastRead(with: $0, own: account.user) }
    }

    /// Notes that a chat was read here, and that the server goes on counting its messages as unread.
    mutating func readSilently(_ chat: ChatID) {
        guard var room = rooms[chat.text] else { return }
        room.readSilently()
        keep(room)
    }
}
