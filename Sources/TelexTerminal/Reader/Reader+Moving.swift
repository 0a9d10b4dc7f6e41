import TelexCore

/// Moving the cursor and the lines on the screen.
extension Reader {
    /// Moves, and has a page loaded if the messages there are not shown. Steps add up while a page is loading.
    mutating func go(_ goal: Goal) -> Wish? {
        // A page that was asked for before may have come in vain.
        sought = nil
        if case .step(let waiting) = self.goal, case .step(let count) = goal {
            self.goal = .step(waiting + count)
        } else {
            self.goal = goal
        }
        return pursue()
    }

    /// Moves as far as possible. Keeps the goal if that takes a page, which the result asks for.
    mutating func pursue() -> Wish? {
        guard let goal else { return nil }
        self.goal = nil
        guard let index else {
            // The messages are still to come.
            self.goal = model.shouldShowBusy ? goal : nil
            return model.shouldShowBusy ? nil : .nothing("There are no messages here.")
        }
        let last = rows.count - 1
        switch goal {
        case .step(let count):
            if scroll(count, within: index) { return nil }
            let aim = index + count
            if aim < 0, index == 0 || model.older != nil || model.shouldShowBusy {
                return load(goal, model.older, orSay: "This is the first message.")
            }
            if aim > last, index == last || model.newer != nil || model.shouldShowBusy {
                return load(goal, model.newer, orSay: "This is the last message.")
            }
            select(max(0, min(last, aim)))
        case .page(let count): return turn(count)
        case .beginning:
            if model.first != nil { return load(goal, model.first, orSay: "") }
            select(0)
            top = 0
        case .end:
            if model.latest != nil { return load(goal, model.latest, orSay: "") }
            select(last)
        case .firstUnread:
            if model.firstUnread != nil { return load(goal, model.firstUnread, orSay: "") }
            guard let first = rows.firstIndex(where: { $0.message == model.firstNew }) else {
                return .nothing("Nothing was unread when the chat was opened.")
            }
            select(first)
        case .message(let id):
            guard let found = rows.firstIndex(where: { $0.message == id }) else {
                // Its page is still to come.
                self.goal = goal
                if sought == id { return nil }
                sought = id
                return .press(.history(.seeking(MessageKey(chat: model.chat, message: id))))
            }
            sought = nil
            select(found)
        case .mention:
            guard let found = rows[..<index].lastIndex(where: \.isMention) else {
                return load(goal, model.older, orSay: "No message above mentions you.")
            }
            select(found)
        }
        return nil
    }

    /// Scrolls on in a message that is higher than the screen. Returns `false` if its end is shown.
    private mutating func scroll(_ count: Int, within index: Int) -> Bool {
        guard let first = layout.first(index), let last = layout.last(index) else {
            return false
        }
        let step = max(1, height / 2)
        if count > 0, first <= top, last >= top + height {
            top = min(top + step, last - height + 1)
        } else if count < 0, first < top {
            top = max(first, top - step)
        } else {
            return false
        }
        return true
    }

    private mutating func load(_ goal: Goal, _ action: Action?, orSay reason: String) -> Wish? {
        if action != nil || model.shouldShowBusy { self.goal = goal }
        guard let action else { return model.shouldShowBusy ? nil : .nothing(reason) }
        return .press(action.event)
    }

    /// Turns a page; the cursor goes to the first message on it, or to the last if it was turned back.
    private mutating func turn(_ count: Int) -> Wish? {
        let most = max(0, layout.lines.count - height)
        let step = max(1, height - 1)
        if count < 0, top < step, model.older != nil { return load(.page(count), model.older, orSay: "") }
        if count > 0, top + step > most, model.newer != nil { return load(.page(count), model.newer, orSay: "") }
        if count < 0, top == 0 { return go(.beginning) }
        if count > 0, top >= most { return go(.end) }
        // One line of the old page stays.
        top = min(most, max(0, top + count * step))
        let page = layout.lines[top..<min(layout.lines.count, top + height)]
        let whole = page.compactMap(\.message).filter { layout.first($0).map { $0 >= top } ?? false }
        if let found = count > 0 ? whole.first : whole.last ?? page.compactMap(\.message).last {
            cursor = rows[found].id
        }
        return nil
    }

    private mutating func select(_ index: Int) {
        cursor = rows[index].id
        moveInView()
    }

    /// Scrolls so that the message under the cursor is on the screen, from its first line on.
    mutating func moveInView() {
        if let index, let first = layout.first(index) {
            let last = layout.last(index) ?? first
            // The lines above the first message belong to it.
            let start = index == 0 ? 0 : first
            if last >= top + height { top = last - height + 1 }
            if start < top || last - start >= height { top = start }
        }
        top = max(0, min(top, layout.lines.count - height))
    }
}
