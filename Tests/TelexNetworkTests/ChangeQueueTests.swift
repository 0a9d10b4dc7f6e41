import TelexCore
import Testing

@testable import TelexNetwork

/// The order of what changes a chat.
@Suite struct ChangeQueueTests {
    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    /// The queue, as an object.
    private final class Queue {
        private var queue = ChangeQueue()

        func add(_ request: BackendRequest, _ effect: Int) -> Bool { queue.add(request, effect) }

        /// Adds a request of some kind, which is kept in order.
        func add(_ kind: Int, _ effect: Int, _ chat: ChatID = "ada") {
            #expect(add(ChangeQueueTests.request(kind, chat, effect), effect))
        }

        func next(isOffline: Bool = false) -> ChangeQueue.Turn? { queue.next(isOffline: isOffline) }

        func end(_ effect: Int, isPostponed: Bool = false) { queue.end(effect, isPostponed: isPostponed) }

        func cancel(_ effect: Int) { queue.cancel(effect) }
    }

    private static let chats: [ChatID] = ["ada", "bob", "club"]

    private static func request(_ kind: Int, _ chat: ChatID, _ number: Int) -> BackendRequest {
        switch kind {
        case 0: .edit(chat, "m", text: "\(number)")
        case 1: .delete(chat, "m\(number)")
        case 2: .react(chat, "m", key: "x", isAdding: true)
        case 3: .change(chat, .title("\(number)"))
        case 4: .change(chat, .leave)
        default:
            .post(
                Message(
                    id: MessageID("\(number)"), chat: chat, position: 1, isOwn: true, content: .text("hi"),
                    date: .distantPast, delivery: .sending))
        }
    }

    private static func isPost(_ request: BackendRequest) -> Bool { if case .post = request { true } else { false } }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func beginsTheRequestsOfAChatInOrderInWhateverOrderTheyEnd(seed: UInt64) throws {
        var chance = Chance(state: seed)
        let queue = Queue()
        var chats: [Int: ChatID] = [:]
        var (running, begun): ([Int: BackendRequest], [ChatID: [Int]]) = ([:], [:])
        var cancelled: Set<Int> = []
        func beginNext() {
            while let turn = queue.next() {
                let chat = chats[turn.effect]!
                let others = running.filter { chats[$0.key] == chat }.values
                // Only messages are under way side by side, and those that edit or delete older ones need not wait for them.
                #expect(others.allSatisfy(Self.isPost))
                if case .change = turn.request { #expect(others.isEmpty) }
                #expect(!cancelled.contains(turn.effect) && !turn.isBarred)
                running[turn.effect] = turn.request
                begun[chat, default: []].append(turn.effect)
            }
        }
        for number in 0..<60 {
            let chat = Self.chats.randomElement(using: &chance)!
            chats[number] = chat
            queue.add(Int.random(in: 0...7, using: &chance), number, chat)
            beginNext()
            if Bool.random(using: &chance), let ended = running.keys.sorted().randomElement(using: &chance) {
                running[ended] = nil
                queue.end(ended)
            } else if number % 9 == 0, running[number] == nil {
                cancelled.insert(number)
                queue.cancel(number)
            }
            beginNext()
        }
        while let ended = running.keys.sorted().randomElement(using: &chance) {
            running[ended] = nil
            queue.end(ended)
            beginNext()
        }
        for chat in Self.chats {
            #expect(begun[chat] ?? [] == (0..<60).filter { chats[$0] == chat && !cancelled.contains($0) })
        }
    }

    @Test func waitsForAChangeThatNobodyWaitsForAnyMore() {
        let queue = Queue()
        queue.add(0, 1)
        queue.add(1, 2)
        #expect(queue.next()?.effect == 1)
        // The server may still get it.
        queue.cancel(1)
        #expect(queue.next()?.effect == nil)
        queue.end(1)
        #expect(queue.next()?.effect == 2)
    }

    @Test func doesNotLeaveWhatStillWaits() {
        let queue = Queue()
        for (effect, kind) in [5, 5, 4].enumerated() { queue.add(kind, effect) }
        #expect([queue.next()?.effect, queue.next()?.effect, queue.next()?.effect] == [0, 1, nil])
        queue.end(0, isPostponed: true)
        queue.end(1)
        #expect(queue.next()?.isBarred == true)
        queue.end(2)
        queue.add(4, 3)
        #expect(queue.next()?.isBarred == false)
    }

    @Test func holdsNothingBackWithoutAConnection() {
        let queue = Queue()
        for effect in 1...3 { queue.add(3, effect) }
        #expect(queue.next()?.effect == 1)
        #expect(queue.next(isOffline: true)?.effect == 2)
        queue.end(2)
        #expect([queue.next(isOffline: true)?.effect, queue.next(isOffline: true)?.effect] == [3, nil])
        queue.end(3)
        // The first one may still reach the server.
        queue.add(3, 4)
        #expect(queue.next()?.effect == nil)
        queue.end(1)
        #expect(queue.next()?.effect == 4)
    }

    @Test(arguments: [
        BackendRequest.typing("ada"), .markRead("ada", "m"), .search("b"), .older("ada", before: "p"), .sync,
        .create(recipient: "bob"),
    ])
    func keepsNoOrderOfWhatChangesNothing(request: BackendRequest) {
        let queue = Queue()
        #expect(!queue.add(request, 1) && queue.next() == nil)
    }
}
