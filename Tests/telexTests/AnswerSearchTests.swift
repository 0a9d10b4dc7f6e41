import Foundation
@testable import TelexCore
import Testing

@testable import telex

/// How `telex ask` finds the answer among the messages of a chat.
@Suite struct AnswerSearchTests {
    private let older = Action(.history(.loading(HistoryStep(chat: "ada", direction: .older))))
    private let newer = Action(.history(.loading(HistoryStep(chat: "ada", direction: .newer))))

    private func row(_ id: MessageID, from person: UserID? = "ada", _ kind: MessageKind = .text)
        -> MessagesViewModel.Row
    {
        var row = MessagesViewModel.Row.blank
        (row.message, row.sender, row.kind, row.state) = (id, person, kind, .received)
        row.senderName = person?.text.capitalized ?? ""
        return row
    }

    private func question(_ state: MessagesViewModel.State = .sent) -> MessagesViewModel.Row {
        var row = row("q", from: nil)
        (row.isOwn, row.senderName, row.state, row.reason) = (true, "You", state, state == .failed ? "No." : nil)
        return row
    }

    private func model(
        _ rows: [MessagesViewModel.Row], older: Action? = nil, newer: Action? = nil, isBusy: Bool = false
    ) -> MessagesViewModel {
        var model = MessagesViewModel.blank
        (model.messages, model.older, model.newer) = (rows.map { Shown($0) }, older, newer)
        model.status.shouldShowBusy = isBusy
        return model
    }

    private func steps(_ models: [MessagesViewModel], from person: String = "ada") -> [AnswerSearch.Step] {
        var search = AnswerSearch(to: "q", from: person)
        return models.map { search.step($0) }
    }

    @Test func whatCameBeforeIsNoAnswer() {
        let before = row("a1")
        #expect(
            steps([
                model([before, question(.sending)]), model([before, question(.waiting)]), model([before, question()]),
                model([before, question(), row("a2"), row("a3")]),
            ]) == [.wait, .wait, .wait, .found(row("a2"))])
    }

    @Test func whatAnIgnoredPersonWritesIsNoAnswer() {
        var ignored = row("a1")
        ignored.isIgnored = true
        #expect(steps([model([question(), ignored, row("a2")])]) == [.found(row("a2"))])
    }

    @Test func knowsWhetherTheQuestionWasSent() {
        var search = AnswerSearch(to: "q", from: "ada")
        #expect(!search.isSent)
        for (state, isSent) in [(.sending, false), (.waiting, false), (.sent, true)]
            as [(MessagesViewModel.State, Bool)]
        {
            _ = search.step(model([question(state)]))
            #expect(search.isSent == isSent)
        }
        // It has scrolled off.
        _ = search.step(model([row("a1", from: "eve")]))
        #expect(search.isSent)
    }

    /// It has come while the question was being sent, and the server has the question before it.
    @Test func whatStandsAfterTheQuestionIsAnAnswer() {
        #expect(
            steps([model([row("a1"), question(.sending)]), model([question(), row("a1")])]) == [
                .wait, .found(row("a1")),
            ])
        // The server has it before the question.
        #expect(
            steps([model([row("a1"), question(.sending)]), model([row("a1"), question()])]) == [.wait, .wait])
    }

    @Test(arguments: ["ada", "ADA", "bo"]) func onlyThePersonAnswers(person: String) {
        var named = row("b1", from: "eve")
        named.senderName = "Bo"
        var own = question()
        own.message = "q2"
        let answers = [own, row("s1", .system), row("d1", .deleted), named, row("a1")]
        #expect(
            steps([model([question()] + answers)], from: person) == [.found(person == "bo" ? named : row("a1"))])
        #expect(steps([model([question()] + answers)], from: "cy") == [.wait])
    }

    private func members(_ members: [(id: UserID, name: String?)], isOwn: Bool = false) -> MembersViewModel {
        var model = MembersViewModel.blank
        model.title = "Club"
        model.members = members.map { id, name in
            var row = MembersViewModel.Row.blank
            (row.user, row.name, row.isOwn, row.isMisleading) = (id, name, isOwn, name == "You")
            return Shown(row)
        }
        return model
    }

    @Test func saysThatNobodyHasTheName() {
        let club = members([("ada", "Ada"), ("bo", nil), ("eve", "You"), ("cy", "")])
        for person in ["ada", "ADA", "bo", "you (eve)", "cy"] { #expect(club.notice(ifUnknown: person) == nil) }
        let sentence = "so there may never be an answer. Members: Ada, bo, You (eve), …"
        for person in ["Ad", "You", ""] {
            #expect(club.notice(ifUnknown: person) == "Nobody in Club is known as \"\(person)\", \(sentence)")
        }
        // The network has not told who is there.
        #expect(members([]).notice(ifUnknown: "ada") == nil)
        #expect(members([("me", "Me")], isOwn: true).notice(ifUnknown: "ada") == nil)
    }

    @Test func looksThroughAllThatComesAfterTheQuestion() {
        let others = (1...100).map { row(MessageID("e\($0)"), from: "eve") }
        #expect(
            steps([
                // The question is further up.
                model(Array(others[50...]), older: older),
                model([question()] + others[..<50], newer: newer),
                model(Array(others[30...]), older: older),
                // It has scrolled off.
                model(Array(others[60...]) + [row("a1")], older: older),
            ]) == [.press(older), .press(newer), .wait, .found(row("a1"))])
    }

    @Test func goesBackOverAGap() {
        #expect(
            steps([
                model([question(), row("e1", from: "eve")], newer: newer),
                // Messages are missing before this one.
                model([row("a2")], older: older), model([row("e1", from: "eve"), row("a1"), row("a2")]),
            ]) == [.press(newer), .press(older), .found(row("a1"))])
    }

    /// The chat goes on showing the same part, which would be asked for again and again.
    @Test func endsIfTheNextPartCannotBeRead() {
        var before = model([question(), row("e1", from: "eve")], newer: newer)
        before.status.errorRevision = 1
        before.status.errorText = "You are no longer in this chat."
        var after = before
        after.status.errorRevision = 2
        after.status.errorText = "Cannot read the store."
        #expect(steps([before, after]) == [.press(newer), .unreadable("Cannot read the store.")])
    }

    @Test func saysWhyThereIsNoAnswer() {
        #expect(steps([model([question(.failed)]), model([])]) == [.failed("No."), .lost])
        #expect(steps([model([], older: older, isBusy: true)]) == [.wait])
    }
}
