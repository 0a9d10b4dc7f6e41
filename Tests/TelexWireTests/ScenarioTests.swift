import Foundation
import TelexCore
import TelexJSON
import Testing

@testable import TelexWire

/// Scenarios of `telex try`: how they are read, matched, written anew and put in another order.
@Suite struct ScenarioTests {
    private func scenario(_ lines: String...) throws -> Scenario {
        try Scenario(Array(lines.joined(separator: "\n").utf8)[...])
    }

    private func json(_ text: String) -> JSONValue { JSONValue(text: Array(text.utf8)[...])! }

    private let said = #"{"event":"message.received","chatId":"ada","messageId":"m1","senderId":"ada","text":"hi"}"#

    private func sent(_ text: String, in chat: String = "ada", id: String? = nil) -> SentEvents.Entry {
        let id = id.map { #","messageId":"\#($0)""# } ?? ""
        return SentEvents.Entry(
            event: json(#"{"event":"message.sending","chatId":"\#(chat)","text":"\#(text)"\#(id)}"#))
    }

    private func expects(_ text: String, in chat: String = "ada") -> JSONValue {
        json(#"{"event":"message.sending","chatId":"\#(chat)","text":"\#(text)"}"#)
    }

    // MARK: Reading

    @Test func readsLinesAndWords() throws {
        let scenario = try scenario(
            #"{"title":"greets"}"#, "", said, #"{"advance":"2s"}"#, #"{"expect":{"event":"message.sending"}}"#,
            #"{"expectNothing":true}"#, #"{"expectOutcome":{"id":"a","outcome":"sent"}}"#,
            #"{"expectView":"messages","chatId":"ada","model":{"messages":[]}}"#, #"{"restart":"kill"}"#,
            #"{"expectExit":3}"#)
        #expect(scenario.title == "greets")
        #expect(
            scenario.lines.map(\.step) == [
                .title("greets"), .blank, .send(json(said)), .send(["advance": "2s"]),
                .expect([["event": "message.sending"]]), .expectNothing([:]),
                .expectOutcome(["outcome": "sent"], request: "a"),
                .expectView(MessagesViewModel.view, chat: "ada", model: ["messages": []]), .restart(.kill),
                .expectExit(3),
            ])
        #expect(scenario.lines.map(\.number) == Array(1...10))
    }

    @Test(arguments: [
        ("{", "not JSON"), ("[]", "an array"),
        ("{}", "event, subscribe, unsubscribe, closeWindow, advance, backend, title"),
        (#"{"title":"a","expect":{}}"#, "the members title and expect"), (#"{"title":3}"#, "takes a string"),
        (#"{"event":"message.recieved"}"#, "Did you mean \"message.received\"?"),
        (#"{"event":"message.received","chatId":"a"}"#, "message.received needs the member"),
        (#"{"expect":{"text":"a"}}"#, "needs the member \"event\""), (#"{"expect":[]}"#, "takes an object"),
        (#"{"expect":{"event":"message.received"}}"#, "A program cannot send message.received"),
        (#"{"expect":{"event":"message.sending","txet":"a"}}"#, "Did you mean \"text\"?"),
        (#"{"expect":{"event":"message.sending","text":{"matches":"("}}}"#, "not a regular expression"),
        (#"{"expect":{"event":"message.sending","text":{"as":""}}}"#, "takes a name"),
        (
            #"{"expect":{"event":"message.sending","text":{"match":"a"}}}"#,
            "Write {\"matches\":…} or {\"as\":…} for \"text\""
        ),
        (#"{"expect":{"event":"message.sending","text":{"matches":"a","is":"b"}}}"#, "\"is\" is no word of a pattern"),
        (#"{"expect":{"event":"message.sending","text":3}}"#, "\"text\" takes a string."),
        (#"{"expect":{"event":"message.sending","kind":"emoet"}}"#, "Did you mean"),
        (#"{"expectNothing":{"chatid":"a"}}"#, "An event in expectNothing has no member"),
        (#"{"event":"message.received","chatId":"a","messageId":"m","text":"x","txet":"a"}"#, "Did you mean \"text\"?"),
        (#"{"event":"chat.synced","chats":[{"chatId":"a","titel":"A"}]}"#, "\"chats\" has no member \"titel\""),
        (#"{"expectOutcome":{"outcom":"sent"}}"#, "Did you mean \"outcome\"?"),
        (#"{"expectOutcome":{"outcome":"snet"}}"#, "\"outcome\" is never \"snet\". Did you mean \"sent\"?"),
        (#"{"expectView":"messages","chatId":"a","model":{"messages":[{"txt":"a"}]}}"#, "Did you mean \"text\"?"),
        (
            #"{"expectView":"messages","chatId":"a","model":{"messages":[{"text":{"match":"a"}}]}}"#,
            "\"model.messages.text\""
        ),
        (#"{"expectView":"badge","model":{"unreadCount":"2"}}"#, "\"model.unreadCount\" takes a number."),
        (#"{"event":"message.readByOther","chatId":"a","messageId":{"as":"x"}}"#, "No line before has the name \"x\"."),
        (#"{"expectView":"messages","chatId":{"as":"x"},"model":{}}"#, "No line before has the name \"x\"."),
        (#"{"expectView":"messages","model":{}}"#, "needs the member \"chatId\""),
        (#"{"expectView":"badge","chatId":"a","model":{}}"#, "takes no chat"),
        (#"{"expectView":"inbox","model":{}}"#, "cannot look at inbox"),
        (#"{"expectView":"badge"}"#, "needs the member \"model\""),
        (#"{"expectView":"bagde","model":{}}"#, "Did you mean \"badge\"?"),
        (#"{"restart":"softly"}"#, "takes one of"), (#"{"expectExit":256}"#, "from 0 to 255"),
        (#"{"start":false}"#, "takes true"), (#"{"expectNothing":false}"#, "takes true"),
        (#"{"expectExit":0,"chatId":"a"}"#, "has no member \"chatId\""),
    ])
    func saysWhatIsWrongWithALine(line: String, reason: String) {
        let error = #expect(throws: ScenarioError.self) { try scenario(said, line) }
        #expect(error?.line == 2 && error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test func expectsNothingOfAProgramThatIsNotStarted() throws {
        #expect(try scenario(said, #"{"start":true}"#, #"{"restart":"end"}"#).hasStart)
        #expect(try !scenario(said).hasStart)
        let early = #expect(throws: ScenarioError.self) {
            try scenario(said, #"{"restart":"end"}"#, #"{"start":true}"#)
        }
        #expect(early?.line == 2)
        let twice = #expect(throws: ScenarioError.self) { try scenario(#"{"start":true}"#, said, #"{"start":true}"#) }
        #expect(twice?.line == 3)
    }

    @Test func hasOneTitle() {
        let error = #expect(throws: ScenarioError.self) { try scenario(#"{"title":"a"}"#, #"{"title":"b"}"#) }
        #expect(error?.line == 2)
    }

    /// Whatever is in a file, reading it ends with lines or an error.
    @Test func readsAnyBytes() {
        for bytes in [[0xFF], [0x7B, 0x00], Array(repeating: UInt8(ascii: "["), count: 100_000), [0x0A, 0x0A]]
            as [[UInt8]]
        {
            _ = try? Scenario(bytes[...])
        }
    }

    // MARK: Patterns

    @Test func comparesSomeMembersOfObjectsAndAllOfArrays() {
        var names: [String: JSONValue] = [:]
        let value = json(#"{"a":{"b":1,"c":2},"d":[{"e":"x","f":1},{"e":"y"}]}"#)
        #expect(Pattern.differences(json(#"{"a":{"b":1},"d":[{"e":"x"},{}],"g":null}"#), value, &names) == [])
        let differences = Pattern.differences(json(#"{"a":{"b":2,"x":1},"d":[{}]}"#), value, &names)
        #expect(differences.map(\.path) == ["a.b", "a.x", "d"])
        #expect(differences[0].actual == 1 && differences[1].actual == nil)
        #expect(Pattern.differences(json(#"{"a":{"b":1.0}}"#), value, &names) == [])
        // Two encodings of one character.
        #expect(Pattern.differences("\u{E9}", "e\u{301}", &names).count == 1)
    }

    @Test func namesValuesAndMeansThemLater() {
        var names: [String: JSONValue] = [:]
        let pattern = json(#"{"text":{"matches":"code ([0-9]+)","as":"code"},"messageId":{"as":"id"}}"#)
        #expect(Pattern.differences(pattern, json(#"{"text":"Your code 417.","messageId":"m"}"#), &names) == [])
        #expect(names == ["code": "417", "id": "m"])
        #expect(
            Pattern.differences(pattern, json(#"{"text":"Your code 418.","messageId":"m"}"#), &names).map(\.path) == [
                "text"
            ])
        #expect(
            Pattern.filled(json(#"{"a":[{"as":"code"},{"as":"other"}]}"#)) { names[$0] }
                == json(#"{"a":["417",{"as":"other"}]}"#))
        #expect(json(#"{"a":[{"as":"other"}]}"#).names == ["other"])
    }

    // MARK: Events

    @Test func findsEventsInOrderForEachChat() {
        var events = SentEvents()
        events.add(sent("one"))
        events.add(sent("two", in: "bob"))
        events.add(sent("three"))
        guard case .found = events.find([expects("two", in: "bob")]) else { Issue.record("two"); return }
        guard case .wrong(let miss) = events.find([expects("three")]) else { Issue.record("three"); return }
        #expect(miss.nearest == events.entries[0].event || miss.nearest == events.entries[2].event)
        guard case .found = events.find([expects("one")]), case .found = events.find([expects("three")]) else {
            Issue.record("one, three"); return
        }
        guard case .missing = events.find([expects("four")]) else { Issue.record("four"); return }
        #expect(events.last == 2)
    }

    @Test func findsListsInAnyOrder() {
        var events = SentEvents()
        events.add(sent("a"))
        let any = json(#"{"event":"message.sending","chatId":"ada"}"#)
        guard case .missing = events.find([any, expects("a")]) else { Issue.record("missing"); return }
        events.add(sent("b"))
        // The first pattern must leave the only event for the second.
        guard case .found = events.find([any, expects("a")]) else { Issue.record("found"); return }
    }

    @Test func reportsTheNearestEvent() {
        var events = SentEvents()
        events.add(sent("x", in: "bob"))
        events.add(sent("Hello, ada!"))
        guard case .wrong(let miss) = events.find([expects("Hello, Ada!")]) else { Issue.record("wrong"); return }
        #expect(miss.nearest == events.entries[1].event)
        #expect(miss.differences == [Pattern.Difference(path: "text", expected: "Hello, Ada!", actual: "Hello, ada!")])
    }

    /// The protocol sends a message once, however often the program asks for it.
    @Test func countsARepeatedMessageOnce() {
        var events = SentEvents()
        #expect(events.add(sent("a", id: "m")) == 0)
        #expect(events.add(sent("a", id: "m")) == nil)
        #expect(events.add(sent("a", in: "bob", id: "m")) == 1)
    }

    @Test func noticesWhatNobodyExpected() throws {
        var events = SentEvents()
        events.add(SentEvents.Entry(event: ["event": "presence.typing", "chatId": "ada"], isQuiet: true))
        #expect(events.unexpected(like: [:]) == nil)
        #expect(events.unexpected(like: ["event": "presence.typing"]) != nil)
        events.add(sent("a"))
        events.add(sent("a"))
        #expect(events.unexpected(like: [:]) != nil && events.unexpected(like: expects("b")) == nil)
        guard case .found = events.find([expects("a")]) else { Issue.record("found"); return }
        let line = #"{"expect":{"event":"message.sending"}}"#
        #expect(events.surplus(of: try scenario(line)) == events.entries[2].event)
        #expect(events.surplus(of: try scenario(#"{"expect":{"event":"reaction.adding"}}"#)) == nil)
    }

    @Test func allowsOthersBeforeAnEventAfterAKill() {
        var events = SentEvents(isLenient: true)
        events.add(sent("a"))
        events.add(sent("a"))
        events.add(sent("b"))
        guard case .found = events.find([expects("a")]), case .found = events.find([expects("b")]) else {
            Issue.record("found"); return
        }
    }

    // MARK: Writing anew

    private func row(_ line: String) throws -> ScenarioLine { try scenario(line).lines[0] }

    @Test func keepsWhatMatchesAndReplacesTheRest() throws {
        var update = ScenarioUpdate()
        update.keep(try row(said))
        let kept = #"{"expect": {"event":"message.sending","text":{"matches":"^Hel+o","as":"text"}}}"#
        let line = try row(kept)
        update.expect(line, [json(#"{"event":"message.sending","text":{"matches":"^Hel+o","as":"text"}}"#)])
        update.expect(
            try row(#"{"expect":{"event":"message.sending","text":"old"}}"#),
            [json(#"{"event":"message.sending","text":"old"}"#)])
        update.expect(try row(#"{"expect":{"event":"reaction.adding"}}"#), [json(#"{"event":"reaction.adding"}"#)])
        let (names, loss) = update.add(
            sent: [sent("Hello").event, sent("new", id: "x").event, sent("more", id: "y").event])
        #expect(names == ["text": "Hello"])
        #expect(loss == ScenarioUpdate.Loss(line: 1, pattern: ["event": "reaction.adding"]))
        update.replace(
            try row(#"{"expectView":"badge","model":{"unreadCount":1}}"#), "model",
            with: ["unreadCount": 2, "text": "2"])
        #expect(
            update.text.split(separator: "\n") == [
                said[...], kept[...], #"{"expect":{"event":"message.sending","text":"new"}}"#,
                #"{"expect":{"event":"message.sending","chatId":"ada","text":"more"}}"#,
                #"{"expectView":"badge","model":{"unreadCount":2}}"#,
            ])
        // What it writes can be read.
        _ = try scenario(update.text)
    }

    @Test func updatesRowsWithTheMembersThatWereNamed() {
        var names: [String: JSONValue] = [:]
        let updated = Pattern.updated(
            json(#"{"messages":[{"text":"a"}]}"#),
            to: json(#"{"messages":[{"text":"b","id":1},{"text":"c","id":2}],"x":1}"#), &names)
        #expect(updated == json(#"{"messages":[{"text":"b"},{"text":"c"}]}"#))
    }

    @Test func keepsNamesWhereTheyGetTheirValues() {
        var names: [String: JSONValue] = ["known": "k"]
        func updated(_ pattern: String, _ value: String) -> JSONValue {
            Pattern.updated(json(pattern), to: json(value), &names)
        }
        #expect(
            updated(#"{"id":{"as":"id"},"to":{"as":"known"},"text":"a"}"#, #"{"id":"i","to":"k","text":"b"}"#)
                == json(#"{"id":{"as":"id"},"to":{"as":"known"},"text":"b"}"#))
        #expect(
            updated(#"{"text":{"matches":"^Hello, (.*)","as":"who"}}"#, #"{"text":"Hi (a\\b)?"}"#)
                == json(#"{"text":{"matches":"^Hi \\(a\\\\b\\)\\?$","as":"who"}}"#))
        #expect(names == ["known": "k", "id": "i", "who": "Hi (a\\b)?"])
        // The expression that was written matches the text.
        let pattern = updated(#"{"matches":"^x","as":"new"}"#, #""Hi (a\\b)?""#)
        var none: [String: JSONValue] = [:]
        #expect(Pattern.differences(pattern, json(#""Hi (a\\b)?""#), &none) == [])
        // Another value than the name stands for.
        #expect(updated(#"{"to":{"as":"known"}}"#, #"{"to":"z"}"#) == json(#"{"to":"z"}"#))
    }

    // MARK: Chaos

    private func chaos(_ scenario: Scenario, seed: UInt64) -> [ScenarioChaos.Move] {
        var random = SplitMix(state: seed)
        return ScenarioChaos(scenario, using: &random).moves
    }

    @Test func mixesChatsAndKeepsTheOrderInEach() throws {
        var lines: [String] = []
        for chat in ["ada", "bob"] {
            for number in 1...3 {
                lines.append(#"{"event":"message.received","chatId":"\#(chat)","messageId":"m\#(number)","text":"a"}"#)
                lines.append(#"{"expect":{"event":"message.sending","chatId":"\#(chat)"}}"#)
                lines.append(#"{"expectOutcome":{"outcome":"sent"}}"#)
            }
        }
        lines.append(#"{"expectNothing":true}"#)
        let scenario = try Scenario(Array(lines.joined(separator: "\n").utf8)[...])
        var orders: Set<[Int]> = []
        var kinds: Set<String> = []
        for seed in 1...50 as ClosedRange<UInt64> {
            let moves = chaos(scenario, seed: seed)
            #expect(moves == chaos(scenario, seed: seed))
            let played = moves.compactMap { if case .play(let line) = $0 { line.number } else { nil } }
            #expect(played.sorted() == Array(1...19) && played.last == 19)
            #expect(played.filter { $0 <= 9 } == Array(1...9) && played.filter { 10...18 ~= $0 } == Array(10...18))
            // An outcome is that of the event before it.
            for place in played.indices where played[place] < 19 && played[place] % 3 == 0 {
                #expect(played[place - 1] == played[place] - 1)
            }
            orders.insert(played)
            for move in moves {
                switch move {
                case .play: break
                case .again(let line):
                    kinds.insert("again")
                    #expect(moves.firstIndex(of: .play(line))! < moves.firstIndex(of: .again(line))!)
                case .rest: kinds.insert("rest")
                case .delay: kinds.insert("delay")
                }
            }
        }
        #expect(orders.count > 20 && kinds == ["again", "rest", "delay"])
    }

    /// A line that uses a name of another chat stays after the line that gave it.
    @Test func keepsNamesInOrder() throws {
        let scenario = try scenario(
            #"{"expect":{"event":"message.sending","chatId":"ada","messageId":{"as":"id"}}}"#,
            #"{"event":"message.readByOther","chatId":"bob","messageId":{"as":"id"}}"#)
        for seed in 1...20 as ClosedRange<UInt64> {
            #expect(chaos(scenario, seed: seed) == scenario.lines.map { .play($0) })
        }
    }
}
