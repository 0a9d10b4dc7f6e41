@testable import TelexCore
import Testing

@testable import TelexTerminal

/// What keys do, without a terminal. A character is inserted where libedit would insert it.
@Suite struct LineStateTests {
    private var line: LineState

    init() {
        line = LineState(
            LineEditor.Options(history: nil, paint: .none, editor: "", pager: "", hasTitle: false),
            size: ScreenSize(columns: 40, rows: 12))
        line.begin()
    }

    /// Types characters. Returns the last thing that libedit gets.
    @discardableResult private mutating func type(_ keys: String, isLate: Bool = false) -> LineState.Feed? {
        var feed: LineState.Feed?
        for key in keys.unicodeScalars {
            feed = line.press(.character(key), isLate: isLate)
            if case .character(let scalar) = feed, scalar.value >= 0x20 { line.insert(String(Character(scalar))) }
            line.settle()
        }
        return feed
    }

    /// Has libedit run `telex-paste`, if there is something to change.
    private mutating func change() {
        let offered = line.offered()
        #expect(offered == .code(EditorKeys.pasteCode))
        line.run(.paste)
    }

    private mutating func submit(_ text: String) {
        line.isEditing = false
        line.submit(text)
        line.replace(with: "")
        line.begin()
    }

    /// The session opens Ada's chat, after it has executed so many lines.
    private mutating func openAda(answered: Int = 0) {
        var state = line.state
        (state.place, state.answered, state.seen) = (.messages("ada"), answered, SeenScreen())
        line.carryOut(.update(state))
        if line.takeArrival() { line.arrive() }
        _ = line.takeEffects()
    }

    /// What the session is told.
    private mutating func told() -> [LineEditor.UserInput] {
        line.takeEffects().compactMap { if case .tell(let input) = $0 { input } else { nil } }
    }

    private func text(_ text: StyledText?) -> String? { text?.rendered(paint: .none) }

    // MARK: Questions

    @Test mutating func searchesTheHistoryAndLeavesTheLineAlone() {
        for line in ["/status", "/help stars", "hello"] { submit(line) }
        type("draft")
        line.run(.search)
        type("sta")
        #expect(text(line.block.prompt) == "(search) sta: " && line.block.cursor == 6)
        type("tu")
        #expect(String(String.UnicodeScalarView(line.block.line)) == "/status" && line.text == "draft")
        #expect(type("\u{7}") == nil && line.offered() == nil && line.text == "draft")
        #expect(text(line.block.prompt) == "> ")
    }

    /// Any other key accepts the match, and then does what it does.
    @Test mutating func acceptsAMatch() {
        submit("/status")
        for (key, isLate, again) in [("\r", false, [LineEffect.push([.character("\r")])]), ("\u{1B}", true, [])] {
            line.run(.search)
            type("tat")
            _ = line.takeEffects()
            let feed = line.press(.character(Unicode.Scalar(key)!), isLate: isLate)
            let effects = line.takeEffects()
            #expect(feed == nil && effects == again)
            change()
            #expect(line.text == "/status" && line.buffer.cursor == 2)
        }
    }

    private static let long = (0..<30).map { "line \($0)" }.joined(separator: "\n")

    @Test mutating func asksBeforeALongPaste() {
        type("a ")
        #expect(line.press(.paste(Self.long)) == nil)
        change()
        #expect(text(line.note)?.hasPrefix("30 lines pasted. s sends") == true && line.offered() == nil)
        #expect(type("x") == nil && text(line.note)?.hasPrefix("30 lines pasted.") == true)
        #expect(type("d") == nil && line.offered() == nil && line.note == nil)
        #expect(line.press(.paste(Self.long)) == nil)
        change()
        #expect(type("s") == nil)
        change()
        #expect(line.text == "a " + Self.long && line.takeEffects().last == .push([.character("\r")]))
    }

    /// Some of libedit's functions take any key as text.
    @Test mutating func offersAChangeThreeTimes() {
        #expect(line.offered() == nil && line.press(.paste("one\r\ntwo")) == nil)
        let offers = (0..<4).map { _ in line.offered() }
        #expect(offers == Array(repeating: .code(EditorKeys.pasteCode), count: 3) + [nil])
        line.run(.paste)
        #expect(line.text == "one\ntwo" && line.offered() == nil)
    }

    @Test mutating func insertsAKeyLiterally() {
        line.run(.quote)
        #expect(type("\t") == nil)
        change()
        #expect(line.text == "\t" && type("\t") == .character("\t"))
    }

    // MARK: Escapes

    @Test mutating func aLoneEscapePrefixesTheNextCharacter() {
        #expect(type("\u{1B}", isLate: true) == nil && type("b") == .code(0x1B))
        #expect(line.takeEffects() == [.push([.character("b")])] && type("b") == .character("b"))
        // Another key drops it, and so does a change of the line.
        #expect(type("\u{1B}", isLate: true) == nil && line.press(.paste("x")) == nil)
        change()
        #expect(type("b") == .character("b") && line.text == "bxb")
        line.isVi = true
        #expect(type("\u{1B}", isLate: true) == .character("\u{1B}"))
    }

    // MARK: Waiting

    /// A key that reads the state waits for what was typed before it.
    @Test mutating func waitsForTheLinesBefore() {
        submit("/open ada")
        #expect(line.awaitsSession(.previous) && line.drafting.isBehind)
        type("ahead")
        line.stopWaiting()
        #expect(text(line.note)?.hasPrefix("Telex is still busy") == true && line.text == "ahead")
        openAda(answered: 1)
        #expect(!line.drafting.isBehind && line.text == "ahead")
        line.run(.press(.previous))
        #expect(line.text == "" && told().first == .type(.draft("ahead", in: "ada")))
        // A line of the history reads nothing.
        line.run(.previous)
        #expect(line.text == "/open ada" && !line.awaitsSession(.previous))
    }

    @Test mutating func keysWaitForTheReader() {
        line.run(.readBack)
        #expect(line.keysWait == line.now + LineState.longestWait)
        #expect(told() == [.type(.scroll(.command(.read, argument: "")))])
        // One that was left before ends.
        line.carryOut(.read(Change(old: Self.model(1), new: nil), nil))
        #expect(line.keysWait != nil)
        line.carryOut(.read(Change(old: nil, new: nil), nil))
        #expect(line.keysWait == nil)
        submit("/read")
        #expect(line.keysWait != nil)
        line.carryOut(.read(Change(old: nil, new: Self.model(3)), nil))
        #expect(line.keysWait == nil && line.takeEffects().contains(.alternate(true)))
    }

    // MARK: The reader

    private static let first = Action(.history(.loading(HistoryStep(chat: "ada", direction: .first))))

    private static func model(_ count: Int) -> MessagesViewModel {
        var model = MessagesViewModel.blank
        (model.chat, model.title) = ("ada", "Ada")
        model.messages = (1...count).map {
            var row = MessagesViewModel.Row.blank
            (row.message, row.text, row.isOwn) = (MessageID("m\($0)"), "number \($0)", true)
            row.delete = first
            return Shown(row)
        }
        return model
    }

    private mutating func openReader(_ model: MessagesViewModel = Self.model(3)) {
        openAda()
        line.carryOut(.read(Change(old: nil, new: model), nil))
        _ = line.takeEffects()
    }

    @Test mutating func asksBeforeItDeletes() {
        openReader()
        #expect(type("d") == nil && text(line.note) == "d again deletes the message for everybody.")
        #expect(line.offered() == nil && type("k") == nil && line.note == nil)
        #expect(type("d") == nil && line.offered() == nil && type("d") == nil)
        let pending = line.pending?.change
        guard case .press(let typed, let seen) = pending else { Issue.record("\(pending as Any)"); return }
        #expect(typed == .command(.delete, argument: "") && seen?.target == "m2" && line.awaitsSession(.paste))
    }

    @Test mutating func dropsTheTextThatFollowsAKeyWithoutEffect() {
        openReader()
        #expect(type("x") == nil && text(line.note) == "h lists the keys.")
        #expect(type("q") == nil && line.reading != nil && text(line.note) == "h lists the keys.")
        line.now += .seconds(1)
        #expect(type("q") == nil && line.reading == nil && told() == [.type(.readerLeft)])
    }

    /// The draft is under the line of the answer, and comes back.
    @Test mutating func answersBelowTheReader() {
        openAda()
        type("half")
        openReader()
        type("r")
        change()
        #expect(line.text == "/reply " && line.drafting.seen?.target == "m3")
        #expect(type("Yes") == .character("s") && line.readerPage().rows.contains { $0.text.contains("/reply Yes") })
        #expect(type("\u{1B}", isLate: true) == .discard)
        line.discard()
        line.replace(with: "")
        line.begin()
        #expect(line.reading?.composes == false && line.takeArrival())
        line.arrive()
        #expect(line.text == "half")
    }

    @Test mutating func aKeyWaitsForTheMessageThatItIsAbout() {
        var model = Self.model(3)
        model.first = Self.first
        openReader(model)
        #expect(type("g") == nil && line.keysWait == nil && type("r") == nil && line.keysWait != nil)
        #expect(line.takeEffects().last == .push([.character("r")]) && line.offered() == nil)
        // The messages do not come in time.
        type("r")
        #expect(line.keysWait == nil && text(line.note)?.contains("not loaded yet") == true)
    }

    @Test mutating func whatComesMeanwhileIsBelowTheTranscript() {
        openReader()
        line.carryOut(.print([.line("one")], nil))
        line.carryOut(.print([.line("two")], nil))
        #expect(line.takeEffects() == [])
        type("q")
        #expect(
            line.takeEffects() == [
                .alternate(false), .print([.line("one"), .line("two")]), .tell(.type(.readerLeft)),
            ])
    }

    // MARK: Nothing is lost

    @Test mutating func theEndOfTheSessionKeepsTheDraft() {
        openAda()
        type("precious")
        #expect(line.unsaved == .draft("precious", in: "ada"))
        line.carryOut(.leave)
        _ = line.takeEffects()
        line.end()
        #expect(told() == [.type(.draft("precious", in: "ada"))] && line.unsaved == nil)
    }

    /// It is in neither the line nor the session.
    @Test mutating func theEndOfTheSessionKeepsWhatAnotherProgramEdits() {
        openAda()
        type("precious")
        _ = line.takeEffects()
        line.run(.edit)
        line.settle()
        #expect(line.text == "" && line.leavesForEditor && line.unsaved == .draft("precious", in: "ada"))
        line.end()
        #expect(told() == [.type(.draft("precious", in: "ada"))])
    }

    @Test mutating func anotherProgramWaitsForAnAnswer() {
        #expect(line.press(.paste(Self.long)) == nil)
        change()
        line.carryOut(.edit("given"))
        #expect(!line.leavesForEditor && type("d") == nil && line.leavesForEditor)
        line.comeBack(with: .success("written"))
        #expect(!line.leavesForEditor)
        change()
        #expect(line.text == "written" && line.excursion == nil)
        line.run(.edit)
        line.comeBack(with: .failure(.notUTF8))
        change()
        #expect(line.text == "written" && text(line.note)?.contains("not UTF-8") == true)
    }

    @Test mutating func reportsEveryThreeSecondsThatAMessageIsTyped() {
        openAda()
        type("hello")
        #expect(told() == [.type(.typing(in: "ada"))])
        line.now += .seconds(3)
        type("!")
        #expect(told() == [.type(.typing(in: "ada"))])
        line.replace(with: "/typing")
        line.now += .seconds(3)
        type("!")
        #expect(!told().contains(.type(.typing(in: "ada"))))
    }
}
