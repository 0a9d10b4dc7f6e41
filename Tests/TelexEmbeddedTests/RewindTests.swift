import Foundation
import TelexCore
import TelexEmbedded
import TelexJSON
import TelexRuntime
import TelexStorage
import Testing

@testable import TelexWire

/// Looking into a recording shows what the session printed, and when.
@Suite struct RewindTests {
    private func rewind(_ session: RecordedSession) throws -> Rewind {
        var rest = session.recorded[...]
        return try Rewind { () throws(RecordingError) in rest.popFirst() }
    }

    private func rewind(_ lines: [String]) throws -> Rewind {
        var rest = lines.map { Array($0.utf8)[...] }[...]
        return try Rewind { () throws(RecordingError) in rest.popFirst() }
    }

    /// A message is sent, and stored 3 seconds later.
    private func sending() throws -> RecordedSession {
        let session = try RecordedSession(SessionSetup(views: [BadgeViewModel.view]))
        for line in [
            #"{"event":"chat.creating","recipient":"Echo","id":"a"}"#, #"{"backend":{"delay":"3s"}}"#,
            #"{"event":"message.sending","chatId":"echo","text":"hello","messageId":"m","id":"b"}"#,
            #"{"advance":"3s"}"#,
        ] { try session.perform(.lines([line])) }
        try session.end()
        return session
    }

    @Test(arguments: 100..<112 as Range<UInt64>) func listsWhatEachLinePrinted(seed: UInt64) throws {
        var lines = RandomLines(seed: seed)
        let session = try RecordedSession(SessionSetup(seed: seed))
        for _ in 0..<60 where !session.hasFailed {
            let line = lines.next(session.shown)
            // No line tells the reader that it has unsubscribed, so it would have an old model.
            if line.contains("unsubscribe") { continue }
            try session.perform(.lines([line]))
            _ = session.takeErrors()
        }
        try session.end()
        let rewind = try rewind(session)
        var written: [JSONValue] = []
        var count = 0
        while let step = try rewind.step() {
            count += 1
            #expect(step.number == count)
            written += step.written
        }
        #expect(count == session.recorded.count)
        #expect(written == session.lines.map { JSONValue(text: $0) })
        for (window, model) in session.shown where !session.hasFailed && !type(of: model).isStream {
            let last = rewind.views.last { $0.window == window && $0.view == type(of: model).view }
            #expect(last.map { $0.json.bytes } == Rewind.ViewAtMoment(window: window, model: model).json.bytes)
        }
    }

    @Test func showsAViewThatNobodyHadSubscribedTo() throws {
        let rewind = try rewind(sending())
        try rewind.play(to: .request("a"))
        #expect(rewind.view(MessagesViewModel.view, chat: "echo")?.json["messages"] == [])
        #expect(rewind.view(MessagesViewModel.view, chat: "ada") == nil)
        try rewind.play(to: .request("b"))
        #expect(rewind.view(MessagesViewModel.view)?.json["messages"]?.values.count == 2)
        #expect(rewind.view(UpcomingViewModel.view) == nil)
    }

    @Test func listsTheChangesOfAMember() throws {
        let rewind = try rewind(sending())
        let path = try #require(MemberPath("messages:echo/m/state"))
        var changes: [String] = []
        var value: JSONValue?
        while let change = try rewind.nextChange(of: path, from: value) {
            value = change.new
            changes.append("\(change.step.content["event"]?.string ?? "") \(change.new?.text ?? "")")
        }
        #expect(
            changes == [
                #"message.sending "sending""#, #"message.sent "sent""#, #"message.delivered "delivered""#,
                #"message.readByOther "read""#,
            ])
    }

    @Test(arguments: [
        "messages:echo/m/state", "messages:a~1b/m~0/state", "badge:unreadCount", "chatList:echo/title",
        "upcoming:r/summary", "messages:echo/title",
    ]) func readsPaths(text: String) { #expect(MemberPath(text) != nil) }

    @Test(arguments: ["", "badge", "badge:", "nothing:x", "messages:echo", "messages:", "messages:echo//state"])
    func refusesPaths(text: String) { #expect(MemberPath(text) == nil) }

    @Test func differsByAPatch() throws {
        let session = try sending()
        let (old, new) = (try rewind(session), try rewind(session))
        try old.play(to: .request("a"))
        try new.play(to: .request("b"))
        let (before, after) = (old.view(MessagesViewModel.view), new.view(MessagesViewModel.view))
        var model = try #require(before).json
        try model.apply(.array(Rewind.difference(before, after)))
        // A patch says nothing of the order of members.
        #expect(try MessagesViewModel.read(model) == after?.model as? MessagesViewModel)
        #expect(Rewind.difference(before, nil) == [["op": "remove", "path": ""]])
        #expect(Rewind.difference(nil, before) == [["op": "add", "path": "", "value": before?.json ?? .null]])
        #expect(Rewind.difference(nil, nil) == [])
    }

    @Test func findsMoments() throws {
        let session = try sending()
        let count = session.recorded.count
        for number in [1, 2, count] {
            let rewind = try rewind(session)
            try rewind.play(to: .line(number))
            #expect(rewind.number == number)
        }
        for number in session.lines.indices {
            let (before, after) = (try rewind(session), try rewind(session))
            try after.play(to: .output(number))
            var printed = 0
            while before.number < after.number { printed += try before.step()?.written.count ?? 0 }
            #expect(printed > number)
        }
        let rewind = try rewind(session)
        try rewind.play(to: .date(SessionClock.start))
        #expect(rewind.date == SessionClock.start)
        let later = SessionClock.start.addingTimeInterval(2.999)
        try rewind.play(to: .date(later))
        #expect(try #require(rewind.date) <= later)
        while let step = try rewind.step() {
            guard let date = step.date else { continue }
            #expect(date > later)
            break
        }
        try rewind.play(to: .date(.distantFuture))
        #expect(rewind.number == count)
        for moment in [Moment.line(count + 1), .output(session.lines.count), .request("c"), .line(.max)] {
            #expect(throws: RecordingError.noMoment(moment, lines: count)) { try self.rewind(session).play(to: moment) }
        }
    }

    @Test func readsMoments() {
        let texts = ["12", "seq:0", "id:a", "id:id:", "2026-01-05T09:00:00Z"]
        #expect(
            texts.map { Moment($0) } == [
                .line(12), .output(0), .request("a"), .request("id:"), .date(SessionClock.start),
            ])
        for text in ["", "0", "-1", "seq:", "seq:-1", "id:", "x", "99999999999999999999", "seq:1.5", "2026-01-05"] {
            #expect(Moment(text) == nil, "\(text)")
        }
    }

    @Test func reportsWhatIsWrongWithARecording() throws {
        let lines = try sending().recorded.map { String(decoding: $0, as: UTF8.self) }
        #expect(throws: RecordingError.malformed("it is empty")) { try rewind([]) }
        #expect(throws: RecordingError.malformedLine(1, "it is not a line of a recording")) { try rewind(["\u{0}"]) }
        let torn = try rewind(lines.dropLast(2) + [String(lines[lines.count - 2].dropLast(5))])
        #expect(throws: RecordingError.malformedLine(lines.count - 1, "it is not a line of a recording")) {
            while try torn.step() != nil {}
        }
        let short = try rewind(Array(lines.dropLast()))
        #expect(throws: RecordingError.unfinished) { while try short.step() != nil {} }
        // What came before the end can be looked at.
        try rewind(Array(lines.dropLast())).play(to: .line(lines.count - 1))
        let deep = try rewind([lines[0], String(repeating: "[", count: 100_000)])
        #expect(throws: RecordingError.malformedLine(2, "it is not a line of a recording")) {
            try deep.play(to: .request("a"))
        }
    }

    /// The message that was being sent is sent after all, and the new one after it.
    @Test func goesOnFromAMoment() throws {
        let recorded = try sending().recorded
        let place = try #require(
            recorded.firstIndex { String(decoding: $0, as: UTF8.self).contains("message.sending") })
        var rest = recorded[...]
        let rewind = try Rewind(continues: true) { () throws(RecordingError) in rest.popFirst() }
        try rewind.play(to: .line(place + 1))
        let bytes = HeldLines()
        let (session, intake, output) = try rewind.session(
            SQLiteStore(name: "test"), Mailbox<InLine>(), to: { LineOutput(bytes, $0) },
            backend: { CheckedBackend(EmbeddedBackend(clock: $0, seed: 0, run: "then-")) })
        for (index, line) in [
            #"{"event":"message.sending","chatId":"echo","text":"What if?","id":"w"}"#, #"{"advance":"10s"}"#,
            #"{"event":"screen.closing","screen":"messages"}"#, #"{"subscribe":["messages"]}"#,
            #"{"event":"screen.opening","screen":"messages","chatId":"echo"}"#,
        ].enumerated() {
            try intake.handle(LineDecoder.decode(Array(line.utf8)[...], number: index + 1))
            try session.flush()
        }
        try intake.end(.eof)
        try output.finish()
        let lines = bytes.lines.compactMap { JSONValue(text: $0) }
        #expect(lines.first?["hello"] != nil && lines.last?["bye"] == "eof")
        #expect(lines.compactMap { $0["settled"]?.string } == ["b", "w"])
        let texts = lines.last { $0["view"] == "messages" }?["model"]?["messages"]?.values.map { $0["text"]?.string }
        #expect(texts?.contains("hello") == true && texts?.contains("What if?") == true)
    }
}

/// Keeps the lines that are written.
private final class HeldLines: ByteSink, @unchecked Sendable {  // only one thread writes
    private var bytes: [UInt8] = []

    func write(_ new: [UInt8]) { bytes += new }

    var lines: [ArraySlice<UInt8>] { bytes.split(separator: 0x0A) }
}
