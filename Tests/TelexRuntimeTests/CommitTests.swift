import Foundation
import TelexCore
import Testing

@testable import TelexRuntime

/// A backend may acknowledge only stored events to its server.
@Suite struct CommitTests {
    @Test(arguments: [false, true])
    func notifiesTheBackendOnlyAfterACommit(fails: Bool) throws {
        let (store, mailbox) = (Store(), Mailbox<Int>())
        let session = try Session(
            region: .fixed, store: store, backend: Backend(store), clock: .virtual(), ids: CountedIDs(),
            mailbox: mailbox)
        store.fails = fails
        try? session.receive(.connection(.connecting))
        try? session.flush()
        #expect(store.changes == (fails ? [] : [.link(name: "since", value: "s1")]))
        #expect(store.acknowledged == (fails ? [] : [["s1"]]))
    }

    @Test(arguments: [false, true])
    func releasesOutputOnlyAfterItsChangesAreStored(fails: Bool) throws {
        let (store, mailbox) = (Store(), Mailbox<Int>())
        let session = try Session(
            region: .fixed, store: store, backend: Backend(store), clock: .virtual(), ids: CountedIDs(),
            mailbox: mailbox)
        let outlet = Watcher(store)
        session.add(outlet)
        store.fails = fails
        let message = IncomingMessage(chat: "ada", message: "m", content: .text("t"))
        if fails {
            #expect(throws: SessionFailure.self) {
                try session.receive(.message(.received(message)))
                try session.flush()
            }
        } else {
            try session.receive(.message(.received(message)))
            try session.flush()
        }
        #expect(outlet.stored.allSatisfy { $0 > 0 } && outlet.stored.isEmpty == fails)
        #expect(outlet.discards == (fails ? 1 : 0))
    }

    @Test func showsTheFirstChatsBeforeItLoadsTheOthers() throws {
        let store = Store()
        let session = try Session(
            region: .fixed, store: store, backend: Backend(store), clock: .virtual(), ids: CountedIDs(),
            mailbox: Mailbox<Int>())
        let outlet = Watcher(store)
        session.add(outlet)
        try session.receive(.chat(.loading))
        try session.flush()
        let idle = outlet.loaded.map { queries in queries.filter { if case .chats = $0 { true } else { false } } }
        #expect(idle.prefix(2) == [[.chats(first: 50)], [.chats(first: 50), .chats(first: nil)]])
    }

    /// Records how many changes were stored each time that output was released, and what was loaded each time that there
    /// was nothing more to do.
    private final class Watcher: Outlet {
        let store: Store
        var stored: [Int] = []
        var discards = 0
        var loaded: [[StoreQuery]] = []

        init(_ store: Store) { self.store = store }

        func release() { stored.append(store.changes.count) }
        func discard() { discards += 1 }
        func idle() { loaded.append(store.loaded) }
    }

    /// Answers a sync with a token, and acknowledges the tokens that are stored by then.
    private final class Backend: ChatBackend {
        let store: Store
        var isBusy: Bool { false }

        init(_ store: Store) { self.store = store }

        func perform(_ request: BackendRequest, _ answer: Answer) {
            answer.keep("since", "s1")
            answer.afterCommit { [store] in store.acknowledge() }
            answer.end()
        }

        func open(_ channel: BackendChannel, _ answer: Answer) {}
        func cancel(_ effect: Int) {}
        func control(_ json: String) throws {}
    }

    private final class Store: ChatStore, @unchecked Sendable {  // used by one thread
        struct Full: Error {}

        var fails = false
        var changes: [StoreChange] = []
        var loaded: [StoreQuery] = []
        /// The tokens that were stored at each acknowledgement.
        var acknowledged: [[String]] = []

        func acknowledge() {
            acknowledged.append(changes.compactMap { if case .link(_, let value) = $0 { value } else { nil } })
        }

        func commit(_ changes: [StoreChange]) throws {
            if fails { throw Full() }
            self.changes += changes
        }

        func lastPosition() throws -> Int64 { 0 }
        func answered(_ messages: [MessageID], in chat: ChatID) throws -> [AnsweredMessage] { [] }
        func earlyReactions(to messages: [MessageID], in chat: ChatID) throws -> [MessageID: [Reaction]] { [:] }
        func known(_ messages: [MessageID], in chat: ChatID) throws -> [MessageID: KnownMessage] { [:] }
        func stored(_ messages: [MessageKey]) throws -> Set<MessageKey> { [] }
        func load(_ query: StoreQuery) throws -> Event {
            loaded.append(query)
            guard case .chats(let limit) = query else { return query.failure("none") }
            return .chat(.loaded(LoadedChats(chats: [], others: OtherChats(count: limit == nil ? 0 : 1))))
        }
    }
}
