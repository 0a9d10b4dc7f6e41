import Foundation
import Testing

@testable import TelexCore

/// Drives a core by hand: sends it events, answers its effects, and records what it shows.
///
/// A test sets up its state and discards the output (`forget()`), sends one event, and states everything that follows
/// (`expect`). A save, an effect, a settled request or a changed view that no test statement covers fails the test.
final class Flow {
    let telex: Telex
    let chatList = Seen<ChatListViewModel>()
    let chatForm = Seen<ChatFormViewModel>()
    let recipients = Seen<RecipientsViewModel>()
    let found = Seen<FoundViewModel>()
    let contactList = Seen<ContactListViewModel>()
    let contactForm = Seen<ContactFormViewModel>()
    let contactExport = Seen<ContactExportViewModel>()
    let upcoming = Seen<UpcomingViewModel>()
    let reminderForm = Seen<ReminderFormViewModel>()
    let reminderExport = Seen<ReminderExportViewModel>()
    let messages = Seen<MessagesViewModel>()
    let members = Seen<MembersViewModel>()
    let notification = Seen<NotificationViewModel>()
    let badge = Seen<BadgeViewModel>()
    let transfers = Seen<TransfersViewModel>()
    let connection = Seen<ConnectionViewModel>()
    let settled = Settled()
    var now = Date.start
    private(set) var order: Int64 = 0
    private(set) var saves: [StoreChange] = []
    private(set) var works: [Effect.Work] = []
    private var numbers: [Effect.Work: Int] = [:]
    private let views: [any Viewed]
    private let location: SourceLocation
    /// Whether output that was not checked fails the test.
    private let isStrict: Bool
    /// Whether nothing was sent or checked since the last `forget()`.
    private var hasJustForgotten = false

    /// - Parameters:
    ///   - chats: the chats in the store.
    ///   - isStarted: whether the store has been loaded and the connection is up.
    init(
        chats: [Chat] = [], isStarted: Bool = true, region: Region = .fixed, isStrict: Bool = true,
        _ location: SourceLocation = #_sourceLocation
    ) {
        telex = Telex(region: region)
        self.location = location
        self.isStrict = isStrict
        views = [
            chatList, chatForm, recipients, found, contactList, contactForm, contactExport, upcoming, reminderForm,
            reminderExport, messages, members, notification, badge, transfers, connection,
        ]
        for view in views { view.bind(to: telex) }
        telex.bind(requests: settled)
        if isStarted {
            send(.chat(.loading))
            answer(.load(.outbox), .outbox(.loaded(messages: [])))
            answer(.file(.list(unsent: [])))
            answer(.load(.chats(first: 50)), .chat(.loaded(LoadedChats(chats: chats))))
            answer(.load(.reminders), .reminder(.loaded(reminders: [])))
            answer(.ask(.sync), .connection(.connected))
        }
        forget()
        hasJustForgotten = false
    }

    deinit {
        guard isStrict else { return }
        let left =
            saves.map { "\($0)" } + works.map { "\($0)" } + settled.ids.map { "\($0) is settled" } + takeChanges()
        if !left.isEmpty {
            Issue.record("Nobody looked at:\n\(left.joined(separator: "\n"))", sourceLocation: location)
        }
        if hasJustForgotten {
            Issue.record("forget() is for arranging: state what came instead", sourceLocation: location)
        }
    }

    // MARK: Input

    /// Routes an event; returns its stamp.
    @discardableResult
    func send(
        _ event: Event, id: String? = nil, known: [MessageID: KnownMessage] = [:], answered: [AnsweredMessage] = [],
        early: [MessageID: [Reaction]] = [:], in window: WindowID = .main
    ) -> Stamp {
        let cause = id.map { Cause(id: $0, number: Int(order) + 1, window: window) }
        let stamp = stamp(cause, known, answered, early).of(window, cause)
        telex.receive(event, stamp)
        note()
        return stamp
    }

    /// Answers a running effect, and ends it.
    func answer(
        _ work: Effect.Work, _ events: Event..., known: [MessageID: KnownMessage] = [:],
        location: SourceLocation = #_sourceLocation
    ) {
        guard let number = numbers.removeValue(forKey: work) else {
            Issue.record("\(work) is not under way", sourceLocation: location)
            return
        }
        answer(number, events, known: known)
    }

    /// Answers the effect with that number, which may no longer be running.
    func answer(_ number: Int, _ events: [Event], known: [MessageID: KnownMessage] = [:]) {
        for event in events {
            telex.receive(event, stamp(telex.cause(of: number), known), answering: number)
            note()
        }
        telex.end(effect: number)
        note()
    }

    /// The number of a running effect.
    func number(of work: Effect.Work) -> Int? { numbers[work] }

    private func stamp(
        _ cause: Cause?, _ known: [MessageID: KnownMessage], _ answered: [AnsweredMessage] = [],
        _ early: [MessageID: [Reaction]] = [:]
    ) -> Stamp {
        order += 1
        return Stamp(
            time: now, order: order, freshID: "fresh-\(order)", cause: cause, known: known, answered: answered,
            early: early)
    }

    private func note() {
        hasJustForgotten = false
        saves += telex.takeSaves()
        for order in telex.takeOrders() {
            works.append(order.work)
            if order.work == .cancel {
                numbers = numbers.filter { $0.value != order.number }
            } else {
                numbers[order.work] = order.number
            }
        }
    }

    // MARK: Output

    /// Checks all output since the last check; anything left out must not have happened.
    ///
    /// - Parameter changes: the changes of the views, as `Snapshot` writes them.
    func expect(
        saves: [StoreChange] = [], works: [Effect.Work] = [], settled: [String] = [], changes: String = "",
        location: SourceLocation = #_sourceLocation
    ) {
        hasJustForgotten = false
        #expect(takeSaves() == saves, sourceLocation: location)
        #expect(takeWorks() == works, sourceLocation: location)
        #expect(self.settled.take() == settled, sourceLocation: location)
        let lines = changes.split(separator: "\n").map(String.init)
        #expect(takeChanges() == lines, sourceLocation: location)
    }

    /// Returns the changes to be saved since the last call.
    func takeSaves() -> [StoreChange] {
        defer { saves = [] }
        return saves
    }

    /// Returns the work for the ports since the last call.
    func takeWorks() -> [Effect.Work] {
        defer { works = [] }
        return works
    }

    /// Returns the changes of the views since the last call.
    func takeChanges() -> [String] { views.flatMap { $0.takeChanges() } }

    /// Discards all output so far; for setup only.
    func forget() {
        _ = (takeSaves(), takeWorks(), takeChanges(), settled.take())
        chatList.count = 0
        messages.count = 0
        hasJustForgotten = true
    }

    // MARK: Setup

    /// Opens a chat for which the store has these messages.
    func open(_ chat: ChatID, title: String, messages: [Message] = [], total: Int? = nil) {
        send(.chat(.synced(chats: [ServerChat(id: chat, title: title)])))
        send(.screen(.opening(.messages(chat))))
        let page = HistoryPage(
            chat: chat, messages: messages, total: total ?? messages.count,
            hasOlder: (total ?? 0) > messages.count)
        answer(.load(.history(chat, before: nil, limit: 50)), .history(.loaded(page)))
        forget()
    }

    @discardableResult
    func receive(
        _ chat: ChatID, _ message: MessageID?, _ text: String = "hello", title: String? = nil,
        known: [MessageID: KnownMessage] = [:]
    ) -> Stamp {
        send(.message(.received(.new(message, in: chat, title: title, text: text))), known: known)
    }
}

/// Records the model that a view last showed.
///
/// Reading `model` does not count as checking it: `takeChanges` returns the whole change.
final class Seen<Model: ViewModel>: Listening, Viewed {
    private(set) var model: Model?
    var count = 0
    private var lookedAt: Snapshot?

    func show(_ model: Model, cause: Cause?) {
        self.model = model
        count += 1
    }

    func close(cause: Cause?) { model = nil }

    func bind(to telex: Telex) { telex.bind(self) }

    func takeChanges() -> [String] {
        let now = model.map { Snapshot($0) }
        defer { lookedAt = now }
        return Snapshot.changes(from: lookedAt, to: now)
    }
}

/// A view with any model.
protocol Viewed: AnyObject {
    func bind(to telex: Telex)
    /// Returns the changes since the last call.
    func takeChanges() -> [String]
}

final class Settled: RequestListening {
    /// The request ids, each followed by its outcome unless that is `done`.
    private(set) var ids: [String] = []

    func settled(_ cause: Cause, _ outcome: Outcome) {
        ids.append(outcome.kind == .done ? cause.id : "\(cause.id) \(outcome.kind)")
    }

    func concluded(_ cause: Cause, _ outcome: Outcome) { ids.append("\(cause.id) in the end \(outcome.kind)") }

    func take() -> [String] {
        defer { ids = [] }
        return ids
    }
}

/// Records the outcomes of requests.
final class Recorder: RequestListening {
    private(set) var outcomes: [Outcome] = []
    private(set) var settled: [String] = []
    private(set) var concluded: [Outcome] = []
    private(set) var holes: [ChatID] = []
    func settled(_ cause: Cause, _ outcome: Outcome) {
        outcomes.append(outcome)
        settled.append(cause.id)
    }

    func concluded(_ cause: Cause, _ outcome: Outcome) { concluded.append(outcome) }

    func missed(_ gap: MissingMessages) { if case .chat(let chat) = gap { holes.append(chat) } }
}
