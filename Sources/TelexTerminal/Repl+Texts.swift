import TelexCore
import TelexRuntime

/// Sends what is typed without a leading `/`.
extension Repl {
    /// Sends text without a leading `/` where it was typed. The draft goes with it if the line was the draft.
    func send(_ text: String, _ line: TypedLine) throws {
        if let place = line.place, place != screen.place { return try send(text, line, from: place) }
        let chat = screen.messages
        if let chat, chat.send == nil {
            try keep(line.text, in: chat.chat)
            takeBack(line.text, in: chat.chat)
        }
        if let chat, line.wasSent(chat) { throw Complaint.sentElsewhere }
        // The session of the owner decides who sends the draft: this terminal may not know yet that another one has sent it.
        let event = try ActionFinder(screen, composer).text(text).taking(line.draft?.text)
        try session.receive(event)
        if screen.messages != nil { skin.screen.note(.message) }
    }

    /// Sends text that was typed on another screen than the one that is open by now.
    private func send(_ text: String, _ line: TypedLine, from place: Screen) throws {
        guard let chat = place.chat else { throw Complaint.screenChanged }
        guard let row = screen.chatList?.chats.first(where: { $0.chat == chat }), row.invitationText == nil,
            row.successor == nil
        else {
            try keep(line.text, in: chat)
            throw Complaint.keptAsDraft("Another chat is open by now.")
        }
        if let reason = MessageUseCase.refusal(of: text) { throw Complaint.refused(reason) }
        let event = Event.message(.sending(OutgoingMessage(chat: chat, text: text, message: nil)))
        try session.receive(composer.composed(event).taking(line.draft?.text))
        say([StyledText("To \(row.title): \(text)", .secondary)])
    }
}

extension Event {
    /// The event, for a message that was the draft of its chat.
    fileprivate func taking(_ draft: String?) -> Event {
        guard let draft, case .message(.sending(var message)) = self else { return self }
        message.draft = draft
        return .message(.sending(message))
    }
}
