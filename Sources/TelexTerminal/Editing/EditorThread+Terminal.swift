import CEditLine
import Foundation

/// Takes over the terminal and restores it.
extension EditorThread {
    func acquireTerminal() {
        if !cel_take_terminal(TerminalTitle.begin(options.hasTitle), TerminalTitle.end(options.hasTitle)) {
            isGone = true
        }
    }

    /// Asks what the background is, if the theme depends on it. Nothing waits for the answer.
    func askForBackground() {
        guard options.theme != nil else { return }
        bytes += Background.question
        write()
        keys.answers.ask()
    }

    /// Paints everything for the background that the terminal has told.
    func takeBackground() {
        guard let background = keys.answers.takeBackground(), let theme = options.theme else { return }
        // If the escape of the answer came long before the rest of it, it is no key either.
        line.holdsEscape = false
        line.use(theme.theme(on: background))
        painter.use(line.paint)
    }

    /// Notes whether the terminal has got the focus, or has lost it.
    func takeFocus() {
        guard let focus = keys.takeFocus() else { return }
        // If the escape of the report came long before the rest of it, it is no key either.
        line.holdsEscape = false
        look(focus)
    }

    /// Notes whether the user looks at the screen. A key means so, too: not every terminal reports its focus.
    func look(_ isPresent: Bool) {
        guard face.isAbsent == isPresent else { return }
        face.isAbsent = !isPresent
        tell(.type(isPresent ? .present : .absent))
    }

    /// How long to wait for the terminal's answers before another program gets them.
    private static let answering = Duration.milliseconds(300)

    func handleSignals() {
        let signals = cel_take_signals()
        if signals & UInt32(CEL_SUSPENDED) != 0 { return suspend() }
        if signals & UInt32(CEL_CONTINUED) != 0 { resume() }
        if signals & UInt32(CEL_RESIZED) != 0 { measure() }
    }

    func suspend() {
        giveTerminal()
        if let sentence = options.suspending() {
            bytes += "\(sentence)\n"
            write()
        }
        cel_stop()
        resume()
    }

    func giveTerminal() {
        keys.waitForAnswers(atMost: Self.answering)
        if line.reading != nil { showAlternate(false) }
        bytes += painter.leave()
        write()
        cel_give_terminal_back()
    }

    func resume() {
        look(false)
        acquireTerminal()
        painter.restart()
        measure()
        if options.hasTitle { bytes += TerminalTitle.set(line.state.title) }
        if line.reading != nil { showAlternate(true) }
    }

    /// Shows the alternate screen, or the other one.
    func showAlternate(_ isShown: Bool) {
        bytes += isShown ? FullScreen.begin : FullScreen.end
        fullScreen.restart()
        cel_set_alternate(isShown)
    }

    func measure() {
        guard let size = Self.size(of: options.output) else { return }
        if size != ScreenSize(columns: painter.columns, rows: painter.height) { fullScreen.restart() }
        painter.resize(columns: size.columns, height: size.rows)
        line.size = ScreenSize(columns: painter.columns, rows: painter.height)
        face.measure(size)
    }

    static func size(of terminal: CInt) -> ScreenSize? {
        var columns: CInt = 0
        var rows: CInt = 0
        guard cel_terminal_size(terminal, &columns, &rows) else { return nil }
        return ScreenSize(columns: Int(columns), rows: Int(rows))
    }

    func quit() {
        giveTerminal()
        signal(SIGQUIT, SIG_DFL)
        raise(SIGQUIT)
    }

    // MARK: Other programs

    /// Edits a text in another program, if the line asks for it. Returns whether it does.
    func runEditor() -> Bool {
        guard line.leavesForEditor, let text = line.excursion else { return false }
        let result = away { ExternalEditor.edit(text, by: options.editor) }
        decide { $0.comeBack(with: result) }
        return true
    }

    /// Shows the text for the pager, if there is any.
    func runPager() {
        guard let text = line.paged else { return }
        line.paged = nil
        if let failure = away({ ExternalEditor.page(text, by: options.pager) }) { decide { $0.complain(failure) } }
    }

    /// Runs `body` while another program has the terminal.
    private func away<Result>(_ body: () -> Result) -> Result {
        look(false)
        giveTerminal()
        face.isAway(true)
        defer {
            face.isAway(false)
            resume()
        }
        return body()
    }
}
