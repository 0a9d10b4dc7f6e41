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
        let event = try ActionFinder(screen, composer).text(text)
        // The message comes first: other terminals learn from it what has become of the draft.
        try session.together {
            try session.receive(event)
            if let chat, let draft = line.draft, chat.draftText == draft.text {
                try session.receive(chat.draft.filled(""))
            }
        }
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
        try session.together {
            try session.receive(composer.composed(event))
            if line.draft != nil { try keep("", in: chat) }
        }
        say([StyledText("To \(row.title): \(text)", .secondary)])
    }
}
