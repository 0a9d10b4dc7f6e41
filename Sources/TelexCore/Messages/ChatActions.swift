/// What can be done in a chat, made once for an open one. The view model leaves out what cannot be done now.
struct ChatActions: Hashable {
    let send: Action
    let reply: Action
    let sendFile: Action
    let react: Action
    let report: Action
    let draft: Action
    let typing: Action
    let markRead: Action
    let seen: Action
    let openMembers: Action
    let addReminder: Action
    let close = Action(.screen(.closing(.messages)))

    init(_ chat: ChatID) {
        let message = MessageID(Blank.messageID.filler)
        send = Action(.message(.sending(OutgoingMessage(chat: chat, text: ""))), blanks: [.text])
        reply = Action(
            .message(.sending(OutgoingMessage(chat: chat, text: "", replyTo: MessageID(Blank.replyTo.filler)))),
            blanks: [.text, .replyTo])
        sendFile = Action(
            .message(.sending(OutgoingMessage(chat: chat, text: "", path: ""))), blanks: [.text, .path])
        react = Action(
            .reaction(.adding(ReactionWish(chat: chat, message: message, key: ""))), blanks: [.messageID, .key])
        report = Action(
            .message(.reporting(MessageReport(chat: chat, message: message, reason: ""))),
            blanks: [.messageID, .reason])
        draft = Action(.chat(.drafting(Draft(chat: chat, text: ""))), blanks: [.text])
        typing = Action(.presence(.typing(chat: chat)))
        markRead = Action(.message(.reading(chat: chat)))
        let range = MessageRange(
            chat: chat, first: MessageID(Blank.firstID.filler), last: MessageID(Blank.lastID.filler))
        seen = Action(.message(.showing(range)), blanks: [.firstID, .lastID])
        openMembers = Action(.screen(.opening(.members(chat))))
        addReminder = Action(.screen(.opening(.reminderForm(chat))))
    }
}
