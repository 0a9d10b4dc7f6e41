import CEditLine
import Foundation

/// Owns the terminal: reads keys for libedit, and does what the line asks for. Everything here runs on one thread.
final class EditorThread {
    let options: LineEditor.Options
    let face: LineEditor
    let wake: CInt
    let tell: @Sendable (LineEditor.UserInput) -> Void

    /// What the keys do, and what is said about them.
    var line: LineState
    var edit: EditLine!
    var keys: KeyInput
    var painter: ScreenPainter
    var fullScreen = FullScreen()
    /// What is to be written.
    var bytes = ""
    /// Whether the terminal has gone away.
    var isGone = false

    init(
        _ options: LineEditor.Options, face: LineEditor, wake: CInt,
        _ tell: @escaping @Sendable (LineEditor.UserInput) -> Void
    ) {
        self.options = options
        self.face = face
        self.wake = wake
        self.tell = tell
        keys = KeyInput(options.input)
        let size = Self.size(of: options.output) ?? ScreenSize(columns: 80, rows: 24)
        painter = ScreenPainter(columns: size.columns, height: size.rows, paint: options.paint)
        line = LineState(options, size: ScreenSize(columns: painter.columns, rows: painter.height))
        face.measure(size)
    }

    /// Sets up libedit. Returns whether it works here.
    func prepare() -> Bool {
        guard cel_keep_terminal(options.input) else { return false }
        let context = Unmanaged.passUnretained(self).toOpaque()
        edit = EditLine(terminal: options.input, editrc: options.editrc, context: context) {
            EditorThread.of($0).readKey($1)
        }
        guard let edit else { return false }
        line.isVi = edit.isVi
        if let complaint = edit.complaint {
            let detail = complaint.trimmingCharacters(in: .whitespacesAndNewlines)
            line.note = StyledText(
                "~/.editrc: invalid line\(detail.isEmpty ? "" : " (\(detail))"). The lines after it were ignored.",
                .error)
        }
        return true
    }

    static func of(_ line: OpaquePointer?) -> EditorThread {
        Unmanaged<EditorThread>.fromOpaque(cel_context(line)).takeUnretainedValue()
    }

    func start() {
        // From here on, only the new thread uses it.
        nonisolated(unsafe) let owner = self
        Thread.launch { owner.run() }
    }

    func run() {
        acquireTerminal()
        askForBackground()
        if isGone { tell(.end) }
        while !line.isLeaving, !isGone { editLine() }
        giveTerminal()
        edit = nil
        face.hasLeft()
    }

    func editLine() {
        line.begin()
        let outcome = edit.read()
        line.isEditing = false
        switch outcome {
        case .line(let typed): decide { $0.submit(typed) }
        case .endOfInput:
            tell(.end)
            waitForLeave()
        case .givenUp:
            if isGone { tell(.end) }
        }
    }

    // MARK: What the line asks for

    /// Has the line decide something, and does what it asks for.
    @discardableResult func decide<Result>(_ decision: (inout LineState) -> Result) -> Result {
        line.now = ContinuousClock.now
        if line.isEditing { line.line = edit.state }
        let result = decision(&line)
        for effect in line.takeEffects() { carryOut(effect) }
        face.unsaved = line.unsaved
        return result
    }

    private func carryOut(_ effect: LineEffect) {
        switch effect {
        case .tell(let input): tell(input)
        case .saveHistory:
            guard let reason = line.history.save() else { return }
            line.note = StyledText("Cannot write the history: \(reason).", .error)
        case .insert(let text): _ = edit.insert(text)
        case .replace(let text, let cursor): edit.replace(with: text, cursor: cursor)
        case .delete(let count): edit.delete(count)
        case .move(let count): edit.move(count)
        case .print(let printed): for printed in printed { painter.print(printed) }
        case .show(let entries): painter.show(entries)
        case .raw(let raw):
            bytes += painter.leave() + String(decoding: raw, as: UTF8.self)
            painter.restart()
        case .write(let text): bytes += text
        case .clear: painter.clear()
        case .repaint: fullScreen.restart()
        case .alternate(let isShown): showAlternate(isShown)
        case .pushBack(let key): keys.pushBack(key)
        case .push(let sequence): keys.push(sequence)
        case .skip: _ = keys.next()
        case .open(let link, let opener): Notifier(program: opener).run(with: link)
        case .suspend: suspend()
        case .quit: quit()
        }
    }

    // MARK: Waiting

    /// Handles signals and orders, paints the screen, and waits for keys or orders.
    func follow() {
        handleSignals()
        takeBackground()
        takeFocus()
        carryOutOrders()
        if line.isBusy { return }
        paint()
        if isGone || line.isArriving { return }
        // While keys wait for the reader, only orders and signals matter.
        if let deadline = keysWait { return keys.waitForOthers(wake: wake, until: deadline) }
        keys.wait(wake: wake, isBusy: face.hasOrders, until: line.drafting.due)
    }

    /// Until when keys are not read; `nil` if they are.
    var keysWait: ContinuousClock.Instant? { line.keysWait.flatMap { ContinuousClock.now < $0 ? $0 : nil } }

    /// Waits until the session has done what was typed before, and the line is where it belongs: a key that reads the state
    /// reads that after the keys before it. Returns `false`, and says so, if that takes too long.
    func catchUp() -> Bool {
        let deadline = ContinuousClock.now + LineState.longestWait
        while !line.isLeaving, !isGone {
            handleSignals()
            carryOutOrders()
            if !line.drafting.isBehind { break }
            if ContinuousClock.now >= deadline {
                decide { $0.stopWaiting() }
                return false
            }
            paint()
            keys.waitForOthers(wake: wake, until: deadline)
        }
        decide { $0.arriveNow() }
        return true
    }

    /// Waits for an answer of the session.
    func wait(atMost patience: Duration, until isAnswered: (LineState) -> Bool) {
        let deadline = ContinuousClock.now + patience
        while !isAnswered(line), ContinuousClock.now < deadline, !line.isLeaving, !isGone {
            keys.waitForOthers(wake: wake, until: deadline)
            carryOutOrders()
        }
    }

    /// Keeps the screen up to date after the end of input, until the session ends. Nothing can be edited.
    func waitForLeave() {
        while !line.isLeaving, !isGone {
            while let key = keys.next() { if key == .character("\u{3}") { tell(.interrupt) } }
            if keys.hasEnded { isGone = true }
            follow()
        }
    }

    private func carryOutOrders() {
        let orders = face.take(limit: 1024)
        if !orders.isEmpty { decide { for order in orders { $0.carryOut(order) } } }
    }

    // MARK: Painting

    func paint() {
        if line.reading == nil {
            if line.isEditing { line.line = edit.state }
            bytes += painter.paint(line.block)
        } else {
            let page = decide { $0.readerPage() }
            bytes += fullScreen.paint(page.rows, cursor: page.cursor)
            if !face.isAbsent { decide { $0.tellSeen() } }
        }
        write()
    }

    func write() {
        guard !bytes.isEmpty, !isGone else { return }
        if !KeyInput.write(bytes, to: options.output) { isGone = true }
        bytes = ""
    }
}
