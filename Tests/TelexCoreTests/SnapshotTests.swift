import Testing

@testable import TelexCore

/// What a test can rely on: nothing that happens goes unnoticed, and every change is put into words.
@Suite struct SnapshotTests {
    // MARK: What a flow insists on

    @Test func failsWhenNobodyLookedAtWhatCame() {
        withKnownIssue {
            let flow = Flow()
            flow.receive("ada", "a1")
        } matching: {
            "\($0)".contains("badge: total = 1") && "\($0)".contains("received: Optional(a1)")
        }
    }

    @Test func failsWhenItLooksAwayAtTheEnd() {
        withKnownIssue {
            let flow = Flow()
            flow.receive("ada", "a1")
            flow.forget()
        } matching: {
            "\($0)".contains("forget()")
        }
    }

    @Test func failsWhenAnEffectIsAnsweredThatIsNotUnderWay() {
        let flow = Flow()
        flow.send(.presence(.userTyping(chat: "ada")))
        withKnownIssue {
            flow.answer(.ask(.typing("ada")))
        } matching: {
            "\($0)".contains("not under way")
        }
        flow.expect()
    }

    // MARK: Changes in words

    private func export(_ total: Int, _ vcard: String) -> Snapshot {
        let back = Action(.screen(.closed(.contactExport)))
        return Snapshot(ContactExportViewModel(shouldShowBusy: total == 0, total: total, vcard: vcard, back: back))
    }

    private func rows(_ ids: String...) -> Snapshot {
        let rows = ids.map { AutocompleteContactViewModel.Candidate(contact: $0, chosen: Action(.chat(.started))) }
        return Snapshot(
            AutocompleteContactViewModel(query: "q", shouldShowBusy: false, shouldShowEmpty: false, candidates: rows))
    }

    @Test func aViewOpensChangesAndCloses() {
        let (empty, full) = (export(0, ""), export(1, " a\r\nb\n"))
        #expect(
            Snapshot.changes(from: nil, to: empty) == [
                "contactExport opens: shouldShowBusy = true, back = screen.closed.contactExport"
            ])
        #expect(
            Snapshot.changes(from: empty, to: full) == [
                "contactExport: shouldShowBusy = false, total = 1, vcard = \" a\\r\\nb\\n\""
            ])
        #expect(
            Snapshot.changes(from: full, to: empty) == [
                "contactExport: shouldShowBusy = true, total = 0, vcard = \"\""
            ])
        #expect(Snapshot.changes(from: full, to: full) == [] && Snapshot.changes(from: nil, to: nil) == [])
        #expect(Snapshot.changes(from: full, to: nil) == ["contactExport closes"])
    }

    @Test func rowsComeGoAndMove() {
        let view = "autocompleteContact"
        #expect(
            Snapshot.changes(from: rows("a"), to: rows("b", "a", "c")) == [
                "\(view)[b] comes before [a]: chosen = chat.started", "\(view)[c] comes: chosen = chat.started",
            ])
        #expect(Snapshot.changes(from: rows("a", "b"), to: rows("b", "a")) == ["\(view): order = [b][a]"])
        #expect(Snapshot.changes(from: rows("a"), to: rows("a", "a")) == ["\(view): order = [a][a]"])
        #expect(Snapshot.changes(from: rows("a", "b"), to: rows("b")) == ["\(view)[a] goes"])
    }
}
