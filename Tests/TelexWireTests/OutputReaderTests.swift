import Foundation
import TelexJSON
import Testing

@testable import TelexCore
@testable import TelexWire

/// What Telex writes can be read again, with nothing lost.
@Suite struct OutputReaderTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures").standardizedFileURL

    private static let fixtures = try! FileManager.default.contentsOfDirectory(atPath: folder.path)

    /// The lines of all files of a fixture with this suffix.
    private static func lines(_ fixture: String, _ suffix: String) throws -> [[Substring]] {
        let folder = folder.appending(path: fixture)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(suffix) }.sorted()
            .map {
                String(decoding: try Data(contentsOf: folder.appending(path: $0)), as: UTF8.self).split(separator: "\n")
            }
    }

    @Test(arguments: fixtures)
    func writesEachLineOfAFixtureAgain(fixture: String) throws {
        for file in try Self.lines(fixture, "jsonl").filter({ $0[0].contains(#""hello""#) }) {
            var reader = OutputReader()
            var encoder = LineEncoder()
            for line in file {
                let read = try #require(try reader.read(String(line)), "\(line)")
                var writer = encoder.makeWriter()
                encoder.encode(read, to: &writer)
                #expect(String(decoding: writer.bytes, as: UTF8.self) == line + "\n")
            }
        }
    }

    @Test(arguments: fixtures)
    func readsPatchesAsTheModelsThatTheyMake(fixture: String) throws {
        for file in try Self.lines(fixture, "views.jsonl") {
            var (whole, patched) = (OutputReader(), OutputReader())
            var encoder = LineEncoder(.patch)
            for line in file {
                guard let read = try whole.read(String(line)) else { continue }
                // Every view but the first of its window is a patch.
                try #expect(Self.model(read) == Self.model(again(read.notFirst, &encoder, &patched)), "\(line)")
            }
        }
    }

    @Test(arguments: fixtures, [Updates.whole, .patch])
    func readsTheModelsOfTheCore(fixture: String, updates: Updates) throws {
        for file in try Self.lines(fixture, "events.jsonl") {
            let core = Core()
            var encoder = LineEncoder(updates)
            var reader = OutputReader()
            for line in file {
                let line = LineDecoder.decode(Array(line.utf8)[...], number: 1)
                guard case .event(let event) = line.content, line.window == .main else { continue }
                core.receive(event)
                for line in core.take() {
                    let read = try again(line, &encoder, &reader)
                    #expect(Self.model(read) == Self.model(line))
                }
            }
        }
    }

    @Test func theFixturesShowEveryView() throws {
        let lines = try Self.fixtures.flatMap { try Self.lines($0, "views.jsonl") }.joined()
        for view in ViewName.allCases {
            #expect(lines.contains { $0.contains(#""view":"\#(view.rawValue)""#) && $0.contains("model") }, "\(view)")
        }
    }

    @Test func refusesAPatchOfAnotherModel() throws {
        var reader = OutputReader()
        let model = #""model":{"unreadCount":1,"mentionCount":0}}"#
        _ = try reader.read(#"{"seq":1,"view":"badge","cause":null,"# + model)
        #expect(throws: LineError.self) {
            try reader.read(#"{"seq":3,"view":"badge","cause":null,"base":2,"patch":[]}"#)
        }
        #expect(throws: LineError.self) {
            try reader.read(#"{"seq":3,"view":"badge","cause":null,"base":1,"patch":[{"op":"remove","path":"/x"}]}"#)
        }
        #expect(throws: LineError.self) {
            try reader.read(#"{"seq":3,"view":"badge","cause":null,"base":1,"patch":[],"crc32":1}"#)
        }
        let patch = #"[{"op":"replace","path":"/unreadCount","value":2}]"#
        let line = try reader.read(#"{"seq":3,"view":"badge","cause":"c","base":1,"patch":\#(patch)}"#)
        guard case .view(let badge as BadgeViewModel, "c", false)? = line else { return #expect(Bool(false)) }
        #expect(badge == BadgeViewModel(unreadCount: 2, mentionCount: 0))
    }

    @Test func knowsNothingOfNewerKindsOfLines() throws {
        var reader = OutputReader()
        #expect(try reader.read(#"{"seq":1,"weather":"fine"}"#) == nil)
        #expect(try reader.read(#"{"seq":1,"view":"weather","model":{}}"#) == nil)
        #expect(throws: LineError.self) { try reader.read("garbage") }
        #expect(throws: LineError.self) { try reader.read("[]") }
        #expect(throws: LineError.missingMember("model.unreadCount", of: "a line with view", expected: "an integer")) {
            try reader.read(#"{"seq":1,"view":"badge","cause":null,"model":{}}"#)
        }
    }

    @Test func anActionIsReadWithItsBlanks() throws {
        let model = try #require(
            JSONValue(text: Array(#"{"event":"contact.adding","firstName":null,"lastName":null}"#.utf8)[...]))
        let action = try Action.read(model)
        #expect(action.blanks == [.firstName, .lastName])
        #expect(action.filled("Ada", "Lovelace").line().contains(#""firstName":"Ada","lastName":"Lovelace""#))
    }

    private func again(_ line: OutLine, _ encoder: inout LineEncoder, _ reader: inout OutputReader) throws -> OutLine {
        var writer = encoder.makeWriter()
        encoder.encode(line, to: &writer)
        // The last line may have checksums before it.
        let written = writer.bytes.split(separator: 0x0A)
        return try #require(try written.map { try reader.read($0) }.last ?? nil)
    }

    private static func model(_ line: OutLine) -> AnyHashable? {
        if case .view(let model, _, _) = line.content { AnyHashable(model) } else { nil }
    }
}

extension OutLine {
    fileprivate var notFirst: OutLine {
        switch self {
        case .within(let window, let line): .within(window, line.notFirst)
        case .view(let model, let cause, _): .view(model, cause: cause, isFirst: false)
        default: self
        }
    }
}

/// A core with an empty store and a server that accepts everything; keeps the views of its main window.
private final class Core: LineSink {
    private let telex = Telex(region: .fixed)
    private var order: Int64 = 0
    private var lines: [OutLine] = []
    private var subscriptions: Subscriptions?

    init() {
        subscriptions = Subscriptions(telex, self)
        subscriptions?.subscribe(ViewName.allCases)
        receive(.chat(.loading))
        receive(.inbox(.following(after: .start)))
    }

    func write(_ line: OutLine) { lines.append(line) }

    func take() -> [OutLine] {
        defer { lines = [] }
        return lines
    }

    func receive(_ event: Event) {
        telex.receive(event, stamp())
        carryOut()
    }

    private func stamp() -> Stamp {
        order += 1
        return Stamp(
            time: Date(timeIntervalSince1970: 1_767_603_600 + Double(order) / 1000), order: order, freshID: "id\(order)"
        )
    }

    private func carryOut() {
        _ = telex.takeSaves()
        for order in telex.takeOrders() {
            for event in answers(to: order.work) { telex.receive(event, stamp(), answering: order.number) }
            telex.end(effect: order.number)
            carryOut()
        }
    }

    private func answers(to work: Effect.Work) -> [Event] {
        switch work {
        case .load(.chats): [.chat(.loaded(LoadedChats(chats: [])))]
        case .load(.history(let chat, _, _)):
            [.history(.loaded(HistoryPage(chat: chat, messages: [], total: 0, hasOlder: false)))]
        case .load(let query): [query.failure("There is nothing.")]
        case .ask(.post(let message)), .resend(.post(let message)):
            [.message(.sent(MessageKey(chat: message.chat, message: message.id)))]
        case .ask(.create(let recipient, _)):
            [.chat(.created(TitledChat(chat: ChatID(recipient.lowercased()), title: recipient)))]
        default: []
        }
    }

    @Test(arguments: [
        Control.subscribe([BadgeViewModel.view], after: nil), .subscribe([InboxViewModel.view], after: .start),
        .unsubscribe([]), .closeWindow, .advance(1.5), .backend(#"{"offline":true}"#),
    ])
    func sendsControlsAsLines(control: Control) {
        let line = LineDecoder.decode(Array(control.line(id: "1", window: "w").utf8)[...], number: 1)
        #expect(line == InLine(number: 1, id: "1", window: WindowID("w"), content: .control(control)))
    }
}
