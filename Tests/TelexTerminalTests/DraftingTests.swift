@testable import TelexCore
import Testing

@testable import TelexTerminal

@Suite struct DraftingTests {
    private var drafting = Drafting()
    private var state = EditorState()

    /// The session opens a chat, after it has executed so many lines and keys.
    private mutating func open(_ chat: ChatID?, draft: String = "", answered: Int) {
        state.place = chat.map(Screen.messages) ?? .chatList
        state.draft = draft
        state.answered = answered
        drafting.follow(state)
    }

    /// Carries out an arrival.
    private mutating func expect(
        _ typed: String = "", line: String, left: String? = nil, location: SourceLocation = #_sourceLocation
    ) {
        let (hasArrived, again) = (drafting.takeArrival(), drafting.takeArrival())
        #expect(hasArrived && !again, sourceLocation: location)
        let arrived = drafting.arrive(with: typed)
        #expect(arrived.line == line, sourceLocation: location)
        #expect(arrived.left.map(text) == left, sourceLocation: location)
    }

    private func text(_ change: (text: String, chat: ChatID)) -> String { "\(change.chat): \(change.text)" }

    @Test mutating func putsEachChatsDraftIntoTheLine() {
        drafting.submit("/open ada")
        open("ada", draft: "hello", answered: 1)
        expect(line: "hello")
        // A key opens another chat; the draft is told first.
        let told = drafting.leave("hello you")
        #expect(told.map(text) == "ada: hello you")
        drafting.pressAhead()
        open("bo", answered: 2)
        expect(line: "")
        drafting.pressAhead()
        open("ada", draft: "hello you", answered: 3)
        expect(line: "hello you")
    }

    /// What is typed while a command is being executed belongs to the chat that it opens.
    @Test mutating func takesWhatIsTypedAheadToTheNewChat() {
        drafting.submit("/open ada")
        let told = drafting.note("hel")
        #expect(told == nil && drafting.due == nil)
        open("ada", answered: 1)
        expect("hel", line: "hel")
        // The same through a chat that is open only in between. A draft that is there comes back after it.
        drafting.submit("/open bo")
        drafting.submit("/open cy")
        open("bo", draft: "not here", answered: 2)
        #expect(!drafting.hasArrived)
        open("cy", draft: "and ", answered: 3)
        expect("so on", line: "so on")
        drafting.submit("so on")
        open("cy", draft: "and ", answered: 4)
        expect(line: "and ")
    }

    /// A chat that opens without having been asked for here takes nothing along.
    @Test mutating func leavesTheLineInTheChatWhereItWasTyped() {
        drafting.submit("/open ada")
        open("ada", answered: 1)
        expect(line: "")
        open("bo", draft: "to Bo", answered: 1)
        expect("for Ada", line: "to Bo", left: "ada: for Ada")
    }

    @Test mutating func leavesACommandAlone() {
        drafting.submit("/open ada")
        open("ada", draft: "hello", answered: 1)
        expect("/names", line: "/names")
        let told = drafting.note("/names")
        #expect(told == nil && drafting.due == nil)
        // Once it is executed, the draft is back.
        drafting.submit("/names")
        open("ada", draft: "hello", answered: 2)
        expect(line: "hello")
    }

    /// A draft that a command in the line has hidden is back once the command is gone.
    @Test mutating func bringsAHiddenDraftBack() {
        drafting.submit("/open ada")
        open("ada", draft: "hello", answered: 1)
        expect("/na", line: "/na")
        var told = drafting.note("")
        #expect(told == nil)
        expect(line: "hello")
        // The same for a command from the history that is abandoned.
        told = drafting.note("/names", isBrowsing: true)
        #expect(told == nil)
        told = drafting.giveUp("/names", over: "hello")
        #expect(told == nil)
        expect(line: "hello")
        told = drafting.giveUp("hello")
        #expect(told.map(text) == "ada: " && !drafting.hasArrived)
    }

    /// What is made into a command is sent once, and is no draft any more.
    @Test mutating func dropsADraftThatBecomesACommand() {
        drafting.submit("/open ada")
        open("ada", draft: "hello", answered: 1)
        expect(line: "hello")
        let told = drafting.note("/msg bo hello")
        #expect(told.map(text) == "ada: ")
        drafting.submit("/msg bo hello")
        open("ada", answered: 2)
        expect(line: "")
    }

    /// Only what was in the line goes with it.
    @Test mutating func saysWhoseDraftIsSent() {
        drafting.submit("/open ada")
        var line = drafting.submit("ahead")
        #expect(line.place == nil && line.draft == nil)
        open("ada", draft: "hello", answered: 2)
        expect(line: "hello")
        line = drafting.submit("hello")
        #expect(line.place == .messages("ada") && line.draft == TypedLine.Draft(text: "hello", isCopy: true))
    }

    @Test mutating func tellsThatADraftIsGoneAtOnce() {
        drafting.submit("/open ada")
        open("ada", draft: "hello", answered: 1)
        expect(line: "hello")
        var told = drafting.note("hello!")
        #expect(told == nil && drafting.due != nil && !drafting.isDue)
        told = drafting.note("hello")
        #expect(told == nil && drafting.due == nil)
        told = drafting.note("")
        #expect(told.map(text) == "ada: ")
        told = drafting.note("")
        #expect(told == nil)
    }

    @Test mutating func tellsNothingOfTheListOfChats() {
        let told = (drafting.note("Eliza"), drafting.change(to: "Eliza"))
        #expect(told.0 == nil && told.1 == nil)
        open("eliza", draft: "hi ", answered: 0)
        expect("there", line: "there")
    }

    /// Opens Ada's chat, where nothing was typed.
    private mutating func openAda(draft: String = "") {
        drafting.submit("/open ada")
        open("ada", draft: draft, answered: 1)
        expect(line: draft)
    }

    // MARK: A line stays where it was typed

    /// So does what it means.
    @Test mutating func leavesACommandWhereItWasTyped() {
        openAda()
        var seen = SeenScreen()
        seen.lookedAt("ada")
        drafting.seen = seen
        open("bo", answered: 1)
        expect("/reply Yes", line: "")
        #expect(drafting.seen != seen)
        open("ada", answered: 1)
        expect(line: "/reply Yes")
        #expect(drafting.seen == seen && drafting.submit("/reply Yes").seen == seen)
    }

    @Test mutating func leavesWhatIsTypedIntoAFormThere() {
        state.place = .reminderForm(nil)
        drafting.follow(state)
        expect(line: "")
        open("ada", answered: 0)
        expect("tomorrow tea", line: "")
        #expect(drafting.submit("x").place == .messages("ada"))
    }

    /// A message opens nothing, so what is typed at once after it is for the same chat, whatever opens meanwhile.
    @Test mutating func whatFollowsAMessageIsForTheSameChat() {
        openAda()
        let lines = (drafting.submit("one"), drafting.submit("two"), drafting.submit("/leave"))
        #expect([lines.0, lines.1, lines.2].map(\.place) == Array(repeating: .messages("ada"), count: 3))
        #expect(drafting.submit("three").place == nil && drafting.isBehind)
        openAndFollow("bo", answered: 5)
    }

    private mutating func openAndFollow(_ chat: ChatID, answered: Int) {
        #expect(!drafting.hasArrived)
        open(chat, answered: answered - 1)
        #expect(!drafting.hasArrived)
        open(chat, answered: answered)
        expect("four", line: "four")
        #expect(drafting.place == .messages(chat))
    }

    /// What is typed while a chat is being made goes there.
    @Test mutating func whatIsTypedWhileAChatIsMadeGoesThere() {
        drafting.submit("/new bo")
        (state.place, state.isOpening, state.answered) = (.chatForm, true, 1)
        drafting.follow(state)
        #expect(!drafting.hasArrived && drafting.isBehind && drafting.submit("hello").place == nil)
        state.isOpening = false
        open("bo", answered: 2)
        expect("more", line: "more")
    }

    // MARK: Two terminals

    @Test mutating func theLineThatWasTypedHereWins() {
        openAda()
        let told = drafting.change(to: "mine")
        #expect(told.map(text) == "ada: mine")
        open("bo", answered: 1)
        expect("mine", line: "")
        open("ada", draft: "theirs", answered: 1)
        expect(line: "mine")
        #expect(drafting.offer == "theirs")
        #expect(drafting.submit("theirs").draft == TypedLine.Draft(text: "theirs", isCopy: true))
    }

    @Test mutating func aDraftThatIsOnlyShownHereFollowsTheOther() {
        openAda(draft: "hel")
        open("ada", draft: "hello", answered: 1)
        expect("hel", line: "hello")
        #expect(drafting.submit("hello").draft == TypedLine.Draft(text: "hello", isCopy: true))
        openOther(draft: "ok")
        open("bo", answered: 2)
        expect("ok", line: "")
        // What is typed into it here is from here.
        open("bo", draft: "yes", answered: 2)
        #expect(!drafting.hasArrived)
    }

    private mutating func openOther(draft: String) {
        open("bo", draft: draft, answered: 2)
        expect(line: draft)
    }

    /// A line that another terminal has taken as its draft, and sent, is not sent once more.
    @Test mutating func aLineThatAnotherTerminalHasSentGoes() {
        openAda()
        _ = drafting.change(to: "aaa")
        open("ada", draft: "aaa", answered: 1)
        state.seen = SeenScreen()
        state.seen?.lookedAt("ada", own: "aaa")
        open("ada", answered: 1)
        expect("aaa", line: "")
    }

    /// One that was only discarded there stays, and is told again.
    @Test mutating func aLineThatAnotherTerminalHasDiscardedStays() {
        openAda()
        _ = drafting.change(to: "aaa")
        open("ada", draft: "aaa", answered: 1)
        open("ada", answered: 1)
        expect("aaa", line: "aaa")
        let told = (drafting.note("aaa"), drafting.unsaved("aaa"))
        #expect(told.0 == nil && drafting.due != nil && told.1.map(text) == "ada: aaa")
    }

    @Test mutating func putsAMessageThatWaitsBackBeforeTheDraft() {
        openAda()
        let told = drafting.leave("draft")
        #expect(told.map(text) == "ada: draft")
        drafting.submit("/undo")
        drafting.takeBack("taken", in: "ada")
        open("ada", draft: "taken\ndraft", answered: 2)
        expect(line: "taken\ndraft")
    }
}

extension SeenScreen {
    /// Shows a chat, in which our last message is this.
    fileprivate mutating func lookedAt(_ chat: ChatID, own: String? = nil) {
        var model = MessagesViewModel.blank
        model.chat = chat
        var row = MessagesViewModel.Row.blank
        (row.isOwn, row.text) = (true, own ?? "")
        model.messages = own == nil ? [] : [Shown(row)]
        messages = model
    }
}
