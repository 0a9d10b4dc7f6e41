import Foundation
@testable import TelexCore
@testable import TelexRuntime
import Testing

@testable import TelexWire

@Suite struct LineIntakeTests {
    private final class Lines: LineSink {
        var lines: [OutLine] = []
        func write(_ line: OutLine) { lines.append(line) }

        /// The lines in short form.
        var texts: [String] {
            lines.map { line in
                let window = if case .within(let window, _) = line { "\(window.name ?? ""): " } else { "" }
                return window + Self.text(of: line.content)
            }
        }

        private static func text(of line: OutLine) -> String {
            switch line {
            case .within: "within"
            case .end(let window): "end \(window.name ?? "")"
            case .hello: "hello"
            case .view(let model, _, _): "view \(type(of: model).view.rawValue)"
            case .closed(let view, _): "closed \(view.rawValue)"
            case .error(let error): "\(error.code) \(error.line ?? 0) \(error.cause ?? "-")"
            case .settled(let id, _): "settled \(id)"
            case .outcome(let id, let outcome): "\(outcome.kind) \(id)"
            case .gap: "gap"
            case .pace(let pace): "\(pace.rawValue)"
            case .bye(let reason): "bye \(reason.rawValue)"
            }
        }
    }

    /// A session whose backend never answers, and the lines that it writes.
    private final class Stage {
        let sink = Lines()
        let ports = Ports()
        let session: Session
        let intake: LineIntake

        init(
            clock: SessionClock = .virtual(), playsNetwork: Bool = true, hasWindows: Bool = true,
            isReadOnly: Bool = false, program: String? = nil
        ) throws {
            session = try Session(
                region: .fixed, store: ports, backend: ports, clock: clock, ids: CountedIDs(),
                mailbox: Mailbox<InLine>())
            intake = LineIntake(
                session, sink,
                Hello(
                    isVirtual: true, hasWindows: hasWindows, hasCommands: true, user: nil, playsNetwork: playsNetwork,
                    isReadOnly: isReadOnly),
                program: program)
        }

        func take(_ text: String, number: Int = 1) throws {
            try intake.handle(LineDecoder.decode(Array(text.utf8)[...], number: number))
        }
    }

    /// A store and a backend that know nothing.
    final class Ports: ChatStore, ChatBackend {
        var lookedUp: [Int] = []
        /// The cursors after which the inbox was loaded.
        var places: [String?] = []
        var isBusy: Bool { false }
        func lastPosition() throws -> Int64 { 0 }
        func answered(_ messages: [MessageID], in chat: ChatID) throws -> [AnsweredMessage] { [] }
        func earlyReactions(to messages: [MessageID], in chat: ChatID) throws -> [MessageID: [Reaction]] { [:] }
        func known(_ messages: [MessageID], in chat: ChatID) throws -> [MessageID: KnownMessage] { [:] }
        func stored(_ messages: [MessageKey]) throws -> Set<MessageKey> {
            lookedUp.append(messages.count)
            return []
        }
        func commit(_ changes: [StoreChange]) throws {}
        func load(_ query: StoreQuery) throws -> Event {
            if case .inbox(let cursor, _) = query { places.append(cursor?.text) }
            if query == .chats(first: 50) { return .chat(.loaded(LoadedChats(chats: []))) }
            return query.failure("none")
        }
        func perform(_ request: BackendRequest, _ answer: Answer) {}
        func open(_ channel: BackendChannel, _ answer: Answer) {}
        func cancel(_ effect: Int) {}
        func control(_ json: String) throws {
            throw json == "1" ? BackendControlError.malformed("No number.") : .unsupported("No commands.")
        }
    }

    @Test func saysHelloAndShowsTheViews() throws {
        let stage = try Stage()
        try stage.intake.begin([BadgeViewModel.view, ConnectionViewModel.view])
        #expect(stage.sink.texts == ["hello", "view badge", "view connection"])
        try stage.take(#"{"event":"connection.disconnected","reason":"no"}"#)
        let first = stage.sink.lines.dropFirst().map {
            if case .view(_, _, let isFirst) = $0 { isFirst } else { false }
        }
        #expect(first == [true, true, false] && stage.sink.texts.last == "view connection")
        stage.sink.lines.removeLast()
        try stage.intake.stop()
        try stage.take(#"{"event":"connection.retrying"}"#)
        #expect(stage.sink.texts.count == 3)
    }

    @Test(
        arguments: [
            (nil, "", nil), ("deploy", "", "deploy"), ("deploy", #","program":"other""#, "other"),
        ] as [(String?, String, String?)])
    func saysWhichProgramSendsAMessage(program: String?, member: String, sender: String?) throws {
        let stage = try Stage(program: program)
        let inputs = Inputs()
        stage.session.telex.bind(intake: inputs)
        try stage.take(#"{"event":"message.sending","chatId":"ada","text":"hi"\#(member)}"#)
        #expect(inputs.events == [.message(.sending(OutgoingMessage(chat: "ada", text: "hi", program: sender)))])
    }

    /// The events that arrive, as a recorder gets them.
    private final class Inputs: InputListening {
        var events: [Event] = []
        func received(_ event: Event, _ stamp: Stamp, answering effect: Int?) { events.append(event) }
        func ended(effect: Int) {}
        func closed(_ window: WindowID) {}
    }

    @Test func answersEachRequest() throws {
        let stage = try Stage()
        for (number, line) in [
            #"{"event":"chat.listing","rowLimit":1,"id":"a"}"#, #"{"subscribe":["badge"],"id":"b"}"#,
            #"{"unsubscribe":["badge"],"id":"c"}"#, #"{"advance":"1s","id":"d"}"#,
            #"{"event":"chat.listing","id":"e"}"#,
            #"{"backend":1,"id":"f"}"#, #"{"backend":2,"id":"g"}"#, "", #"{"subscribe":["badge"]}"#, "x",
        ].enumerated() { try stage.take(line, number: number + 1) }
        #expect(
            stage.sink.texts == [
                "settled a", "view badge", "settled b", "settled c", "settled d", "missingMember 5 e",
                "mistypedMember 6 f", "unsupported 7 g", "view badge", "notJSON 10 -",
            ])
        #expect(stage.session.clock.now == SessionClock.start.addingTimeInterval(1))
    }

    @Test func followsTheInboxFromTheLastRequestedCursor() throws {
        let stage = try Stage()
        try stage.session.receive(.chat(.loading))
        for line in [
            #"{"subscribe":["inbox","badge"],"id":"a"}"#, #"{"subscribe":["inbox"],"after":"s.3","id":"b"}"#,
            #"{"event":"message.received","chatId":"ada","text":"hello"}"#, #"{"unsubscribe":["inbox"],"id":"c"}"#,
            #"{"event":"message.received","chatId":"ada","text":"hello"}"#,
            #"{"subscribe":["badge"],"after":"s.3","id":"d"}"#, #"{"subscribe":["inbox"],"after":"3","id":"e"}"#,
            #"{"window":"w","subscribe":["inbox"]}"#, #"{"closeWindow":"w"}"#,
        ] { try stage.take(line) }
        // The store of this stage cannot be read.
        #expect(
            stage.sink.texts == [
                "view badge", "view inbox", "settled a", "view inbox", "settled b", "view badge",
                "settled c", "view badge", "mistypedMember 1 d", "mistypedMember 1 e", "w: view inbox",
                "w: closed inbox", "end w",
            ])
        #expect(stage.ports.places == [nil, "s.3", "s.3", nil])
    }

    /// At the terminal, one window may have two readers.
    @Test func followsTheInboxWhileAnyReaderShowsIt() throws {
        let stage = try Stage()
        try stage.session.receive(.chat(.loading))
        let lines = Lines()
        let other = LineIntake(
            stage.session, lines, Hello(isVirtual: true, hasCommands: true, user: nil, playsNetwork: true))
        try stage.intake.begin([InboxViewModel.view])
        try stage.session.flush()
        try other.begin([InboxViewModel.view])
        try other.stop()
        try stage.take(#"{"event":"message.received","chatId":"ada","text":"hello"}"#)
        #expect(stage.ports.places == [nil, nil] && !stage.sink.texts.contains { $0.hasPrefix("closed") })
        try stage.intake.stop()
        try stage.take(#"{"event":"message.received","chatId":"ada","text":"hello"}"#)
        #expect(stage.ports.places.count == 2)
    }

    @Test func doesNotOpenAWindowByUnsubscribing() throws {
        let stage = try Stage()
        try stage.take(#"{"window":"w","unsubscribe":["inbox"]}"#)
        try stage.take(#"{"closeWindow":"w","id":"a"}"#)
        #expect(stage.sink.texts == ["w: unknownWindow 1 a"] && stage.ports.places == [])
    }

    @Test func refusesToAdvanceARealClock() throws {
        let stage = try Stage(clock: .wall())
        try stage.take(#"{"advance":"1s","id":"a"}"#)
        #expect(stage.sink.texts == ["notVirtual 1 a"])
    }

    @Test(arguments: [false, true])
    func acceptsServerEventsOnlyIfLinesPlayTheServer(playsNetwork: Bool) throws {
        let stage = try Stage(playsNetwork: playsNetwork)
        try stage.take(#"{"event":"message.received","chatId":"ada","text":"hello","id":"a"}"#)
        try stage.take(#"{"event":"chat.listing","rowLimit":1,"id":"b"}"#)
        #expect(stage.sink.texts == [playsNetwork ? "settled a" : "networkEvent 1 a", "settled b"])
    }

    /// A program that only looks can send what changes nothing but its own windows.
    @Test func refusesToActForAReaderThatOnlyLooks() throws {
        let looks = EventForm.lines.filter { $0.origin == .look }
        #expect(
            looks.map(\.name).sorted() == [
                "chat.listing", "chat.loading", "contact.listing", "history.loading", "history.seeking",
                "member.listing", "messageSearch.listing", "messageSearch.opening", "messageSearch.searching",
                "messageSearch.searchingServer",
                "notification.dismissing", "notification.dismissingReminder", "notification.listing",
                "notification.opening", "notification.openingReminder", "notification.snoozing",
                "presence.focusing", "presence.unfocusing", "reminder.listing", "reminder.opening", "reminder.typing",
                "screen.closing", "screen.opening", "search.opening",
                "search.searching",
            ])
        let stage = try Stage(isReadOnly: true)
        for line in [
            #"{"event":"message.sending","chatId":"ada","text":"x","id":"a"}"#,
            #"{"event":"message.received","chatId":"ada","text":"x","id":"b"}"#, #"{"backend":{},"id":"c"}"#,
            #"{"event":"chat.listing","rowLimit":1,"id":"d"}"#, #"{"subscribe":["connection"],"id":"e"}"#,
        ] { try stage.take(line) }
        #expect(
            stage.sink.texts.filter { !$0.hasPrefix("view") } == [
                "readOnly 1 a", "readOnly 1 b", "readOnly 1 c", "settled d", "settled e",
            ])
    }

    @Test(arguments: [(15, []), (16, [16]), (17, [17])])
    func looksAheadForManyLines(count: Int, lookedUp: [Int]) throws {
        let stage = try Stage()
        let lines = (0..<count).map {
            let text = #"{"event":"message.received","chatId":"ada","messageId":"m\#($0)","text":"hello"}"#
            return LineDecoder.decode(Array(text.utf8)[...], number: $0 + 1)
        }
        try stage.intake.prepare(lines)
        #expect(stage.ports.lookedUp == lookedUp)
    }

    @Test(
        arguments: [
            (.eof, []), (.quit, []), (.drainExpired, ["unfinished 1 a", "unfinished 2 b"]),
            (.inputFailed, ["unfinished 1 a", "unfinished 2 b"]), (.signal, ["unfinished 1 a", "unfinished 2 b"]),
        ] as [(OutLine.Bye, [String])])
    func reportsUnfinishedRequestsAtTheEnd(reason: OutLine.Bye, errors: [String]) throws {
        let stage = try Stage()
        try stage.take(#"{"event":"connection.retrying","id":"a"}"#, number: 1)
        try stage.take(#"{"event":"search.searching","query":"ada","id":"b"}"#, number: 2)
        try stage.intake.end(reason)
        #expect(stage.sink.texts == errors + ["bye \(reason.rawValue)"])
        for case .error(let error) in stage.sink.lines {
            #expect(error.reason == (reason == .signal ? LineError.stopped : .unfinished).description)
        }
    }

    @Test func reportsRequestsThatWereNotStored() throws {
        let causes = (1...3).map { Cause(id: "r", number: $0) }
        for (stirred, texts) in [
            (Array(causes[..<1]), ["unfinished 2 r", "unfinished 3 r", "storeFailed 1 r"]),
            ([], ["unfinished 2 r", "unfinished 3 r", "storeFailed 0 -"]),
        ] {
            let stage = try Stage()
            stage.intake.fail(SessionFailure(reason: "full", causes: stirred, others: Array(causes[1...])))
            #expect(stage.sink.texts == texts + ["bye storeFailed"])
        }
    }

    // MARK: Windows

    @Test func opensAWindowOnFirstUseAndClosesItOnRequest() throws {
        let stage = try Stage()
        try stage.take(#"{"window":"w","subscribe":["badge","messages"],"id":"s"}"#)
        try stage.take(#"{"window":"w","event":"screen.opening","screen":"messages","chatId":"ada","id":"o"}"#)
        try stage.take(#"{"event":"chat.listing","rowLimit":9,"id":"main"}"#)
        try stage.take(#"{"window":"w","subscribe":["nothing"],"id":"e"}"#, number: 4)
        try stage.take(#"{"closeWindow":"w","id":"c"}"#)
        try stage.take(#"{"closeWindow":"w","id":"again"}"#, number: 6)
        #expect(
            stage.sink.texts == [
                "w: view badge", "w: settled s", "w: view messages", "w: view messages", "w: settled o", "settled main",
                "w: unknownView 4 e", "w: closed badge", "w: closed messages", "end w", "w: settled c",
                "w: unknownWindow 6 again",
            ])
    }

    @Test func limitsTheNumberOfWindows() throws {
        let stage = try Stage()
        for number in 0..<256 { try stage.take("{\"window\":\"\(number)\",\"subscribe\":[]}") }
        try stage.take(#"{"window":"one more","subscribe":["badge"],"id":"a"}"#, number: 257)
        try stage.take(#"{"closeWindow":"7"}"#)
        try stage.take(#"{"window":"one more","subscribe":["badge"],"id":"b"}"#)
        #expect(
            stage.sink.texts == [
                "one more: tooManyWindows 257 a", "end 7", "one more: view badge", "one more: settled b",
            ])
    }

    @Test func opensNoWindowForARejectedLine() throws {
        let stage = try Stage(playsNetwork: false)
        for line in [
            #"{"window":"w","unsubscribe":["badge"]}"#, #"{"window":"w","advance":"1s"}"#,
            #"{"window":"w","event":"chat.synced","chats":[]}"#, #"{"window":"w","event":"nothing"}"#,
        ] { try stage.take(line) }
        stage.sink.lines = []
        try stage.take(#"{"closeWindow":"w","id":"c"}"#)
        #expect(stage.sink.texts == ["w: unknownWindow 1 c"])
    }

    @Test func comparesWindowNamesByteByByte() throws {
        let stage = try Stage()
        try stage.take("{\"window\":\"\u{e9}\",\"subscribe\":[]}")
        try stage.take("{\"closeWindow\":\"e\u{301}\",\"id\":\"c\"}")
        #expect(stage.sink.texts == ["e\u{301}: unknownWindow 1 c"])
    }

    @Test func supportsNoWindowsAtTheTerminal() throws {
        let stage = try Stage(hasWindows: false)
        try stage.take(#"{"window":"w","subscribe":["badge"],"id":"s"}"#)
        try stage.take(#"{"window":"w","event":"chat.listing","rowLimit":9,"id":"e"}"#)
        try stage.take(#"{"subscribe":["badge"],"id":"main"}"#)
        #expect(stage.sink.texts == ["w: unsupported 1 s", "w: unsupported 1 e", "view badge", "settled main"])
    }

    @Test func showsNothingInAnyWindowAfterStopping() throws {
        let stage = try Stage()
        try stage.take(#"{"window":"w","subscribe":["badge"]}"#)
        try stage.intake.stop()
        stage.sink.lines = []
        try stage.take(#"{"event":"message.received","chatId":"ada","text":"hi"}"#)
        #expect(stage.sink.texts == [])
    }
}
