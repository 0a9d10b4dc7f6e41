import CEditLine
import Foundation
import TelexRuntime

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
        let old = line.isEditing ? edit.state : line.buffer
        line.buffer = old
        let result = decision(&line)
        if line.buffer != old { edit.change(from: old, to: line.buffer) }
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
        case .print(let printed): for printed in printed { painter.print(printed) }
        case .show(let entries): painter.show(entries)
        case .raw(let raw):
            bytes += painter.leave() + String(decoding: raw, as: UTF8.self)
            painter.restart()
        case .write(let text): bytes += text
        case .clear: if line.reading == nil { painter.clear() } else { fullScreen.restart() }
        case .alternate(let isShown): showAlternate(isShown)
        case .push(let pushed): keys.push(pushed)
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
        if line.isLeaving || line.leavesForEditor || line.paged != nil { return }
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
        let isInTime = wait(atMost: LineState.longestWait) { !$0.drafting.isBehind }
        decide { if !isInTime { $0.stopWaiting() } else if $0.takeArrival() { $0.arrive() } }
        return isInTime
    }

    /// Waits for the session. Returns whether it has done in time what is awaited.
    @discardableResult func wait(atMost patience: Duration, until isDone: (LineState) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + patience
        while true {
            handleSignals()
            carryOutOrders()
            if isDone(line) || line.isLeaving || isGone { return true }
            if ContinuousClock.now >= deadline { return false }
            paint()
            keys.waitForOthers(wake: wake, until: deadline)
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
        do { try FileOutput(options.output).write(Array(bytes.utf8)) } catch { isGone = true }
        bytes = ""
    }
}
