import TelexCore
import Testing

@testable import TelexTerminal

@Suite struct DraftingTests {
    private var drafting = Drafting()
    private var state = EditorState()

    /// The session opens a chat, after it has executed so many lines and keys.
    private mutating func open(_ chat: ChatID?, draft: String = "", answered: Int) {
        state.place = chat
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
        let told = drafting.change(to: "hello you")
        #expect(told.map(text) == "ada: hello you")
        #expect(drafting.isKept("hello you"))
        drafting.submit("/jump 2")
        open("bo", answered: 2)
        expect(line: "")
        drafting.submit("/previous")
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
        // The same over a draft that is there, and through a chat that is open only in between.
        drafting.submit("/open bo")
        drafting.submit("/open cy")
        open("bo", draft: "not here", answered: 2)
        #expect(!drafting.hasArrived)
        open("cy", draft: "and ", answered: 3)
        expect("so on", line: "and so on")
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
        told = drafting.giveUp("/names")
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
        var chat = drafting.submit("ahead")
        #expect(chat == nil)
        open("ada", draft: "hello", answered: 2)
        expect(line: "hello")
        chat = drafting.submit("hello")
        #expect(chat == "ada")
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
        expect("there", line: "hi there")
    }
}
