import Foundation
import Testing

@testable import TelexCore

/// Drives a core by hand: counts stamps, keeps the newest models, and insists on every save and effect being looked at.
final class Flow {
    let telex: Telex
    let chatList = Seen<ChatListViewModel>()
    let createChat = Seen<CreateChatViewModel>()
    let autocompleteContact = Seen<AutocompleteContactViewModel>()
    let contactList = Seen<ContactListViewModel>()
    let addContact = Seen<AddContactViewModel>()
    let contactExport = Seen<ContactExportViewModel>()
    let upcoming = Seen<UpcomingViewModel>()
    let addReminder = Seen<AddReminderViewModel>()
    let reminderExport = Seen<ReminderExportViewModel>()
    let messages = Seen<MessagesViewModel>()
    let notification = Seen<NotificationViewModel>()
    let badge = Seen<BadgeViewModel>()
    let connection = Seen<ConnectionViewModel>()
    let settled = Settled()
    var now = Date(timeIntervalSince1970: 1_767_603_600)
    private(set) var order: Int64 = 0
    private var numbers: [Effect.Work: Int] = [:]

    /// - Parameter isStarted: whether the store has been read, and is empty.
    init(isStarted: Bool = true, region: Region = .fixed) {
        telex = Telex(region: region)
        telex.bind(chatList)
        telex.bind(createChat)
        telex.bind(autocompleteContact)
        telex.bind(contactList)
        telex.bind(addContact)
        telex.bind(contactExport)
        telex.bind(upcoming)
        telex.bind(addReminder)
        telex.bind(reminderExport)
        telex.bind(messages)
        telex.bind(notification)
        telex.bind(badge)
        telex.bind(connection)
        telex.bind(requests: settled)
        if isStarted {
            send(.chat(.started))
            answer(.load(.outbox), .outbox(.loaded(messages: [])))
            answer(.load(.chats), .chat(.loaded(chats: [])))
            answer(.load(.reminders), .reminder(.loaded(reminders: [])))
            answer(.ask(.sync), .connection(.connected))
            forget()
        }
    }

    /// Routes an event; returns its stamp.
    @discardableResult
    func send(_ event: Event, id: String? = nil, known: [MessageID: KnownMessage] = [:]) -> Stamp {
        let stamp = stamp(id.map { Cause(id: $0, number: Int(order) + 1) }, known)
        telex.receive(event, stamp)
        note()
        return stamp
    }

    /// Answers an effect that is under way, and ends it.
    func answer(_ work: Effect.Work, _ events: Event..., known: [MessageID: KnownMessage] = [:]) {
        guard let number = numbers.removeValue(forKey: work) else {
            Issue.record("\(work) is not under way")
            return
        }
        for event in events {
            telex.receive(event, stamp(telex.cause(of: number), known), answering: number)
            note()
        }
        telex.end(effect: number)
    }

    /// The message that is being posted under this id.
    func posted(_ id: MessageID) -> Message {
        for case .ask(.post(let message)) in works where message.id == id { return message }
        preconditionFailure("\(id) is not being posted")
    }

    /// The number of an effect that was started.
    func number(of work: Effect.Work) -> Int? { numbers[work] }

    private func stamp(_ cause: Cause?, _ known: [MessageID: KnownMessage]) -> Stamp {
        order += 1
        return Stamp(time: now, order: order, freshID: "fresh-\(order)", cause: cause, known: known)
    }

    private func note() {
        saves += telex.takeSaves()
        for order in telex.takeOrders() {
            works.append(order.work)
            numbers[order.work] = order.number
        }
    }

    private(set) var saves: [StoreChange] = []
    private(set) var works: [Effect.Work] = []

    /// Everything that was to be saved since this was last asked.
    func takeSaves() -> [StoreChange] {
        defer { saves = [] }
        return saves
    }

    /// Everything that was to be done since this was last asked.
    func takeWorks() -> [Effect.Work] {
        defer { works = [] }
        return works
    }

    func forget() {
        saves = []
        works = []
        chatList.count = 0
        messages.count = 0
    }

    /// Opens a chat of which the store holds these messages.
    func open(_ chat: ChatID, contact: String, messages: [Message] = [], total: Int? = nil) {
        send(.chat(.synced(chats: [ServerChat(id: chat, contact: contact)])))
        send(.screen(.opened(.messages(chat))))
        let page = HistoryPage(
            chat: chat, messages: messages, total: total ?? messages.count,
            hasOlder: (total ?? 0) > messages.count)
        answer(.load(.history(chat, before: nil, limit: 50)), .history(.loaded(page)))
        forget()
    }

    @discardableResult
    func receive(
        _ chat: ChatID, _ message: MessageID?, _ text: String = "hello", contact: String? = nil,
        known: [MessageID: KnownMessage] = [:]
    ) -> Stamp {
        let message = IncomingMessage(chat: chat, message: message, contact: contact, content: .text(text))
        return send(.message(.received(message)), known: known)
    }
}

/// Keeps what a view was last shown as.
final class Seen<Model: ViewModel>: Listening {
    var model: Model?
    var count = 0

    func show(_ model: Model, cause: Cause?) {
        self.model = model
        count += 1
    }

    func close(cause: Cause?) { model = nil }
}

final class Settled: RequestListening {
    var ids: [String] = []
    func settled(_ cause: Cause) { ids.append(cause.id) }
}

extension Message {
    static func stored(
        _ id: MessageID, in chat: ChatID = "ada", at position: Int64, isOwn: Bool = false, text: String = "hello",
        delivery: Delivery = .received
    ) -> Message {
        Message(
            id: id, chat: chat, position: position, isOwn: isOwn, content: .text(text),
            date: Date(timeIntervalSince1970: 1_767_603_600), delivery: delivery)
    }
}
