import TelexCore

extension MemberEvent {
    static let forms = [
        EventForm(
            "member.synced",
            "The names and memberships of these members have changed. With `isComplete`, all other members have left.",
            Member<ChatID>("chatId"),
            Member<[ChatMember]>("members"), Member<Bool?>("isComplete")
        ) {
            .member(.synced(chat: $0, members: $1, isComplete: $2 ?? false))
        } take: {
            if case .member(.synced(let chat, let members, let isComplete)) = $0 {
                (chat, members, isComplete ? true : nil)
            } else {
                nil
            }
        }
        .fromNetwork,
        EventForm("member.listing", "Show this many members.", Member<Int>("rowLimit")) {
            .member(.listing(rows: $0))
        } take: {
            if case .member(.listing(let rows)) = $0 { rows } else { nil }
        }
        .looking,
    ]
}
