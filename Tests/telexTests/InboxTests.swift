import ArgumentParser
@testable import TelexCore
import Testing

@testable import telex

/// Rows of the inbox, as `telex wait` and `telex tail` choose and print them.
@Suite struct InboxTests {
    private func row(_ text: String, _ kind: MessageKind = .text, in title: String = "Club") -> InboxViewModel.Row {
        var row = InboxViewModel.Row.blank
        (row.chat, row.title, row.sender, row.senderName) = ("club", title, "cy", "Cy")
        (row.kind, row.text, row.dateText) = (kind, text, "09:05")
        return row
    }

    @Test(arguments: [
        ([], true), (["--from", "cy"], true), (["--from", "CY"], true), (["--from", "C"], false),
        (["--from", "You"], false), (["--match", "(?i)^COFFEE"], true), (["--match", "fee!$"], true),
        (["--match", "coffee"], false), (["--from", "cy", "--match", "tea"], false),
    ])
    func choosesMessages(arguments: [String], isChosen: Bool) throws {
        #expect(try MessageFilter.parse(arguments).chooses(row("Coffee!")) == isChosen)
    }

    @Test(arguments: [["--match", "("], ["--since", "x"]]) func refusesWhatMakesNoSense(arguments: [String]) {
        #expect(throws: (any Error).self) { try MessageFilter.parse(arguments) }
    }

    @Test func printsAMessageOnALineForPeople() {
        #expect(InboxText.text(row("Hello\nthere")) == "09:05 [Club] Cy: Hello\n  there")
        #expect(InboxText.text(row("Hello", in: "Cy")) == "09:05 Cy: Hello")
        #expect(InboxText.text(row("waves", .emote)) == "09:05 [Club] * Cy waves")
        #expect(
            InboxText.text(row("joined the chat.", .system)) == "09:05 [Club] -- Cy joined the chat.")
        #expect(InboxText.text(row("\u{1b}[31mred")) == "09:05 [Club] Cy: ␛[31mred")
    }
}
