import Foundation
import TelexAPI
import TelexNetwork
import Testing

@testable import TelexClient

@Suite struct PartsTests {
    @Test func doublesTheDelayUpToALimit() {
        var backoff = Backoff()
        #expect((0..<9).map { _ in backoff.next(1) } == [0.5, 1, 2, 4, 8, 16, 30, 30, 30])
        #expect(backoff.next(0) == 15)
        backoff.reset()
        #expect(backoff.next(0) == 0.25)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func passesMessagesOnInOrderWithoutDuplicates(seed: UInt64) {
        var random = Random(seed: seed)
        var log = ChatLog()
        var seqs = Array(1...50).flatMap { [Int64($0), Int64($0)] }
        seqs.shuffle(using: &random)
        let handed = seqs.flatMap { log.add(message($0)) }.map(\.seq)
        #expect(handed == Array(1...50))
        #expect(!log.hasGap && log.known == 50)
    }

    @Test func holdsAMarkUntilItsMessageArrives() {
        var log = ChatLog(bookmark: "2 bob/2")
        log.set(mark(4))
        #expect(log.takeMarks() == [])
        _ = log.add(message(3))
        #expect(log.takeMarks() == [])
        _ = log.add(message(4))
        #expect(log.takeMarks() == [mark(4)])
        #expect(log.takeMarks() == [])
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func parsesEventsFromChunksOfAnySize(size: Int) {
        let text =
            ": comment\n\nid: 1\nevent: message\ndata: {\"a\":1}\n\ndata: one\r\ndata:two\r\n\r\nevent: x\n\nevent: é\rdata: 3\r\r"
        let bytes = Array(text.utf8)
        var reader = EventStreamReader()
        let events = stride(from: 0, to: bytes.count, by: size).flatMap {
            reader.read(bytes[$0..<min($0 + size, bytes.count)])
        }
        #expect(events.map(\.kind) == ["message", "message", "é"])
        #expect(events.map { String(decoding: $0.data, as: UTF8.self) } == [#"{"a":1}"#, "one\ntwo", "3"])
    }

    @Test(arguments: [("", ""), ("data: ", "\n")])
    func noticesAnEventThatDoesNotEnd(start: String, end: String) {
        var reader = EventStreamReader()
        let chunk = Array((start + String(repeating: "x", count: 1 << 20) + end).utf8)
        for _ in 1...9 { #expect(reader.read(chunk) == []) }
        #expect(reader.isTooLong)
    }
}

func message(_ seq: Int64, in chat: String = "ada+bob", from sender: String = "bob", id: String? = nil) -> MessageInfo {
    MessageInfo(
        chat: chat, seq: seq, id: "\(sender)/\(id ?? "\(seq)")", sender: sender, name: sender.capitalized,
        text: "text \(seq)", date: Date(timeIntervalSince1970: 1_767_603_600))
}

func mark(_ seq: Int64, of user: String = "bob", on id: String = "ada/m") -> Mark {
    Mark(chat: "ada+bob", user: user, read: id, readSeq: seq, delivered: id, deliveredSeq: seq)
}

/// A generator that returns the same numbers for the same seed.
struct Random: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
