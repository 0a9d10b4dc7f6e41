import Foundation
import TelexCore

/// Shows the reader in place of the transcript, and passes keys to it.
extension LineState {
    /// The reader and what its keys wait for; `nil` while the transcript is shown.
    var reading: Reading? {
        get { if case .reading(let reading) = mode { reading } else { nil } }
        set { if let newValue { mode = .reading(newValue) } }
    }

    /// Opens the reader, changes what it shows, or closes it.
    mutating func read(_ change: Change<MessagesViewModel>, _ key: ReaderKey?) {
        guard let chat = change.new else {
            // What ends with a model was left before, and another reader may be awaited.
            if change.old == nil { endWait() }
            return leaveReader()
        }
        guard change.old == nil, isEditing else {
            reading?.deadline = nil
            return carryOut(reading?.reader.show(chat))
        }
        let first = if case .opening(_, let first) = mode { first } else { reading?.firstKey }
        let reader = Reader(
            chat, columns: size.columns, height: size.rows - 2, nameLimit: state.nameLimit, paint: paint)
        var reading = reading ?? Reading(reader: reader)
        (reading.reader, reading.deadline, reading.firstKey) = (reader, now + Self.patience, nil)
        self.reading = reading
        add(.alternate(true))
        if let key = key ?? first { carryOut(self.reading?.reader.press(key)) }
    }

    /// Shows in the reader what a search of its chat has found.
    mutating func find(_ found: FoundViewModel) { carryOut(reading?.reader.show(found)) }

    /// Goes back to the transcript, with what came for it meanwhile.
    mutating func leaveReader() {
        guard let reading else { return }
        mode = .transcript
        add(.alternate(false))
        add(.print(reading.covered))
    }

    // MARK: Keys

    /// How long keys wait for messages of the reader; less than a second.
    private static let patience = Duration.milliseconds(900)

    /// How long keys wait at most for the session to do what was typed before them.
    static let longestWait = Duration.seconds(5)

    /// Has keys wait for a reader that is to open.
    mutating func awaitReader(from first: ReaderKey? = nil) {
        let deadline = now + Self.longestWait
        if reading == nil { mode = .opening(until: deadline, first: first) }
        reading?.deadline = deadline
        reading?.firstKey = first
    }

    /// Has keys wait no longer for a reader that is to open.
    mutating func endWait() {
        if reading == nil { mode = .transcript }
        reading?.firstKey = nil
    }

    /// Until when keys wait, because they are meant for a reader that is still to come, or for a message that is; `nil` if
    /// they do not.
    var keysWait: ContinuousClock.Instant? {
        switch mode {
        case .transcript: nil
        case .opening(let deadline, _): deadline
        case .reading(let reading):
            reading.reader.isLoading || reading.holdsKey && reading.reader.goal != nil ? reading.deadline : nil
        }
    }

    /// Whether a key waits until the cursor is where the keys before it move it. It waits only once.
    private mutating func holds(_ key: Key, _ pressed: ReaderKey) -> Bool {
        guard var reading else { return false }
        reading.holdsKey = pressed.isAboutMessage && reading.reader.goal != nil && !reading.holdsKey
        if reading.holdsKey {
            reading.deadline = now + Self.patience
            add(.push([key]))
        }
        self.reading = reading
        return reading.holdsKey
    }

    /// How soon a key must follow one that does nothing to be dropped, since it is one of a text that cannot be typed here.
    private static let deafness = Duration.seconds(1)

    /// Whether the key belongs to a text that cannot be typed. Then the reason stays on the screen.
    private mutating func isDeaf(to key: Key) -> Bool {
        guard let deaf = reading?.deaf, now < deaf.until, case .character(let scalar) = key, scalar.value >= 0x20 else {
            reading?.deaf = nil
            return false
        }
        note = deaf.reason
        beDeaf()
        return true
    }

    /// Drops the keys that follow at once.
    private mutating func beDeaf() {
        let deaf = (now + Self.deafness, note)
        reading?.deaf = deaf
    }

    /// Takes a key that is meant for the reader; returns any other key.
    mutating func pass(_ key: Key, _ isLate: Bool) -> Key? {
        guard let reading else { return key }
        if reading.composes {
            // A lone escape drops the line.
            return key == .character("\u{1B}") && isLate ? .character("\u{3}") : key
        }
        // Alt and a key.
        if key == .character("\u{1B}"), !isLate {
            add(.skip)
            return nil
        }
        if isDeaf(to: key) { return nil }
        guard let pressed = ReaderKey(key) else {
            note = StyledText("h lists the keys.", .secondary)
            self.reading?.reader.doomed = nil
            if case .character = key { beDeaf() }
            return nil
        }
        if holds(key, pressed) { return nil }
        let wish = self.reading?.reader.press(pressed)
        carryOut(wish)
        if case .nothing = wish, pressed.isAboutMessage, self.reading?.reader.doomed == nil { beDeaf() }
        return nil
    }

    private mutating func carryOut(_ wish: Reader.Wish?) {
        switch wish {
        case .press(let event): tell(.type(.reader(event)))
        case .run(let typed): offer(.press(typed, seenNow))
        case .type(let text):
            reading?.composes = true
            if text.hasPrefix("/\(Command.search.name)") { reading?.reader.awaitedMatch = .first }
            offer(.command(text, seenNow))
        case .copy(let text): copy(text)
        case .open(let link): open(link)
        case .nothing(let reason): note = StyledText(reason, .warning)
        case .leave:
            leaveReader()
            tell(.type(.readerLeft))
        case nil: break
        }
    }

    /// The longest text that terminals take, in bytes; xterm's limit is a little higher.
    private static let mostCopied = 74_994

    mutating func copy(_ text: String) {
        let text = PastedText.clean(text)
        if text.utf8.count > Self.mostCopied { return complain("The message is too long for the clipboard.") }
        add(.write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\"))
        note = StyledText("Copied, if the terminal allows it.", .secondary)
    }

    private mutating func open(_ link: String) {
        guard let opener = options.opener else {
            return complain("Links cannot be opened here: neither xdg-open nor open was found.")
        }
        guard ["http://", "https://", "mailto:"].contains(where: link.lowercased().hasPrefix) else {
            return complain("Only web and mail addresses are opened: \(HarmlessText.of(link))")
        }
        add(.open(link, by: opener))
        note = StyledText("Opening \(HarmlessText.of(link))", .secondary)
    }

    // MARK: Painting

    /// Returns the rows of the full screen, and where the cursor is in them, both from 0.
    mutating func readerPage() -> (rows: [ScreenRow], cursor: (row: Int, column: Int)) {
        var (bottom, place) = ([footer.row(width: size.columns - 1, paint: paint)], (row: 0, column: 0))
        if reading?.composes == true {
            let line = block.painted(width: size.columns - 1, height: max(2, size.rows / 2), paint: paint)
            (bottom, place) = (line.rows, (line.cursorRow, line.cursorColumn))
        }
        let size = size
        reading?.reader.resize(columns: size.columns, height: size.rows - 1 - bottom.count)
        let rows = Array(((reading?.reader.painted ?? []) + bottom).prefix(size.rows))
        return (rows, (max(0, rows.count - bottom.count) + place.row, place.column))
    }

    /// Tells the session which messages the reader has shown to somebody.
    mutating func tellSeen() {
        let seen = reading?.reader.seen
        if let seen, seen != reading?.toldSeen { tell(.type(.reader(seen))) }
        reading?.toldSeen = seen
    }

    private var footer: StyledText {
        note ?? StyledText("q back  h keys  ↑↓ choose  / search  r reply  e edit  + react  u first unread", .secondary)
    }
}
