import TelexCore

/// The members of a chat as text.
enum MembersText {
    static func lines(_ model: MembersViewModel) -> [StyledText] {
        let names = model.members.map { HarmlessText.of($0.name ?? "") }
        let width = names.map(TextWidth.of).max().map { min($0, 40) } ?? 0
        var lines = [StyledText("── \(model.title): members ──", .heading)]
        if let topic = model.topic { lines.append(Self.topic(topic)) }
        lines += zip(model.members, names).map { row, name in
            let text =
                StyledText("  " + Columns.left(TextWidth.cut(name, to: width), width) + "  ")
                + StyledText(HarmlessText.of(row.user.text), row.isOwn ? .own : .person(row.user.text))
                + StyledText("  " + standing(row), .secondary)
            return text.asRow
        }
        if model.members.isEmpty { lines.append(StyledText("No members are known yet.", .secondary)) }
        if let ignored = model.ignored {
            lines.append(StyledText("You ignore \(ignored.map(\.text).joined(separator: ", ")).", .secondary))
        }
        if model.loadMore != nil {
            let shown = "\(model.members.count) of \(model.totalCount) members"
            lines.append(StyledText("\(shown); /names \(model.totalCount) shows all.", .secondary))
        }
        return lines
    }

    static func topic(_ topic: String) -> StyledText { StyledText("Topic: \(topic)", .secondary) }

    private static func standing(_ row: Shown<MembersViewModel.Row>) -> String {
        let standing =
            switch row.standing {
            case .joined: "here"
            case .invited: "invited"
            case .requested: "asks to join"
            case .left: "left"
            case nil: "may have left"
            }
        let role = row.role.map { [$0.rawValue] } ?? []
        let parts =
            (row.isOwn ? ["you"] : []) + role + [standing] + (row.isMisleading ? ["the name could mislead"] : [])
            + (row.isIgnored ? ["ignored"] : [])
        return parts.joined(separator: ", ")
    }
}
