import Foundation
import TelexCore
import Testing

@testable import TelexRuntime

@Suite struct RuntimeTests {
    @Test(arguments: [1, 2, 3, 7, 64])
    func splitsLinesInPiecesOfAnySize(size: Int) {
        let bytes = Array("one\n\ntwo é\r\n\(String(repeating: "x", count: 30))\nlast".utf8)
        var splitter = LineSplitter(longest: 20)
        var lines: [String] = []
        func keep(_ line: ArraySlice<UInt8>) { lines.append(String(decoding: line, as: UTF8.self)) }
        for start in stride(from: 0, to: bytes.count, by: size) {
            splitter.split(bytes[start..<min(start + size, bytes.count)], keep)
        }
        for last in splitter.finish() { keep(last[...]) }
        #expect(lines == ["one", "", "two é\r", String(repeating: "x", count: 21), "last"])
    }

    @Test func passesOnOnlyTheBeginningOfALineThatIsTooLong() {
        var splitter = LineSplitter(longest: 4)
        var lines: [Int] = []
        for piece in ["1234\n12345\n", "1234", "\n", "12345", "\n", "12", "345", "6\n", "12", "34\n"] {
            splitter.split(Array(piece.utf8)[...]) { lines.append($0.count) }
        }
        #expect(lines == [4, 5, 4, 5, 5, 4])
    }

    @Test func firesCallbacksInTheOrderInWhichTheyAreDue() {
        let clock = SessionClock.virtual()
        var calls: [String] = []
        let start = clock.now
        func call(_ name: String, after seconds: TimeInterval) -> TimerID {
            clock.schedule(at: start.addingTimeInterval(seconds)) {
                calls.append("\(name) \(clock.now.timeIntervalSince(start))")
            }
        }
        _ = call("late", after: 2)
        // So many that a heap ordered by time alone would not keep their order.
        let names = (0..<20).map { "tie \($0)" }
        for name in names { _ = call(name, after: 0.5) }
        _ = call("first of two", after: 1)
        _ = call("second of two", after: 1)
        clock.cancel(call("cancelled", after: 1))
        #expect(clock.nextDue == start.addingTimeInterval(0.5))
        while clock.fireNext(by: start.addingTimeInterval(1.5)) {}
        #expect(calls == names.map { "\($0) 0.5" } + ["first of two 1.0", "second of two 1.0"])
        clock.set(start.addingTimeInterval(1.5))
        clock.set(start)
        #expect(clock.now == start.addingTimeInterval(1.5))
    }

    @Test func keepsOneSummaryOfAChatAndKnowsItsMessages() {
        var batch = Batch()
        let message = Message(
            id: "m", chat: "a", position: 7, isOwn: false, content: .text(""), date: .distantPast, delivery: .received)
        batch.add([.chat(Chat(id: "a", title: "1")), .message(message)])
        batch.add([.chat(Chat(id: "b", title: "2")), .chat(Chat(id: "a", title: "3"))])
        #expect(
            batch.position(of: MessageKey(chat: "a", message: "m")) == 7
                && batch.position(of: MessageKey(chat: "b", message: "m")) == nil)
        #expect(
            batch.take() == [.chat(Chat(id: "a", title: "3")), .message(message), .chat(Chat(id: "b", title: "2"))])
        #expect(batch.isEmpty && batch.position(of: MessageKey(chat: "a", message: "m")) == nil)
    }

    @Test func storesAMessageThatIsSentByNowAsSent() {
        var batch = Batch()
        var message = Message(
            id: "m", chat: "a", position: 1 << 50, isOwn: true, content: .text(""), date: .distantPast,
            delivery: .sending)
        batch.add([.message(message), .marked("a", "n", .sent, at: 8)])
        batch.add([.marked("a", "m", .sent, at: 9)])
        (message.delivery, message.position) = (.sent, 9)
        #expect(batch.position(of: message.key) == 9)
        #expect(batch.take() == [.message(message), .marked("a", "n", .sent, at: 8)])
    }

    @Test func forgetsTheMessagesOfARemovedChat() {
        var batch = Batch()
        for chat in ["a", "b"] as [ChatID] {
            let message = Message(
                id: "m", chat: chat, position: 7, isOwn: false, content: .text(""), date: .distantPast,
                delivery: .received)
            batch.add([.message(message)])
        }
        batch.add([.chatRemoved("a")])
        #expect(batch.position(of: MessageKey(chat: "a", message: "m")) == nil)
        #expect(batch.position(of: MessageKey(chat: "b", message: "m")) == 7)
    }

    @Test func blocksASenderWhileThereIsNoRoom() async {
        let mailbox = Mailbox<Int>(capacity: 4)
        let sender = Thread {
            for number in 0..<100 { mailbox.deliver([number]) }
            mailbox.deliver([], then: .end)
        }
        sender.start()
        var taken: [Int] = []
        loop: while true {
            switch mailbox.next(until: nil) {
            case .lines(let lines):
                #expect((1...4).contains(lines.count))
                taken += lines
            case .end: break loop
            default: Issue.record("nothing else was delivered")
            }
        }
        #expect(taken == Array(0..<100))
    }

    @Test func returnsSignalsThenAnswersThenLines() {
        let mailbox = Mailbox<Int>()
        mailbox.deliver([1])
        mailbox.deliver(.ended(effect: 1))
        mailbox.interrupt(15)
        guard case .signal(15) = mailbox.next(until: nil) else { return #expect(Bool(false)) }
        guard case .answers = mailbox.next(until: nil) else { return #expect(Bool(false)) }
        guard case .ended(effect: 1) = mailbox.takeAnswers().first else { return #expect(Bool(false)) }
        guard case .due = mailbox.next(until: .distantPast) else { return #expect(Bool(false)) }
        guard case .lines([1]) = mailbox.next(until: nil) else { return #expect(Bool(false)) }
    }
}
