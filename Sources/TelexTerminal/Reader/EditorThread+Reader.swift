import CEditLine
import Foundation
import TelexCore

/// Shows the reader in place of the transcript, and passes keys to it.
extension EditorThread {
    /// Opens the reader, changes what it shows, or closes it.
    func read(_ change: Change<MessagesViewModel>, _ key: ReaderKey?) {
        readerDeadline = nil
        guard let chat = change.new else { return leaveReader() }
        if change.old == nil, isEditing {
            readerDeadline = ContinuousClock.now + Self.patience
            reader = Reader(
                chat, columns: painter.columns, height: painter.height - 2, nameLimit: state.nameLimit,
                paint: colours)
            showAlternate(true)
            if let key = key ?? firstReaderKey { carryOut(reader?.press(key)) }
            firstReaderKey = nil
        } else {
            carryOut(reader?.show(chat))
        }
    }

    /// Shows in the reader what a search of its chat has found.
    func find(_ found: FoundViewModel) { carryOut(reader?.show(found)) }

    /// Goes back to the transcript, with what came for it meanwhile.
    func leaveReader() {
        guard reader != nil else { return }
        showAlternate(false)
        reader = nil
        heldKey = nil
        composes = false
        for printed in covered { painter.print(printed) }
        covered = []
    }

    /// Shows the screen of the reader, if there is one, or the other one.
    func showAlternate(_ isShown: Bool) {
        guard reader != nil else { return }
        bytes += isShown ? FullScreen.begin : FullScreen.end
        fullScreen.restart()
        cel_set_alternate(isShown)
    }

    /// The most that is kept for the transcript while the reader covers it.
    private static let mostCovered = 8192

    func cover(_ printed: [Printed]) {
        covered += printed
        guard covered.count > 2 * Self.mostCovered else { return }
        covered.removeFirst(covered.count - Self.mostCovered)
        covered.insert(.line(StyledText("… older lines are not shown. Open a chat to read them.", .secondary)), at: 0)
    }

    // MARK: Keys

    /// How long keys wait for messages of the reader; less than a second.
    private static let patience = Duration.milliseconds(900)

    /// Whether keys wait, because they are meant for a reader that is still to come, or for a message that is.
    var awaitsReader: Bool {
        guard let readerDeadline, ContinuousClock.now < readerDeadline else { return false }
        guard let reader else { return true }
        return reader.isLoading || heldKey != nil && reader.goal != nil
    }

    /// Whether a key waits until the cursor is where the keys before it move it. It waits only once.
    private func holds(_ key: Key, _ pressed: ReaderKey) -> Bool {
        guard pressed.isAboutMessage, reader?.goal != nil, heldKey == nil else {
            heldKey = nil
            return false
        }
        heldKey = key
        keys.pushBack(key)
        readerDeadline = ContinuousClock.now + Self.patience
        return true
    }

    /// How soon a key must follow one that does nothing to be dropped, since it is one of a text that cannot be typed here.
    private static let deafness = Duration.seconds(1)

    /// Whether the key belongs to a text that cannot be typed. Then the reason stays on the screen.
    private func isDeaf(to key: Key) -> Bool {
        guard let deaf, ContinuousClock.now < deaf.until, case .character(let scalar) = key, scalar.value >= 0x20 else {
            deaf = nil
            return false
        }
        note = deaf.reason
        self.deaf?.until = ContinuousClock.now + Self.deafness
        return true
    }

    /// Takes a key that is meant for the reader; returns any other key, and what the reader does to the line.
    func pass(_ key: Key) -> Key? {
        guard reader != nil, !isAsking else { return key }
        if composes {
            // A lone escape drops the line.
            return key == .character("\u{1B}") && keys.wasLate ? .character("\u{3}") : key
        }
        // Alt and a key.
        if key == .character("\u{1B}"), !keys.wasLate {
            _ = keys.next()
            return nil
        }
        if isDeaf(to: key) { return nil }
        guard let pressed = ReaderKey(key) else {
            note = StyledText("h lists the keys.", .secondary)
            reader?.doomed = nil
            if case .character = key { beDeaf() }
            return nil
        }
        if holds(key, pressed) { return nil }
        let wish = reader?.press(pressed)
        defer { if case .nothing = wish, pressed.isAboutMessage, reader?.doomed == nil { beDeaf() } }
        return carryOut(wish)
    }

    /// Drops the keys that follow at once.
    private func beDeaf() { deaf = (ContinuousClock.now + Self.deafness, note) }

    /// Carries out a wish of the reader; returns what it does to the line.
    @discardableResult private func carryOut(_ wish: Reader.Wish?) -> Key? {
        switch wish {
        case .press(let event): tell(.type(.reader(event)))
        case .run(let typed): return .command(typed)
        case .type(let text):
            composes = true
            if text.hasPrefix("/\(Command.search.name)") { reader?.awaitedMatch = .first }
            return .composed(text)
        case .copy(let text): copy(text)
        case .open(let link): open(link)
        case .nothing(let reason): note = StyledText(reason, .warning)
        case .leave:
            leaveReader()
            tell(.type(.readerLeft))
        case nil: break
        }
        return nil
    }

    /// The longest text that terminals take, in bytes; xterm's limit is a little higher.
    private static let mostCopied = 74_994

    func copy(_ text: String) {
        let text = PastedText.clean(text)
        if text.utf8.count > Self.mostCopied { return complain("The message is too long for the clipboard.") }
        bytes += "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\"
        note = StyledText("Copied, if the terminal allows it.", .secondary)
    }

    private func open(_ link: String) {
        guard let opener = options.opener else {
            return complain("Links cannot be opened here: neither xdg-open nor open was found.")
        }
        guard ["http://", "https://", "mailto:"].contains(where: link.lowercased().hasPrefix) else {
            return complain("Only web and mail addresses are opened: \(HarmlessText.of(link))")
        }
        Notifier(program: opener).run(with: link)
        note = StyledText("Opening \(HarmlessText.of(link))", .secondary)
    }

    // MARK: Painting

    func paintReader() {
        let width = painter.columns
        var (bottom, place) = ([ScreenRow](), (row: 0, column: 0))
        if composes {
            let line = block.painted(width: width - 1, height: max(2, painter.height / 2), paint: colours)
            (bottom, place) = (line.rows, (line.cursorRow, line.cursorColumn))
        } else {
            bottom = [footer.row(width: width - 1, paint: colours)]
        }
        reader?.resize(columns: width, height: painter.height - 1 - bottom.count)
        let rows = Array(((reader?.painted ?? []) + bottom).prefix(painter.height))
        bytes += fullScreen.paint(rows, cursor: (max(0, rows.count - bottom.count) + place.row, place.column))
        if face.isAbsent { return }
        let seen = reader?.seen
        if let seen, seen != toldSeen { tell(.type(.reader(seen))) }
        toldSeen = seen
    }

    private var footer: StyledText {
        note ?? StyledText("q back  h keys  ↑↓ choose  / search  r reply  e edit  + react  u first unread", .secondary)
    }
}
