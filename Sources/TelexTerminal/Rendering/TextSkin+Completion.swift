import TelexCore

extension TextSkin {
    /// What Tab can complete. Numbers are those of the list that was printed last.
    var world: CompletionWorld {
        typealias Candidate = CompletionWorld.Candidate
        let seen = seen
        var world = CompletionWorld()
        world.chats = (chatList.current?.chats ?? []).map { row in
            let unread = row.unreadCount > 0 ? ["\(row.unreadCount) unread"] : []
            let what = (unread + [row.dateText, String(row.previewText.prefix(40))]).filter { !$0.isEmpty }
            return Candidate(text: row.title, what: what.joined(separator: ", "))
        }
        if seen.shows(.chats) {
            let invited = numbers.chats.rows(of: chatList.current?.chats ?? []).filter { $0.row.accept != nil }
            world.invitations = invited.map {
                Candidate(text: "\($0.number)", what: "\($0.row.title): \($0.row.invitationText ?? "")")
            }
        }
        world.query = recipients.current.flatMap { $0.shouldShowBusy ? nil : $0.query }
        world.people = (recipients.current?.candidates ?? []).map {
            Candidate(text: $0.recipient, what: "")
        }
        if seen.shows(.candidates) {
            world.peopleNumbers = numbers.candidates.rows(of: recipients.current?.candidates ?? []).map {
                CompletionWorld.numbered($0.number, Candidate(text: $0.row.recipient, what: ""))
            }
        }
        world.notifications = numbers.notifications.map {
            Candidate(text: $0.heading, what: String($0.previewText.prefix(40)))
        }
        let contacts = contactList.current?.contacts ?? []
        world.contacts = contacts.map { Candidate(text: $0.fullName, what: $0.detailText) }
        if seen.shows(.contacts) {
            world.contactNumbers = numbers.contacts.rows(of: contacts).map {
                CompletionWorld.numbered($0.number, Candidate(text: $0.row.fullName, what: $0.row.detailText))
            }
        }
        if seen.shows(.upcoming) {
            world.upcoming = numbers.upcoming.rows(of: upcoming.current?.rows ?? []).map {
                let when = "\($0.row.weekdayText) \($0.row.timeText)"
                return CompletionWorld.numbered($0.number, Candidate(text: $0.row.summary, what: when))
            }
        }
        world.nicks = MessagesText.senders(messages.current)
        world.refused = (messages.current?.messages ?? []).filter { $0.retry != nil }.map {
            Candidate(text: String($0.text.prefix(40)), what: $0.statusText)
        }
        return world
    }
}
