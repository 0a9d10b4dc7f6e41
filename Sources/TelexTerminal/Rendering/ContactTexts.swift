import TelexCore

/// The address book as text.
enum ContactListText {
    /// The changes that are printed unprompted: added and removed contacts, notices and errors. The rest is printed on
    /// request.
    static func changes(_ old: ContactListViewModel?, _ new: ContactListViewModel?) -> [StyledText] {
        guard let new else { return [] }
        if let error = new.errorText, error != old?.errorText {
            return [StyledText("! \(error) /reload tries again.", .error)]
        }
        var lines: [StyledText] = []
        if let notice = new.noticeText, notice != old?.noticeText || new.noticeRevision != old?.noticeRevision {
            lines.append(StyledText(notice))
        }
        guard let old, !old.shouldShowBusy else { return lines }
        if let index = newRow(old, new) { lines.append(row(new.contacts[index], number: index + 1, width: 0)) }
        let still = Set(new.contacts.map(\.id))
        if new.totalCount < old.totalCount {
            lines += old.contacts.filter { !still.contains($0.id) }.map {
                StyledText("\($0.fullName) is no longer a contact.")
                    + StyledText(new.undo != nil && new.undo != old.undo ? " /undo brings them back." : "", .secondary)
            }
        }
        return lines
    }

    /// The index of the row that was added or renamed, and is printed with its number; `nil` for none.
    static func newRow(_ old: ContactListViewModel?, _ new: ContactListViewModel?) -> Int? {
        guard let old, let new, !old.shouldShowBusy, new.totalCount >= old.totalCount else { return nil }
        guard let index = new.newestIndex, index < new.contacts.count else { return nil }
        let isNew =
            new.totalCount > old.totalCount || new.newestIndex != old.newestIndex || new.contacts != old.contacts
        return isNew ? index : nil
    }

    /// The whole list.
    static func lines(_ model: ContactListViewModel) -> [StyledText] {
        if model.shouldShowBusy { return [StyledText("Loading the contacts…", .secondary)] }
        if let error = model.errorText { return [StyledText("! \(error) /reload tries again.", .error)] }
        if model.shouldShowEmpty {
            return ["No contacts yet. /add FIRST LAST adds one; /import FILE imports a vCard file."]
        }
        let width = model.contacts.map { TextWidth.of(HarmlessText.of($0.fullName)) }.max().map { min($0, 40) } ?? 0
        var lines = [StyledText("Contacts", .heading)]
        lines += model.contacts.enumerated().map { row($1, number: $0 + 1, width: width) }
        if model.loadMore != nil {
            lines.append(
                StyledText("\(model.contacts.count) of \(model.totalCount) contacts; /more shows more.", .secondary))
        }
        return lines
    }

    private static func row(_ row: Shown<ContactListViewModel.Row>, number: Int, width: Int) -> StyledText {
        let name = width > 0 ? TextWidth.cut(HarmlessText.of(row.fullName), to: width) : row.fullName
        let text =
            StyledText(Columns.right("\(number)", 3) + "  ", .secondary)
            + StyledText(Columns.left(HarmlessText.of(row.initials), 2) + "  ", .accent)
            + StyledText(row.detailText.isEmpty ? name : Columns.left(name, width))
            + StyledText(row.detailText.isEmpty ? "" : "  \(row.detailText)", .secondary)
        return text.asRow
    }
}

/// The contact form as text.
enum ContactFormText {
    static func changes(_ old: ContactFormViewModel?, _ new: ContactFormViewModel?) -> [StyledText] {
        guard let new else { return [] }
        if let error = new.errorText {
            let isSaid = error == old?.errorText && new.errorRevision == old?.errorRevision
            return isSaid ? [] : [StyledText("! \(error).", .error)]
        }
        guard old == nil, !new.shouldShowBusy else { return [] }
        return [
            new.contact == nil
                ? "New contact. Type the first and last name. /close cancels."
                : "Type the new first and last name. /close cancels."
        ]
    }
}
