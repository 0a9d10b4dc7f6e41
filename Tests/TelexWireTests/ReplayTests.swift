import Foundation
import Synchronization
@testable import TelexCore
import TelexJSON
import TelexRuntime
import Testing

@testable import TelexWire

@Suite struct ReplayTests {
    private final class Sink: ByteSink {
        let bytes = Mutex<[UInt8]>([])
        func write(_ new: [UInt8]) throws(FileOutput.Failure) { bytes.withLock { $0 += new } }

        var lines: [String] {
            String(decoding: bytes.withLock { $0 }, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    private func bytes(_ line: RecordedLine) -> ArraySlice<UInt8> {
        var writer = JSONWriter()
        line.writeLine(to: &writer)
        return writer.bytes.dropLast()
    }

    private func play(_ lines: [ArraySlice<UInt8>], to sink: Sink) throws {
        var rest = lines[...]
        try Replay.play({ () throws(RecordingError) in rest.popFirst() }) { LineOutput(sink, $0) }
    }

    private func header(version: Int = ProtocolVersion.number, zone: String = "UTC") -> RecordedLine {
        var hello = Hello.blank
        hello.version = version
        return .header(
            RecordingHeader(
                hello: hello, zone: zone, locale: "en", timeFormat: nil, subscribe: [BadgeViewModel.view],
                arguments: [],
                updates: .whole))
    }

    private let stamp = Stamp(
        time: Date(timeIntervalSince1970: 0), order: 1, freshID: "f", cause: Cause(id: "a", number: 1),
        known: ["b": KnownMessage(position: 2), "a": KnownMessage(position: 1), "c": KnownMessage(position: 3)])

    @Test func reproducesTheRecordedLines() throws {
        let sink = Sink()
        let lines: [RecordedLine] = [
            header(), .subscribe([ChatListViewModel.view], nil, .main),
            .unsubscribe([BadgeViewModel.view], .main), .settled("x", .main),
            .event(.chat(.listing(rows: 3)), stamp, effect: nil), .bye(.eof),
        ]
        try play(lines.map(bytes), to: sink)
        #expect(
            sink.lines.map { $0.prefix(40) } == [
                #"{"seq":0,"hello":{"protocol":1,"controls"#, #"{"seq":1,"view":"badge","cause":null,"mo"#,
                #"{"seq":2,"view":"chatList","cause":null,"#, #"{"seq":3,"settled":"x","outcome":"done"}"#,
                #"{"seq":4,"settled":"a","outcome":"done"}"#, #"{"seq":5,"bye":"eof"}"#,
            ])
    }

    @Test func readsEveryLineBack() throws {
        let elsewhere = Stamp(
            time: stamp.time, order: 2, freshID: "g", cause: Cause(id: "b", number: 2, window: WindowID("w")),
            window: WindowID("w"))
        let lines: [RecordedLine] = [
            header(), .event(.chat(.listing(rows: 3)), stamp, effect: 4), .ended(effect: 4),
            .subscribe([BadgeViewModel.view], Cause(id: "a", number: 1), .main),
            .unsubscribe([BadgeViewModel.view], .main), .settled("x", .main),
            .error(ErrorLine(.tooLong, line: 2, cause: "b"), .main), .bye(.eof),
            .event(.chat(.listing(rows: 3)), elsewhere, effect: nil),
            .subscribe([BadgeViewModel.view], Cause(id: "a", number: 1, window: WindowID("w")), WindowID("w")),
            .unsubscribe([BadgeViewModel.view], WindowID("w")), .settled("x", WindowID("w")), .close(WindowID("w")),
            .error(ErrorLine(.tooLong, line: 2, cause: "b"), WindowID("w")),
        ]
        for line in lines { #expect(try RecordedLine.read(bytes(line)) == line) }
        let text = String(decoding: bytes(lines[1]), as: UTF8.self)
        let places = ["a", "b", "c"].map { text.firstRange(of: #""messageId":"\#($0)""#)?.lowerBound }
        #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }

    @Test func refusesRecordingsThatItCannotPlay() {
        let sink = Sink()
        #expect(throws: RecordingError.malformed("it is empty")) { try play([], to: sink) }
        #expect(throws: RecordingError.malformed("its first line is not a header")) {
            try play([bytes(.bye(.eof))], to: sink)
        }
        for version in [0, 2] {
            #expect(throws: RecordingError.otherProtocol(version)) {
                try play([bytes(header(version: version))], to: sink)
            }
        }
        // A recording from before the header said what lines could do.
        #expect(throws: RecordingError.otherHeader) {
            try play([Array(#"{"recording":{"protocol":1,"zone":"UTC","locale":"en"}}"#.utf8)[...]], to: sink)
        }
        #expect(throws: RecordingError.malformed("unknown time zone \"Mars\"")) {
            try play([bytes(header(zone: "Mars"))], to: sink)
        }
        #expect(sink.lines == [])
        #expect(throws: RecordingError.malformedLine(3, "it is not a line of a recording")) {
            try play(
                [bytes(header()), bytes(.settled("x", .main)), Array(#"{"x":1,"settled":"y"}"#.utf8)[...]], to: sink)
        }
        #expect(throws: RecordingError.malformedLine(2, "a member is missing or has the wrong type")) {
            try play([bytes(header()), Array(#"{"settled":1}"#.utf8)[...]], to: sink)
        }
        #expect(sink.lines.count == 2 + 1 + 2)
    }

    @Test func reportsARecordingThatEndsEarly() {
        let sink = Sink()
        #expect(throws: RecordingError.unfinished) {
            try play([bytes(header()), bytes(.settled("x", .main))], to: sink)
        }
        #expect(sink.lines.last == #"{"seq":2,"settled":"x","outcome":"done"}"#)
    }

    @Test func recordsOnlyStoredEvents() throws {
        let pipe = Pipe()
        let recorder = Recorder(
            FileOutput(pipe.fileHandleForWriting.fileDescriptor),
            RecordingHeader(.blank, region: .fixed, subscribe: [], arguments: []))
        try recorder.release()
        recorder.received(.chat(.listing(rows: 1)), stamp, answering: nil)
        recorder.discard()
        recorder.ended(effect: 3)
        recorder.end(.eof)
        try recorder.release()
        try recorder.release()
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 4 && lines[0].hasPrefix(#"{"recording":{"protocol":1,"#))
        #expect(lines[1...] == [#"{"ended":3}"#, #"{"bye":"eof"}"#, ""])
    }
}
