import TelexCore

/// The address book in words.
enum ContactListText {
    /// What changes of itself: who came and went, and what came of an import. The rest is printed when it is asked for.
    static func changes(_ old: ContactListViewModel?, _ new: ContactListViewModel?) -> [StyledText] {
        guard let new else { return [] }
        if let error = new.error, error != old?.error { return [StyledText("! \(error) /reload tries again.", .red)] }
        var lines: [StyledText] = []
        if let notice = new.notice, notice != old?.notice || new.noticeRevision != old?.noticeRevision {
            lines.append(StyledText(notice))
        }
        guard let old, !old.shouldShowBusy else { return lines }
        if let index = newRow(old, new) { lines.append(row(new.contacts[index], number: index + 1, width: 0)) }
        let still = Set(new.contacts.map(\.id))
        if new.total < old.total {
            lines += old.contacts.filter { !still.contains($0.id) }.map {
                StyledText("\($0.name) is no contact any more.")
            }
        }
        return lines
    }

    /// The index of the row that was added or renamed, and is printed with its number; `nil` for none.
    static func newRow(_ old: ContactListViewModel?, _ new: ContactListViewModel?) -> Int? {
        guard let old, let new, !old.shouldShowBusy, new.total >= old.total else { return nil }
        guard let index = new.newest, index < new.contacts.count else { return nil }
        let isNew = new.total > old.total || new.newest != old.newest || new.contacts != old.contacts
        return isNew ? index : nil
    }

    /// The whole list.
    static func lines(_ model: ContactListViewModel) -> [StyledText] {
        if model.shouldShowBusy { return [StyledText("Loading the contacts…", .dim)] }
        if let error = model.error { return [StyledText("! \(error) /reload tries again.", .red)] }
        if model.shouldShowEmpty {
            return ["No contacts yet. /add FIRST LAST adds one; /import FILE takes them from a vCard file."]
        }
        let width = model.contacts.map { TextWidth.of(HarmlessText.of($0.name)) }.max().map { min($0, 40) } ?? 0
        var lines = [StyledText("Contacts", .bold)]
        lines += model.contacts.enumerated().map { row($1, number: $0 + 1, width: width) }
        if model.loadMore != nil {
            lines.append(StyledText("\(model.contacts.count) of \(model.total) contacts; /more shows more.", .dim))
        }
        return lines
    }

    private static func row(_ row: ContactListViewModel.Row, number: Int, width: Int) -> StyledText {
        let name = width > 0 ? TextWidth.cut(HarmlessText.of(row.name), to: width) : row.name
        return StyledText(Columns.right("\(number)", 3) + "  ", .dim)
            + StyledText(Columns.left(HarmlessText.of(row.initials), 2) + "  ", .cyan)
            + StyledText(row.detail.isEmpty ? name : Columns.left(name, width))
            + StyledText(row.detail.isEmpty ? "" : "  \(row.detail)", .dim)
    }
}

/// The form for a contact in words.
enum AddContactText {
    static func changes(_ old: AddContactViewModel?, _ new: AddContactViewModel?) -> [StyledText] {
        guard let new else { return [] }
        if let error = new.error {
            let isSaid = error == old?.error && new.errorRevision == old?.errorRevision
            return isSaid ? [] : [StyledText("! \(error).", .red)]
        }
        guard old == nil, !new.shouldShowBusy else { return [] }
        return [
            new.person == nil
                ? "New contact. Type first and last names, or /cancel."
                : "Type the new first and last names, or /cancel."
        ]
    }
}
