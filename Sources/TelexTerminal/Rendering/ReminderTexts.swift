import TelexCore

/// What is due, in words.
enum UpcomingText {
    /// What changes of itself: only that the list cannot be had. The rest is printed when it is asked for.
    static func changes(_ old: UpcomingViewModel?, _ new: UpcomingViewModel?) -> [StyledText] {
        guard let error = new?.error, error != old?.error else { return [] }
        return [StyledText("! \(error)", .red)]
    }

    /// The whole list.
    static func lines(_ model: UpcomingViewModel) -> [StyledText] {
        if model.shouldShowBusy { return [StyledText("Loading the reminders…", .dim)] }
        if let error = model.error { return [StyledText("! \(error)", .red)] }
        if let message = model.message {
            return [StyledText("\(message) /remind tomorrow 9:00 call Ada adds a reminder.")]
        }
        var lines: [StyledText] = []
        var number = 0
        for section in model.sections {
            lines.append(StyledText(section.title, .bold))
            for row in section.reminders {
                number += 1
                let time = row.weekday.isEmpty ? row.time : "\(row.weekday) \(row.time)"
                lines.append(
                    StyledText(Columns.right("\(number)", 3) + "  ", .dim) + StyledText("\(time)  ", .cyan)
                        + StyledText(row.name)
                        + StyledText((row.contact ?? row.chat?.text).map { "  (in \($0))" } ?? "", .dim))
            }
        }
        if model.loadMore != nil { lines.append(StyledText("\(number) of \(model.total); /more shows more.", .dim)) }
        return lines
    }
}

/// The form for a reminder in words.
enum AddReminderText {
    static func changes(_ old: AddReminderViewModel?, _ new: AddReminderViewModel?) -> [StyledText] {
        guard let new else { return [] }
        if let error = new.error {
            let isSaid = error == old?.error && new.errorRevision == old?.errorRevision
            return isSaid ? [] : [StyledText("! \(error).", .red)]
        }
        if let understood = new.understood, understood != old?.understood {
            return [StyledText(understood, .bold) + StyledText("  /save keeps it, /cancel does not.", .dim)]
        }
        return old == nil && !new.shouldShowBusy
            ? ["New reminder. Type when and what, as in: tomorrow 9:00 call Ada. Or /cancel."] : []
    }
}
