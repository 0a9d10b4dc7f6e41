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
        holdsEscape = false
        colours.theme = theme.theme(on: background)
        painter.use(colours)
        reader?.use(colours)
    }

    /// Notes whether the terminal has got the focus, or has lost it.
    func takeFocus() {
        guard let focus = keys.takeFocus() else { return }
        // If the escape of the report came long before the rest of it, it is no key either.
        holdsEscape = false
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
        showAlternate(false)
        bytes += painter.leave()
        write()
        cel_give_terminal_back()
    }

    func resume() {
        look(false)
        acquireTerminal()
        painter.restart()
        measure()
        if options.hasTitle { bytes += TerminalTitle.set(state.title) }
        showAlternate(true)
    }

    func quit() {
        giveTerminal()
        signal(SIGQUIT, SIG_DFL)
        raise(SIGQUIT)
    }

    /// Shows the text for the pager, if there is any.
    func runPager() {
        guard let text = paged else { return }
        paged = nil
        if let failure = away({ ExternalEditor.page(text, by: options.pager) }) { complain(failure) }
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

    /// Edits the text of an excursion in another program. Returns the result, or the text itself after a failure; `nil`
    /// without an excursion.
    func runExcursion() -> String? {
        guard let text = excursion else { return nil }
        excursion = nil
        switch away({ ExternalEditor.edit(text, by: options.editor) }) {
        case .success(let text): return text
        case .failure(let failure):
            complain(failure.sentence)
            return text
        }
    }
}
