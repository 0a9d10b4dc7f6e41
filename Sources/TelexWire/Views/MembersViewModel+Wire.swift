import TelexCore
import TelexJSON

extension MembersViewModel: WireViewModel {
    public static let meaning = "The known members of a chat."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit(optional: "topic", &topic)
        try visitor.visit("totalCount", &totalCount)
        try visitor.visit(rows: "members", &members)
        try visitor.visit(optional: "ignoredIds", &ignored)
        try visitor.visit(action: "loadMore", .sends("member.listing"), &loadMore)
        try visitor.visit(action: "retitle", .sends("chat.retitling", blanks: [.title]), &retitle)
        try visitor.visit(action: "setTopic", .sends("chat.settingTopic", blanks: [.topic]), &setTopic)
        try visitor.visit(action: "invite", .sends("member.inviting", blanks: [.recipient]), &invite)
        try visitor.visit(action: "leave", .sends("chat.leaving"), &leave)
        try visitor.visit(action: "close", .sends("screen.closing"), &close)
    }
}

extension MembersViewModel.Row: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("userId", &user)
        try visitor.visit(optional: "name", &name)
        try visitor.visit(optional: "standing", &standing)
        try visitor.visit(optional: "role", &role)
        try visitor.visit("isOwn", &isOwn)
        try visitor.visit("isMisleading", &isMisleading)
        try visitor.visit("isIgnored", &isIgnored)
        try visitor.visit(action: "remove", .sends("member.removing"), &remove)
        try visitor.visit(action: "ignore", .sends("member.ignoring"), &ignore)
        try visitor.visit(action: "unignore", .sends("member.unignoring"), &unignore)
        try visitor.visit(action: "setRole", .sends("member.assigning", blanks: [.roleText]), &setRole)
    }
}
