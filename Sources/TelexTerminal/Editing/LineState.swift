import TelexCore

/// What the person does at the terminal: the line, what its keys are for, and what is said about it.
///
/// It is pure: keys, the functions that they are bound to, and orders of the session go in. `takeEffects` says what to do
/// then, and `block` or `readerPage` what to paint. libedit owns the line, and the thread reads the clock: both set `buffer`
/// and `now` before each call. Afterwards, `buffer` is what the line becomes.
struct LineState {
    /// What the keys are for.
    enum Mode {
        /// The line below the transcript.
        case transcript
        /// A reader that is still to come, for which keys wait until then. It begins with the key, if the session does not
        /// say.
        case opening(until: ContinuousClock.Instant, first: ReaderKey? = nil)
        case reading(Reading)
    }

    /// What the next keys answer before the line gets any.
    enum Question {
        case search(HistorySearch)
        /// The next key is inserted literally.
        case quotation
        /// Whether to send a long paste, to edit it first, or to drop it.
        case paste(String)
    }

    let options: LineEditor.Options
    /// Whether libedit has vi's keys.
    var isVi = false
    var now = ContinuousClock.now
    /// The size of the screen that can be painted.
    var size: ScreenSize
    /// What the reader is painted with.
    private(set) var paint: Paint

    /// The line as libedit has it, or as it is to be.
    var buffer = ClusterRepair.State(line: [], cursor: 0)
    /// Whether a line is edited.
    var isEditing = false
    /// Whether the session has ended.
    private(set) var isLeaving = false
    var mode = Mode.transcript
    var question: Question?
    var state = EditorState(prompt: "> ")
    var drafting = Drafting()
    var history: InputHistory
    /// The history, while the user browses it.
    var walk: Walk?
    /// Shown below the line until the next key.
    var note: StyledText?
    var choices: [CompletionWorld.Candidate] = []
    /// A change of the line, until libedit runs `telex-paste`, and how often libedit was sent `pasteCode` for it. The line
    /// must not change while libedit reads a key. Some of libedit's functions consume any key as text, so it is repeated.
    var pending: (change: PendingChange, offers: Int)?
    /// Whether an escape is held back until the key that it prefixes.
    var holdsEscape = false
    /// Text to edit in another program, until it is back in the line.
    var excursion: String?
    /// Text to show in a pager.
    var paged: String?
    private var lineCount = 0
    /// The chat whose people were asked for since the line got its first `@`, or named a command for a member.
    private var peopleAsked: ChatID?
    /// When this line was last reported as a message being typed.
    private var lastTypingReport: ContinuousClock.Instant?
    /// The interval between those reports.
    private static let typingLasts = Duration.seconds(3)
    /// What is to be done, in this order.
    private var effects: [LineEffect] = []

    init(_ options: LineEditor.Options, size: ScreenSize = ScreenSize(columns: 80, rows: 24)) {
        self.options = options
        self.size = size
        paint = options.paint
        history = InputHistory(path: options.history)
    }

    // MARK: Effects

    mutating func add(_ effect: LineEffect) { effects.append(effect) }

    mutating func takeEffects() -> [LineEffect] {
        defer { effects = [] }
        return effects
    }

    mutating func tell(_ input: LineEditor.UserInput) { add(.tell(input)) }

    /// Tells the session a draft.
    mutating func tell(_ draft: (text: String, chat: ChatID)?) {
        if let draft { tell(.type(.draft(draft.text, in: draft.chat))) }
    }

    mutating func complain(_ sentence: String) {
        note = StyledText(sentence, .error)
        beep()
    }

    mutating func beep() { add(.write("\u{7}")) }

    // MARK: The line

    var text: String { String(String.UnicodeScalarView(buffer.line)) }

    /// The part of the line before the cursor.
    var head: String { String(String.UnicodeScalarView(buffer.line[..<buffer.cursor])) }

    /// Inserts as much of the text as fits at the cursor. Returns whether all of it fits.
    ///
    /// - Parameter advice: what to do if it does not.
    @discardableResult mutating func insert(_ text: String, orSay advice: String = "") -> Bool {
        let fitting = text.unicodeScalars.prefix(max(0, EditLine.longest - buffer.line.count))
        buffer.line.insert(contentsOf: fitting, at: buffer.cursor)
        buffer.cursor += fitting.count
        if fitting.endIndex == text.unicodeScalars.endIndex { return true }
        complain("Cut off: a line can have at most \(EditLine.longest) characters.\(advice)")
        return false
    }

    mutating func replace(with text: String, cursor: Int = .max) {
        buffer.line = Array(text.unicodeScalars.prefix(EditLine.longest))
        buffer.cursor = min(cursor, buffer.line.count)
    }

    mutating func begin() {
        (isEditing, walk, lastTypingReport) = (true, nil, nil)
        reading?.composes = false
    }

    /// Submits the line.
    mutating func submit(_ line: String) {
        if history.add(line) { add(.saveHistory) }
        lineCount += 1
        let typed = drafting.submit(line, over: typedBelow)
        endWait()
        if typed.opensReader { awaitReader() }
        tell(.type(.text(typed, number: lineCount)))
    }

    /// Tells the session what a key has made of the line.
    ///
    /// - Parameter isCut: whether the line was too long.
    mutating func settle(isCut: Bool = false) {
        reportTyping()
        askForPeople()
        noteDraft()
        if isCut { complain("A line can have at most \(EditLine.longest) characters.") }
    }

    /// Reports that a message is being typed, unless the line is a command.
    private mutating func reportTyping() {
        guard !text.isEmpty, !Drafting.isCommand(text) else { return }
        // A draft that is put into the line, or only looked at, is not typed.
        guard let chat = drafting.place.chat, !drafting.isAhead, !drafting.isKept(text) else { return }
        if let lastTypingReport, now < lastTypingReport + Self.typingLasts { return }
        lastTypingReport = now
        tell(.type(.typing(in: chat)))
    }

    /// Asks for the people of the chat, once a line has an `@` or names a command for a member.
    private mutating func askForPeople() {
        guard buffer.line.contains("@") || Completion.namesMember(head) else { return peopleAsked = nil }
        guard let chat = state.place.chat, peopleAsked != chat else { return }
        peopleAsked = chat
        tell(.type(.people))
    }

    // MARK: Orders

    mutating func carryOut(_ order: LineEditor.Order) {
        switch order {
        case .print(let printed, let seen):
            if reading == nil { add(.print(printed)) } else { reading?.cover(printed) }
            if let seen { state.seen = seen }
        case .show(let entries):
            leaveReader()
            add(.show(entries))
        case .raw(let raw):
            leaveReader()
            add(.raw(raw))
        case .update(let new):
            if options.hasTitle, new.title != state.title { add(.write(TerminalTitle.set(new.title))) }
            state = new
            drafting.follow(new)
        case .alert(let alert): add(.write(alert))
        case .edit(let text): if isEditing { excursion = text }
        case .page(let text): if isEditing { paged = text }
        case .takeBack(let text, let chat): drafting.takeBack(text, in: chat)
        case .copy(let text): copy(text)
        case .note(let line): if reading != nil { note = line }
        case .read(let change, let key): read(change, key)
        case .find(let found): find(found)
        case .leave: isLeaving = true
        }
    }

    /// Paints everything for the background that the terminal has told.
    mutating func use(_ theme: Theme) {
        paint.theme = theme
        let paint = paint
        reading?.reader.use(paint)
    }

    // MARK: Painting

    var block: EditBlock {
        var block = EditBlock()
        block.bar = state.bar
        guard isEditing else { return block }
        if case .search(let search) = question {
            block.prompt =
                StyledText(search.hasFailed ? "(not found) " : "(search) ", .warning)
                + StyledText("\(search.pattern): ", .bold)
            block.line = Array((search.match ?? "").unicodeScalars)
            block.cursor = search.offset
            block.hint = StyledText("Ctrl-R older, Ctrl-S newer, Enter accepts, Ctrl-G cancels", .secondary)
            return block
        }
        block.prompt = state.prompt
        (block.line, block.cursor) = (buffer.line, buffer.cursor)
        block.note = note
        if !choices.isEmpty {
            block.choices = ChoicesText.lines(choices, height: max(2, size.rows / 3))
        } else {
            block.hint = MentionHint.of(text, state.seen) ?? CommandHint.of(text, drafting.seen)
        }
        return block
    }
}
