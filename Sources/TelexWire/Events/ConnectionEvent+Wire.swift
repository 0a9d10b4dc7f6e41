import TelexCore

extension ConnectionEvent {
    static let forms = [
        EventForm("connection.connected", "Connected, and everything on the server has been fetched.") {
            .connection(.connected)
        } take: {
            $0 == .connection(.connected) ? () : nil
        }
        .fromNetwork,
        EventForm(
            "connection.bookmarked", "The backend has fetched everything up to this place.", Member<String>("bookmark"),
            Member<String>("token")
        ) {
            .connection(.bookmarked(name: $0, value: $1))
        } take: {
            if case .connection(.bookmarked(let name, let value)) = $0 { (name, value) } else { nil }
        }
        .fromInside,
        EventForm(
            "connection.progressed", "While connecting: `doneCount` of `totalCount` chats have been fetched.",
            Member<Int>("doneCount"),
            Member<Int>("totalCount")
        ) {
            .connection(.progressed(done: $0, total: $1))
        } take: {
            if case .connection(.progressed(let done, let total)) = $0 { (done, total) } else { nil }
        }
        .fromNetwork,
        EventForm("connection.disconnected", "The connection is lost.", Member<String>("reason")) {
            .connection(.disconnected(reason: $0))
        } take: {
            if case .connection(.disconnected(let reason)) = $0 { reason } else { nil }
        }
        .fromNetwork,
        EventForm("connection.retrying", "Connect now instead of waiting.") {
            .connection(.retrying)
        } take: {
            $0 == .connection(.retrying) ? () : nil
        },
        EventForm("connection.socketOpened", "The live channel of a chat is open.", Member<ChatID>("chatId")) {
            .connection(.socketOpened(chat: $0))
        } take: {
            if case .connection(.socketOpened(let chat)) = $0 { chat } else { nil }
        }
        .fromNetwork,
        EventForm("connection.socketClosed", "The live channel of a chat is closed.", Member<ChatID>("chatId")) {
            .connection(.socketClosed(chat: $0))
        } take: {
            if case .connection(.socketClosed(let chat)) = $0 { chat } else { nil }
        }
        .fromNetwork,
    ]
}
