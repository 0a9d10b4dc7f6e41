import Foundation
import Synchronization
import TelexCore
import TelexJSON
import TelexRuntime
import Testing

@testable import TelexWire

@Suite struct ExportTests {
    private let header = #"{"export":{"version":1}}"#
    private let contact = #"{"contact":{"title":"c","first":"Ada","last":"","isPhonebook":false}}"#

    /// Makes a reader for an export that arrives in pieces.
    private func reader(_ pieces: [String]) -> ExportReader {
        var rest = pieces.map { Array($0.utf8) }[...]
        return ExportReader { rest.popFirst() }
    }

    private func lines(_ lines: [ExportedLine]) -> String {
        var writer = JSONWriter()
        for line in lines { line.writeLine(to: &writer) }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private let gap = StoredItem.gap(StoredGap(chat: "ada", position: 3, token: "t"))

    @Test(arguments: [false, true])
    func readsWhatItWrites(isWhole: Bool) throws {
        let items: [StoredItem] = [
            .chat(StoredChat(Chat(id: "ada", title: "Ada"))), gap,
            .message(
                Message(
                    id: "m", chat: "ada", position: 1, isOwn: false, content: .text("é"),
                    date: Date(timeIntervalSince1970: 0),
                    delivery: .received)),
            .reminder(Reminder(id: "r", name: "n", due: Date(timeIntervalSince1970: 0), chat: nil)),
        ]
        let text = lines([.header(ExportHeader(owner: "me"))] + items.map(ExportedLine.item) + [.end(isWhole: isWhole)])
        for size in [1, 7, text.count] {
            let characters = Array(text)
            let pieces = stride(from: 0, to: characters.count, by: size).map {
                String(characters[$0..<min($0 + size, characters.count)])
            }
            let reader = reader(pieces)
            #expect(try reader.header() == ExportHeader(owner: "me") && !reader.isWhole)
            var read: [StoredItem] = []
            while let item = try reader.next() { read.append(item) }
            #expect(read == items && reader.isWhole == isWhole && reader.number == items.count + 2)
        }
    }

    @Test func marksReactionsOfIgnoredPeople() throws {
        var ignored = IgnoredPeople()
        for user in ["eve", "mallory"] as [UserID] { ignored.note(IgnoredPerson(user: user)) }
        let reactions = [
            Reaction(key: "a", sender: "eve"), Reaction(key: "b", isOwn: true), Reaction(key: "c", sender: "dee"),
            Reaction(key: "d", sender: "eve"), Reaction(key: "e"),
        ]
        let message = Message(
            id: "m", chat: "ada", position: 1, isOwn: true, content: MessageContent(text: "x", reactions: reactions),
            date: Date(timeIntervalSince1970: 0), delivery: .sent)
        let marks = IgnoredMarks(message, ignored)
        #expect(marks == IgnoredMarks(reactors: ["eve"]))
        let text = lines([.markedMessage(message, marks), .end(isWhole: true)])
        let line = JSONValue(text: Array(text.utf8).split(separator: 0x0A)[0])
        #expect(line?["ignoredReactorIds"] == ["eve"] && line?["isIgnored"] == nil)
        let reader = reader([header, "\n", text])
        _ = try reader.header()
        #expect(try reader.next() == .message(message))
    }

    @Test func marksMessagesOfIgnoredPeopleAndReadsThemAsAnyOther() throws {
        let message = Message(
            id: "m", chat: "ada", position: 1, isOwn: false, content: MessageContent(text: "rude", sender: "eve"),
            date: Date(timeIntervalSince1970: 0), delivery: .received)
        let text = lines([.markedMessage(message, IgnoredMarks(isIgnored: true)), .end(isWhole: true)])
        #expect(JSONValue(text: Array(text.utf8).split(separator: 0x0A)[0])?["isIgnored"] == true)
        #expect(!lines([.item(.message(message))]).contains("isIgnored"))
        let reader = reader([header, "\n", text])
        _ = try reader.header()
        #expect(try reader.next() == .message(message))
    }

    @Test func treatsLinesOfWhiteSpaceAsBlank() throws {
        let text = lines([.item(gap), .end(isWhole: true)])
        let reader = reader(["\n \n\t\n\r\n", header, "\n\n \t\r\n\(text) \t\r"])
        _ = try reader.header()
        #expect(try reader.next() == gap && reader.next() == nil && reader.number == 10)
    }

    @Test func readsALastLineWithoutANewline() throws {
        let reader = reader([header, "\n", #"{"end":{"isWhole":true}}"#])
        _ = try reader.header()
        #expect(try reader.next() == nil && reader.isWhole)
    }

    @Test(
        arguments: [
            ("", .noHeader), (#"{"end":{"isWhole":true}}"#, .noHeader), ("nonsense", .noHeader),
            (#"{"export":{"version":2}}"#, .otherVersion(2)), (#"{"export":{"version":0}}"#, .otherVersion(0)),
        ] as [(String, ExportError)])
    func refusesAFileThatIsNotAnExport(text: String, error: ExportError) {
        #expect(throws: error) { try reader([text]).header() }
    }

    @Test(
        arguments: [
            ("", .unfinished),
            (
                "{}",
                .line(
                    2,
                    reason:
                        "It has none of the members \"export\", \"chat\", \"historyGap\", \"message\", \"contact\", \"reminder\", \"ignoredPerson\", \"end\"."
                )
            ),
            (
                "[]",
                .line(
                    2,
                    reason:
                        "The line is an array. Write one JSON object per line, such as {\"event\":\"chat.listing\",\"rowLimit\":50}."
                )
            ),
            (
                "\n{\"historyGap\":{\"chatId\":\"ada\",\"position\":1}}",
                .line(3, reason: "a line of an export needs the member \"historyGap.token\": a string.")
            ),
            ("{\"export\":{\"version\":1}}", .line(2, reason: "An export has one header, its first line.")),
            (
                "{\"end\":{\"isWhole\":true}}\n\n{}",
                .line(
                    4,
                    reason:
                        "It has none of the members \"export\", \"chat\", \"historyGap\", \"message\", \"contact\", \"reminder\", \"ignoredPerson\", \"end\"."
                )
            ),
            (
                "{\"end\":{\"isWhole\":true}}\n{\"end\":{\"isWhole\":true}}",
                .line(3, reason: "It comes after the last line of the export. Import one export at a time.")
            ),
        ] as [(String, ExportError)])
    func namesTheInvalidLine(text: String, error: ExportError) throws {
        let reader = reader([header, "\n", text])
        _ = try reader.header()
        #expect(throws: error) { try reader.next() }
    }

    @Test func refusesALineThatIsNotUTF8() {
        #expect(throws: ExportedLineError.malformed(.notUTF8)) { try ExportedLine.read([0x7B, 0xFF, 0x7D]) }
    }

    private final class Sink: ByteSink {
        let pieces = Mutex<[Int]>([])
        func write(_ bytes: [UInt8]) throws(FileOutput.Failure) { pieces.withLock { $0.append(bytes.count) } }
    }

    /// A line that fills a piece exactly is written; a line that is one byte shorter waits.
    @Test(arguments: [(0, [65_536, 0]), (1, [65_535])])
    func writesInPieces(missing: Int, pieces: [Int]) throws {
        let sink = Sink()
        var writer = ExportWriter(sink)
        let line = { (token: String) in ExportedLine.item(.gap(StoredGap(chat: "ada", position: 3, token: token))) }
        let bare = lines([line("")]).utf8.count
        try writer.write(line(String(repeating: "t", count: 65_536 - bare - missing)))
        try writer.flush()
        #expect(sink.pieces.withLock { $0 } == pieces)
    }
}
