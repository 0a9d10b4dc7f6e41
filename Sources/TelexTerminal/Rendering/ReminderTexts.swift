import TelexCore

/// The upcoming reminders as text.
enum UpcomingText {
    /// The changes that are printed unprompted: errors, and the results of imports. The rest is printed on request.
    static func changes(_ old: UpcomingViewModel?, _ new: UpcomingViewModel?) -> [StyledText] {
        if let error = new?.errorText, error != old?.errorText { return [StyledText("! \(error)", .error)] }
        guard let revision = new?.noticeRevision, revision != old?.noticeRevision, let notice = new?.noticeText else {
            return []
        }
        return [StyledText(notice)]
    }

    /// The whole list.
    static func lines(_ model: UpcomingViewModel) -> [StyledText] {
        if model.shouldShowBusy { return [StyledText("Loading the reminders…", .secondary)] }
        if let error = model.errorText { return [StyledText("! \(error)", .error)] }
        if model.shouldShowEmpty, let message = model.noticeText {
            return [StyledText("\(message) /remind tomorrow 9:00 call Ada adds a reminder.")]
        }
        var lines: [StyledText] = []
        var number = 0
        for section in model.sections {
            lines.append(StyledText(section.heading, .heading))
            for row in section.reminders {
                number += 1
                let time = row.weekdayText.isEmpty ? row.timeText : "\(row.weekdayText) \(row.timeText)"
                let text =
                    StyledText(Columns.right("\(number)", 3) + "  ", .secondary) + StyledText("\(time)  ", .accent)
                    + StyledText(row.summary)
                    + StyledText((row.title ?? row.chat?.text).map { "  (in \($0))" } ?? "", .secondary)
                lines.append(text.asRow)
            }
        }
        if model.loadMore != nil {
            lines.append(StyledText("\(number) of \(model.totalCount); /more shows more.", .secondary))
        }
        return lines
    }
}

/// The reminder form as text.
enum ReminderFormText {
    static func changes(_ old: ReminderFormViewModel?, _ new: ReminderFormViewModel?) -> [StyledText] {
        guard let new else { return [] }
        if let error = new.errorText {
            let isSaid = error == old?.errorText && new.errorRevision == old?.errorRevision
            return isSaid ? [] : [StyledText("! \(error).", .error)]
        }
        if let understood = new.understoodText, understood != old?.understoodText {
            return [StyledText(understood, .bold) + StyledText("  /save saves it, /close discards it.", .secondary)]
        }
        return old == nil && !new.shouldShowBusy
            ? ["New reminder. Type when and what, such as: tomorrow 9:00 call Ada. /close cancels."] : []
    }
}
