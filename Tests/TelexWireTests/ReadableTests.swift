import Foundation
import Synchronization
import TelexCore
import TelexJSON
import Testing

@testable import TelexWire

/// What comes from a backend can be read back after it was stored or recorded.
@Suite struct ReadableTests {
    /// A backend that answers each request with the same events.
    private final class Sample: ChatBackend {
        let events: [Event]
        init(_ events: [Event]) { self.events = events }
        func perform(_ request: BackendRequest, _ answer: Answer) {
            for event in events { answer(event) }
            answer.keep("since", "s1")
            answer.afterCommit {}
            answer.wake()
            answer.end()
        }
        func open(_ channel: BackendChannel, _ answer: Answer) { perform(.sync, answer) }
        func cancel(_ effect: Int) {}
        func control(_ json: String) throws { throw BackendControlError.unsupported(json) }
        var isBusy: Bool { true }
    }

    /// What the core receives for an event, in words.
    private func received(_ events: [Event]) -> [String] {
        let received = Mutex<[String]>([])
        let backend = CheckedBackend(Sample(events))
        let answer = Answer(effect: 7) { delivery in
            let word =
                switch delivery {
                case .event(let event, let effect): "\(effect) \(event)"
                case .ended(let effect): "\(effect) ended"
                case .keep(let name, let value): "\(name) is \(value)"
                case .afterCommit: "after the commit"
                case .work: "work"
                }
            received.withLock { $0.append(word) }
        }
        backend.perform(.sync, answer)
        backend.open(.push, answer)
        let all = received.withLock(\.self)
        #expect(Array(all[..<(all.count / 2)]) == Array(all[(all.count / 2)...]))
        return Array(all[..<(all.count / 2)])
    }

    @Test func makesTheEventsOfABackendReadable() {
        let odd = MessageContent(
            text: "t", sender: "", replyTo: "", reactions: [Reaction(key: "k", sender: "")],
            spans: [TextSpan(.bold, start: .max, length: .min, user: "")])
        let message = IncomingMessage(
            chat: "ada", message: "", content: odd, serverOrder: .max, date: Date(timeIntervalSince1970: .nan))
        let plain = MessageContent(
            text: "t", reactions: [Reaction(key: "k")],
            spans: [TextSpan(.bold, start: Int(Int32.max), length: Int(Int32.min))])
        let readable = IncomingMessage(
            chat: "ada", content: plain, serverOrder: (1 << 53) - 1,
            date: Date(timeIntervalSince1970: -62_167_219_200))
        let lost = IncomingMessage(chat: "", content: .text("t"))
        let events: [Event] = [
            .message(.received(message)), .message(.received(lost)),
            .history(.synced(SyncedHistory(chat: "ada", messages: [lost, message], before: nil))),
            .connection(.connected),
        ]
        let expected: [Event] = [
            .message(.received(readable)),
            .history(.synced(SyncedHistory(chat: "ada", messages: [readable], before: nil))),
            .connection(.connected),
        ]
        #expect(
            received(events) == expected.map { "7 \($0)" } + ["since is s1", "after the commit", "work", "7 ended"])
    }

    @Test func passesOnTheRest() {
        let backend = CheckedBackend(Sample([]))
        #expect(backend.isBusy)
        #expect(throws: BackendControlError.unsupported("x")) { try backend.control("x") }
    }

    @Test(
        arguments: [
            (.nan, -62_167_219_200), (.infinity, 253_402_300_799.999), (-.infinity, -62_167_219_200), (0.5, 0.5),
        ] as [(TimeInterval, TimeInterval)])
    func findsTheNearestDateThatCanBeWritten(seconds: TimeInterval, nearest: TimeInterval) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(date.readable == Date(timeIntervalSince1970: nearest))
        #expect(InternetDate.date(InternetDate.text(date)) == date.readable)
    }
}
