import CEditLine
import Foundation

/// Carries out orders and paints the screen.
extension EditorThread {
    func carryOutOrders() {
        for order in face.take(limit: 1024) {
            switch order {
            case .print(let printed, let seen):
                if reader == nil { for printed in printed { painter.print(printed) } } else { cover(printed) }
                if let seen { state.seen = seen }
            case .show(let entries):
                leaveReader()
                painter.show(entries)
            case .raw(let raw):
                leaveReader()
                bytes += painter.leave() + String(decoding: raw, as: UTF8.self)
                painter.restart()
            case .update(let new):
                if options.hasTitle, new.title != state.title { bytes += TerminalTitle.set(new.title) }
                state = new
                drafting.follow(new)
            case .alert(let alert): bytes += alert
            case .edit(let text): if isEditing { excursion = text }
            case .page(let text): if isEditing { paged = text }
            case .takeBack(let text, let chat): drafting.takeBack(text, in: chat)
            case .copy(let text): copy(text)
            case .note(let line): if reader != nil { note = line }
            case .read(let change, let key): read(change, key)
            case .find(let found): find(found)
            case .leave: isLeaving = true
            }
        }
    }

    func paint() {
        if reader == nil { bytes += painter.paint(block) } else { paintReader() }
        write()
    }

    var block: EditBlock {
        var block = EditBlock()
        block.bar = state.bar
        guard isEditing else { return block }
        if let search {
            block.prompt =
                StyledText(search.hasFailed ? "(not found) " : "(search) ", .warning)
                + StyledText("\(search.pattern): ", .bold)
            block.line = Array((search.match ?? "").unicodeScalars)
            block.cursor = search.offset
            block.hint = StyledText("Ctrl-R older, Ctrl-S newer, Enter accepts, Ctrl-G cancels", .secondary)
            return block
        }
        block.prompt = state.prompt
        (block.line, block.cursor) = edit.current
        block.note = note
        if !choices.isEmpty {
            block.choices = ChoicesText.lines(choices, height: max(2, painter.height / 3))
        } else {
            block.hint = MentionHint.of(edit.text, state.seen) ?? CommandHint.of(edit.text, drafting.seen)
        }
        return block
    }

    func write() {
        guard !bytes.isEmpty, !isGone else { return }
        if !KeyInput.write(bytes, to: options.output) { isGone = true }
        bytes = ""
    }

    func measure() {
        guard let size = Self.size(of: options.output) else { return }
        if (size.columns, size.rows) != (painter.columns, painter.height) { fullScreen.restart() }
        painter.resize(columns: size.columns, height: size.rows)
        face.measure(ScreenSize(columns: size.columns, rows: size.rows))
    }

    static func size(of terminal: CInt) -> (columns: Int, rows: Int)? {
        var columns: CInt = 0
        var rows: CInt = 0
        return cel_terminal_size(terminal, &columns, &rows) ? (Int(columns), Int(rows)) : nil
    }
}
