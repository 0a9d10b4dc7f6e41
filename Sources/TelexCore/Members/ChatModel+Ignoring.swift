/// The people whom we ignore.
extension ChatModel {
    /// Ignores somebody, or no longer does: here at once, and on the server as soon as possible.
    mutating func ignore(_ user: UserID, _ isIgnored: Bool) -> Consequences {
        guard ignored.users.contains(user) != isIgnored else {
            return .ignored(isIgnored ? "You already ignore \"\(user)\"." : "You do not ignore \"\(user)\".")
        }
        if isIgnored, ignored.users.count >= IgnoredPeople.most {
            return .refused("You ignore \(IgnoredPeople.most) people. You cannot ignore more.")
        }
        if isIgnored, chats.prefix(chats.count).contains(where: { $0.members.isOwn(user) }) {
            return .refused("You cannot ignore yourself.")
        }
        return note(IgnoredPerson(user: user, isIgnored: isIgnored, isTold: false))
            + Consequences(effects: [Effect(.ignore(user), .ask(.ignore(user, isIgnored: isIgnored)))])
    }

    /// Applies what the server has. What we have changed counts until the server has it.
    mutating func accept(_ synced: SyncedIgnoring) -> Consequences {
        var theirs = Dictionary(synced.ignored.map { ($0.user, $0.isIgnored) }) { _, last in last }
        if synced.isComplete {
            for user in ignored.users.union(ignored.untold) where theirs[user] == nil { theirs[user] = false }
        }
        var consequences = Consequences.none
        // First those whom we no longer ignore, so that there is room.
        for (user, isIgnored) in theirs.sorted(by: { ($0.value ? 1 : 0, $0.key) < ($1.value ? 1 : 0, $1.key) }) {
            let isUntold = ignored.untold.contains(user)
            let isSame = ignored.users.contains(user) == isIgnored
            if isSame != isUntold || isIgnored && !isSame && ignored.users.count >= IgnoredPeople.most { continue }
            consequences += note(IgnoredPerson(user: user, isIgnored: isIgnored))
        }
        return consequences
    }

    private mutating func note(_ person: IgnoredPerson) -> Consequences {
        ignored.note(person)
        return Consequences(
            saves: [.ignored(person)],
            followUps: person.isIgnored ? [.notification(.silenced(user: person.user))] : [])
    }

    /// Tells the server what it does not have yet.
    func tellIgnored() -> Consequences {
        Consequences(
            effects: ignored.untold.sorted().map {
                Effect(.ignore($0), .resend(.ignore($0, isIgnored: ignored.users.contains($0))))
            })
    }
}
