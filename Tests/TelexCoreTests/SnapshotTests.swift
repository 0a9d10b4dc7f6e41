import Testing

@testable import TelexCore

/// What tests rely on: no output goes unnoticed, and every change is described.
@Suite struct SnapshotTests {
    // MARK: Strictness of a flow

    @Test func failsIfOutputWasNotChecked() {
        withKnownIssue {
            let flow = Flow()
            flow.receive("ada", "a1")
        } matching: {
            "\($0)".contains("badge: unreadCount = 1") && "\($0)".contains("received: Optional(a1)")
        }
    }

    @Test func failsIfATestEndsWithForget() {
        withKnownIssue {
            let flow = Flow()
            flow.receive("ada", "a1")
            flow.forget()
        } matching: {
            "\($0)".contains("forget()")
        }
    }

    @Test func failsIfTheAnsweredEffectIsNotRunning() {
        let flow = Flow()
        flow.send(.presence(.typing(chat: "ada")))
        withKnownIssue {
            flow.answer(.ask(.typing("ada")))
        } matching: {
            "\($0)".contains("not under way")
        }
        flow.expect()
    }

    // MARK: Descriptions of changes

    private func export(_ total: Int, _ vcard: String) -> Snapshot {
        let close = Action(.screen(.closing(.contactExport)))
        return Snapshot(
            ContactExportViewModel(shouldShowBusy: total == 0, totalCount: total, vcard: vcard, close: close))
    }

    private func rows(_ ids: String...) -> Snapshot {
        let rows = ids.map { RecipientsViewModel.Candidate(recipient: $0, create: Action(.chat(.loading))) }
        return Snapshot(
            RecipientsViewModel(query: "q", shouldShowBusy: false, shouldShowEmpty: false, candidates: rows))
    }

    @Test func describesViewsThatOpenChangeAndClose() {
        let (empty, full) = (export(0, ""), export(1, " a\r\nb\n"))
        #expect(
            Snapshot.changes(from: nil, to: empty) == [
                "contactExport opens: shouldShowBusy = true, close = screen.closing.contactExport"
            ])
        #expect(
            Snapshot.changes(from: empty, to: full) == [
                "contactExport: shouldShowBusy = false, totalCount = 1, vcard = \" a\\r\\nb\\n\""
            ])
        #expect(
            Snapshot.changes(from: full, to: empty) == [
                "contactExport: shouldShowBusy = true, totalCount = 0, vcard = \"\""
            ])
        #expect(Snapshot.changes(from: full, to: full) == [] && Snapshot.changes(from: nil, to: nil) == [])
        #expect(Snapshot.changes(from: full, to: nil) == ["contactExport closes"])
    }

    @Test func describesRowsThatComeGoAndMove() {
        let view = "recipients"
        #expect(
            Snapshot.changes(from: rows("a"), to: rows("b", "a", "c")) == [
                "\(view)[recipient:b] comes before [recipient:a]: recipient = b, create = chat.loading",
                "\(view)[recipient:c] comes: recipient = c, create = chat.loading",
            ])
        #expect(
            Snapshot.changes(from: rows("a", "b"), to: rows("b", "a")) == [
                "\(view): order = [recipient:b][recipient:a]"
            ])
        #expect(
            Snapshot.changes(from: rows("a"), to: rows("a", "a")) == ["\(view): order = [recipient:a][recipient:a]"])
        #expect(Snapshot.changes(from: rows("a", "b"), to: rows("b")) == ["\(view)[recipient:a] goes"])
    }
}
