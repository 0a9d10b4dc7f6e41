import Foundation
import TelexCore

/// Everything that Tab can complete at the moment.
struct CompletionWorld: Sendable, Equatable {
    /// A text that Tab can insert, with a description.
    struct Candidate: Sendable, Equatable {
        let text: String
        let what: String
    }

    /// The value of `$HOME`, for files.
    var home: String?
    var chats: [Candidate] = []
    /// The query that found `people`; `nil` if there is none, or if it is still in progress.
    var query: String?
    /// The chats and people that the query has found.
    var people: [Candidate] = []
    /// Those of them with whom the server can start a chat.
    var recipients: [Candidate] = []
    var notifications: [Candidate] = []
    /// The contacts that are listed.
    var contacts: [Candidate] = []
    /// The numbers of printed contacts.
    var contactNumbers: [Candidate] = []
    /// The numbers of the printed search results.
    var peopleNumbers: [Candidate] = []
    /// The numbers of printed reminders.
    var upcoming: [Candidate] = []
    /// The numbers of the chats that the user is invited to.
    var invitations: [Candidate] = []
    /// The people who have written in the open chat, the last one first.
    var nicks: [String] = []
    /// The ids of those people.
    var senders: [UserID] = []
    /// Who can be mentioned in the open chat; `nil` if that is not known yet.
    var mentionable: ChatPeople?
    /// The refused messages of the open chat.
    var refused: [Candidate] = []

    /// The people and the chats, without duplicate names.
    var peopleAndChats: [Candidate] { people + chats.filter { chat in !people.contains { $0.text == chat.text } } }

    init() {}

    static func numbered(_ candidates: [Candidate]) -> [Candidate] {
        candidates.enumerated().map { numbered($0 + 1, $1) }
    }

    /// Returns a candidate that inserts the number and describes its row.
    static func numbered(_ number: Int, _ candidate: Candidate) -> Candidate {
        let what = [candidate.text, candidate.what].filter { !$0.isEmpty }.joined(separator: ": ")
        return Candidate(text: "\(number)", what: what)
    }
}

extension CompletionWorld {
    /// - Parameter seen: what is on the screen. Numbers are those of the list that was printed last.
    init(_ seen: SeenScreen) {
        home = UserFile.home
        chats = (seen.chatList?.chats ?? []).map { row in
            let unread = row.unreadCount > 0 ? ["\(row.unreadCount) unread"] : []
            let what = (unread + [row.dateText, String(row.previewText.prefix(40))]).filter { !$0.isEmpty }
            return Candidate(text: row.title, what: what.joined(separator: ", "))
        }
        if seen.shows(.chats) {
            let invited = seen.numbers.chats.rows(of: seen.chatList?.chats ?? []).filter { $0.row.accept != nil }
            invitations = invited.map {
                Candidate(text: "\($0.number)", what: "\($0.row.title): \($0.row.invitationText ?? "")")
            }
        }
        query = Self.query(of: seen)
        people = (seen.recipients?.candidates ?? []).map { Candidate(text: $0.recipient, what: "") }
        recipients = (seen.recipients?.candidates ?? []).filter { $0.create != nil }.map {
            Candidate(text: $0.recipient, what: "")
        }
        if seen.shows(.candidates) {
            peopleNumbers = seen.numbers.candidates.rows(of: seen.recipients?.candidates ?? []).map {
                Self.numbered($0.number, Candidate(text: $0.row.recipient, what: ""))
            }
        }
        notifications = seen.numbers.notifications.map {
            Candidate(text: $0.heading, what: String($0.previewText.prefix(40)))
        }
        let listed = seen.contactList?.contacts ?? []
        contacts = listed.map { Candidate(text: $0.fullName, what: $0.detailText) }
        if seen.shows(.contacts) {
            contactNumbers = seen.numbers.contacts.rows(of: listed).map {
                Self.numbered($0.number, Candidate(text: $0.row.fullName, what: $0.row.detailText))
            }
        }
        if seen.shows(.upcoming) {
            upcoming = seen.numbers.upcoming.rows(of: seen.upcoming?.rows ?? []).map {
                let when = "\($0.row.weekdayText) \($0.row.timeText)"
                return Self.numbered($0.number, Candidate(text: $0.row.summary, what: when))
            }
        }
        nicks = MessagesText.senders(seen.messages)
        senders = (seen.messages?.messages ?? []).reversed().compactMap(\.sender)
        mentionable = seen.people.flatMap { $0.chat == seen.messages?.chat ? $0 : nil }
        refused = (seen.messages?.messages ?? []).filter { $0.retry != nil }.map {
            Candidate(text: String($0.text.prefix(40)), what: $0.statusText)
        }
    }

    /// The query that has found people; `nil` if there is none, or if it is still in progress.
    static func query(of seen: SeenScreen?) -> String? {
        seen?.recipients.flatMap { $0.shouldShowBusy ? nil : $0.query }
    }
}
