import Foundation
import TelexCore
import TelexRuntime
import Testing

@testable import TelexWire

/// A replay prints the same lines as the session that was recorded, whatever happened in it.
@Suite struct ReplayTests {
    /// More of them, and other ones, with `Scripts/test --long`.
    private static let seeds: Range<UInt64> =
        0..<(ProcessInfo.processInfo.environment["TELEX_LONG"] == nil ? 24 : 1000)

    @Test(arguments: seeds) func repeatsRandomSessions(seed: UInt64) throws {
        let setup = SessionSetup(seed: seed)
        var lines = RandomLines(seed: seed)
        let session = try RecordedSession(setup)
        var steps: [Step] = []
        while !session.hasFailed, steps.count < 100 || session.lines.count <= 200 {
            let step = Self.step(&lines, session)
            steps.append(step)
            try session.perform(step)
            _ = session.takeErrors()
        }
        try session.end()
        if try Self.difference(session) == nil { return }
        steps = try Self.shrunk(steps, setup)
        let shrunk = try Self.play(steps, setup)
        Issue.record(
            """
            Seed \(seed), \(setup):
            \(steps.map(\.description).joined(separator: "\n"))
            \(try Self.difference(shrunk) ?? "no difference")
            """)
    }

    @Test(arguments: [
        // A window is closed while its message is being sent.
        [
            #"{"event":"chat.creating","recipient":"Echo"}"#, #"{"backend":{"delay":"3s"}}"#,
            #"{"window":"w","event":"message.sending","chatId":"echo","text":"hello","id":"a"}"#,
            #"{"closeWindow":"w"}"#, #"{"advance":"3s"}"#,
        ],
        // A window that is not open leaves the inbox.
        [
            #"{"window":"w","unsubscribe":["inbox"]}"#, #"{"backend":{"say":{"chatId":"a","text":"hello"}}}"#,
            #"{"window":"w","subscribe":["notification"]}"#,
        ],
        // A message that waited is edited while it is being sent. Its request has settled already.
        [
            #"{"event":"chat.creating","recipient":"Echo"}"#, #"{"backend":{"offline":true}}"#,
            #"{"event":"message.sending","chatId":"echo","text":"one","messageId":"m","id":"a"}"#,
            #"{"backend":{"delay":"3s"}}"#, #"{"backend":{"online":true}}"#, #"{"event":"connection.retrying"}"#,
            #"{"event":"revision.editing","chatId":"echo","messageId":"m","text":"two","id":"b"}"#,
            #"{"advance":"10s"}"#,
        ],
    ]) func repeatsTheSession(lines: [String]) throws {
        let session = try Self.play(lines.map { .lines([$0]) }, SessionSetup())
        #expect(try Self.difference(session) == nil)
    }

    private static func step(_ lines: inout RandomLines, _ session: RecordedSession) -> Step {
        switch lines.chance.below(50) {
        case 0: return .join
        case 1: return .leave
        case 2, 3: return .other(lines.next(session.shown))
        default:
            // Many lines at once are looked up together.
            let count = lines.chance.isOne(in: 10) ? 20 : 1 + lines.chance.below(3)
            return .lines((0..<count).map { _ in lines.next(session.shown) })
        }
    }

    private static func play(_ steps: [Step], _ setup: SessionSetup) throws -> RecordedSession {
        let session = try RecordedSession(setup)
        for step in steps {
            try session.perform(step)
            _ = session.takeErrors()
        }
        try session.end()
        return session
    }

    /// Describes the first difference between a session and its replay; `nil` if there is none.
    private static func difference(_ session: RecordedSession) throws -> String? {
        let (output, replayed) = (session.lines, try session.replay())
        guard output != replayed else { return nil }
        let place = zip(output, replayed).prefix { $0 == $1 }.count
        let (one, other) = (output.dropFirst(place).first ?? [], replayed.dropFirst(place).first ?? [])
        let same = max(0, zip(one, other).prefix { $0 == $1 }.count - 80)
        let texts = [one, other].map { String(decoding: $0.dropFirst(same).prefix(400), as: UTF8.self) }
        return "line \(place), from byte \(same):\n  output: \(texts[0])\n  replay: \(texts[1])"
    }

    /// Removes steps while the replay still differs, in a few attempts.
    private static func shrunk(_ steps: [Step], _ setup: SessionSetup) throws -> [Step] {
        var steps = steps
        var attempts = 100
        var length = steps.count / 2
        while length > 0 {
            var place = 0
            while place < steps.count, attempts > 0 {
                attempts -= 1
                var fewer = steps
                fewer.removeSubrange(place..<min(place + length, steps.count))
                if try difference(play(fewer, setup)) != nil { steps = fewer } else { place += length }
            }
            length /= 2
        }
        return steps
    }
}

extension SessionSetup {
    init(seed: UInt64) {
        var chance = Chance(seed: ~seed)
        updates = seed.isMultiple(of: 2) ? .whole : .patch
        views = ViewName.allCases.filter { _ in !chance.isOne(in: 3) }
        start = chance.pick([
            SessionClock.start, SessionClock.start, Date(timeIntervalSince1970: 0.1), Date(timeIntervalSince1970: 4e9),
            Date(timeIntervalSince1970: -62_167_219_200), Date(timeIntervalSince1970: 253_402_300_799),
        ])
        marksRead = chance.isOne(in: 4)
        isShared = chance.isOne(in: 4)
        failingCommit = chance.isOne(in: 6) ? 50 + chance.below(50) : nil
        failingLoad = chance.isOne(in: 4) ? 2 + chance.below(4) : nil
        drain = chance.pick([0, 0.5, 10])
        ending = chance.pick([.eof, .eof, .signal, .inputFailed])
    }
}
