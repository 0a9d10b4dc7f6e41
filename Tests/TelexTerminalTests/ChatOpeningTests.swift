import Testing

@testable import TelexCore
@testable import TelexTerminal

/// What is printed of a chat that opens.
@Suite struct ChatOpeningTests {
    private func chat(_ numbers: ClosedRange<Int>, firstNew: Int? = nil, total: Int? = nil) -> MessagesViewModel {
        var chat = MessagesViewModel.blank
        (chat.chat, chat.title, chat.totalCount) = ("ada", "Ada", total ?? numbers.count)
        chat.messages = numbers.map { number in
            var row = MessagesViewModel.Row.blank
            (row.message, row.senderName, row.text) = (MessageID("m\(number)"), "Ada", "number \(number)")
            (row.dayText, row.statusText) = ("Today", "09:00")
            return Shown(row)
        }
        if let firstNew {
            (chat.firstNew, chat.newCount) = (MessageID("m\(firstNew)"), numbers.upperBound - firstNew + 1)
        }
        return chat
    }

    private func lines(_ opening: ChatOpening) -> [String] {
        MessagesText(opening.layout).entries(opening).flatMap(\.lines).map { $0.rendered(paint: .none) }
    }

    private func row(_ number: Int) -> String { "09:00  Ada: number \(number)" }

    @Test func printsWhatFitsTheFirstTime() {
        let opening = ChatOpening(chat(1...50), after: nil, on: ScreenSize(columns: 40, rows: 8), .inline)
        #expect(
            lines(opening) == ["── Ada ──", "47 older messages; /history shows more.", "— Today —"] + (48...50).map(row)
        )
        // All of it where there is no screen, and the last message on any.
        #expect(ChatOpening(chat(1...50), after: nil, on: nil, .inline).start == 0)
        #expect(ChatOpening(chat(1...50), after: nil, on: ScreenSize(columns: 5, rows: 2), .inline).start == 49)
    }

    @Test func printsWhatIsNewBelowTwoMessagesThatWerePrinted() {
        let size = ScreenSize(columns: 40, rows: 24)
        #expect(lines(ChatOpening(chat(1...50), after: "m50", on: size, .inline)) == ["── Ada ──", row(49), row(50)])
        #expect(
            lines(ChatOpening(chat(1...50, firstNew: 50), after: "m49", on: size, .inline))
                == ["── Ada ──", row(48), row(49), "── 1 new ──", row(50)])
        // A message that is not shown any more is no place to go on from.
        #expect(ChatOpening(chat(11...60), after: "m5", on: nil, .inline).start == 0)
    }

    /// A name whose end tells it from another is not cut, and neither is one that would look like another.
    @Test func cutsNoNameThatCouldMislead() {
        var model = chat(1...4)
        let names = [
            ("a", "Alexander Hamilton (a)"), ("b", "Alexander Burr"), ("c", "Alexander Burrows"),
            ("d", "Theodosia Bartow"),
        ]
        model.messages = zip(model.messages, names).map { shown, sender in
            var row = MessagesViewModel.Row.blank
            (row.message, row.text, row.dayText, row.statusText) = (shown.message, shown.text, "Today", "09:00")
            (row.sender, row.senderName) = (UserID(sender.0), sender.1)
            return Shown(row)
        }
        #expect(
            lines(ChatOpening(model, MessageLayout(nameWidth: 12))).suffix(4) == [
                "09:00  Alexander Hamilton (a): number 1", "09:00  Alexander Burr: number 2",
                "09:00  Alexander Burrows: number 3", "09:00  Theodosia B…  number 4",
            ])
    }

    @Test func saysBelowTheHeadingWhatBarsUsFromAChat() {
        var loading = chat(1...1, total: 0)
        loading.messages = []
        let barrier = "You are no longer in this chat."
        loading.status = ViewStatus(isBusy: true, isEmpty: false, error: barrier, errorCount: 0)
        var loaded = chat(1...1)
        loaded.status = ViewStatus(isBusy: false, isEmpty: false, error: barrier, errorCount: 0)
        func printed(_ old: MessagesViewModel?, _ new: MessagesViewModel) -> [String] {
            let change = Change(old: old, new: new)
            let opening = change.opens ? ChatOpening(new) : nil
            let update = MessagesUpdate(change, opening, of: PrintedOrder(), .inline, invitation: nil)
            return MessagesText(.inline).changes(update).flatMap { printed in
                guard case .entry(let entry) = printed else { return ["something else"] }
                return entry.lines.map { $0.rendered(paint: .none) }
            }
        }
        #expect(printed(nil, loading) == [])
        // What is known of a chat that loads is not printed below the name of another one.
        var known = loading
        known.messages = chat(1...1).messages
        var other = loaded
        other.chat = "bo"
        for before in [nil, loading, other] {
            #expect(printed(before, known).prefix(3) == ["── Ada ──", "— Today —", row(1)])
        }
        #expect(printed(known, loaded) == [])
        #expect(printed(loading, loaded) == ["── Ada ──", "— Today —", row(1), "! You are no longer in this chat."])
        #expect(printed(loaded, loaded) == [])
    }

    @Test func saysWhatIsAboveThatDoesNotFit() {
        let opening = ChatOpening(
            chat(1...50, firstNew: 3), after: "m2", on: ScreenSize(columns: 80, rows: 8), .inline)
        #expect(
            lines(opening) == [
                "── Ada ──", "46 more came before these; /history shows them.",
                "── 48 new; /unread shows the first of them ──", "— Today —", row(49), row(50),
            ])
        #expect(opening.skippedCount == 46)
    }
}
