import Foundation
import Testing

@testable import TelexTerminal

extension Typing {
    /// Messages: their marks, changes by number, deletions, and older ones.
    @Suite struct Messages {
        /// A seat in Ada's chat, with three messages of ours.
        private func chat() throws -> Seat {
            let seat = try Seat(rows: 40).ada()
            for text in ["one", "two", "three"] { try seat.type(text, .enter).shows("You  \(text)  (sent)") }
            return try seat.receive("Well?").shows("Ada  Well?").line("")
        }

        @Test func updatesMarksInPlace() throws {
            let seat = try Seat().type("/new Eliza", .enter).line("", at: "Eliza> ")
            seat.send(#"{"event":"presence.typingStarted","chatId":"eliza","senderId":"eliza","senderName":"Eliza"}"#)
            try seat.shows("Eliza is typing…").send(#"{"advance":"10s"}"#).shows("How do you do?").hides("typing…")
            try seat.type("hello", .enter).shows("You  hello  (sent)").send(#"{"advance":"10s"}"#)
            try seat.shows("You  hello  (read)").hides("(sent)")
            #expect(seat.transcript.components(separatedBy: "hello").count == 2)
        }

        /// How far a message has come that has scrolled off is not told; what others do is.
        @Test func tellsWhatOthersDoToMessagesThatHaveScrolledOff() throws {
            let seat = try Seat(rows: 6).ada().send(#"{"backend":{"offline":true}}"#).shows("/connect tries again")
            try seat.type("Are you there?", .enter).shows("waiting for the connection")
            for number in 0..<8 { seat.receive("message \(number)") }
            try seat.shows("message 7").send(#"{"backend":{"online":true}}"#).send(#"{"event":"connection.retrying"}"#)
            seat.send(#"{"event":"revision.edited","chatId":"ada","messageId":"m2","text":"Never mind."}"#)
            try seat.shows("       Ada edited the message of 09:00: Never mind.")
            seat.send(#"{"event":"revision.deleted","chatId":"ada","messageId":"m3"}"#)
            try seat.shows("       Ada deleted the message of 09:00.")
            #expect(!seat.transcript.contains("was sent"))
        }

        /// One that is not sent has no time.
        @Test func tellsOfAnEditOfAMessageThatIsNotSent() throws {
            let seat = try Seat(rows: 6).ada().send(#"{"backend":{"offline":true}}"#).shows("/connect tries again")
            seat.send(#"{"event":"message.sending","chatId":"ada","messageId":"u1","text":"Are you there?"}"#)
            try seat.shows("waiting for the connection")
            for number in 0..<8 { seat.send(#"{"event":"message.sending","chatId":"ada","text":"more \#(number)"}"#) }
            try seat.shows("more 7")
            seat.send(#"{"event":"revision.editing","chatId":"ada","messageId":"u1","text":"Hello?"}"#)
            try seat.shows("       You edited the message that is not sent: Hello?")
        }

        @Test func showsMessagesAboveTheTypedLine() throws {
            let seat = try Seat().ada().type("half typed", .left, .left).block("half typed", 8)
            try seat.receive("Are you coming?").shows("Ada  Are you coming?").receive("Hello?", in: "bob")
            try seat.shows("* Bob: Hello?").block("half typed", 8, at: "Ada> ").type("X")
            try seat.block("half typXed", 9, at: "Ada> ")
        }

        @Test func upInAnEmptyLineEditsTheLastMessage() throws {
            let seat = try chat().type(.up).line("/edit three").type(.up).line("three").type(.down).line("/edit three")
            try seat.type("!", .enter).shows("You  three!  (sent, edited)")
            // Not if something is typed.
            try seat.type("x", .up).line("/edit three!").type(.up).line("three").type(.down, .down).line("x")
            try seat.type(.down).line("x").type(.backspace)
            // No text that would be a number.
            try seat.type("5 apples", .enter).shows("You  5 apples  (sent)").type(.up).line("5 apples")
        }

        /// Keys that come at once mean what they mean with pauses between them.
        @Test func upEditsTheMessageThatWasSentJustBefore() throws {
            let seat = try chat().type("four" + .enter + .up + "!" + .enter).shows("You  four!  (sent, edited)").line(
                "")
            seat.type("five" + .enter + "six" + .enter + .up + "!" + .enter + .up + "?" + .enter)
            try seat.shows("You  six!?  (sent, edited)")
            #expect(!seat.transcript.contains("three!") && !seat.transcript.contains("five!"))
            // What was offered before another message came means the one that it shows.
            try seat.type("seven", .enter).shows("You  seven  (sent)").type(.up).line("/edit seven").type(.up)
            try seat.line("seven").send(#"{"event":"message.sending","chatId":"ada","text":"eight"}"#)
            try seat.shows("You  eight  (sent)").type(.down).line("/edit seven").type("x", .enter)
            try seat.shows("You  sevenx  (sent, edited)").shows("You  eight  (sent)")
        }

        @Test func upAndDownMoveWithinADraftFirst() throws {
            let seat = try chat().type("abc", .newLine, "d", .newLine, "efg").block("abc\nd\nefg", 9).type(.up)
            try seat.block("abc\nd\nefg", 5).type(.up).block("abc\nd\nefg", 1).type(.up).shows("Ada> three").type(.down)
            try seat.block("abc\nd\nefg", 9).type(.up, .up, .down).block("abc\nd\nefg", 5)
        }

        @Test func aCommandMeansWhatWasOnTheScreenWhenItBegan() throws {
            let seat = try chat().type("/reply Yes").line("/reply Yes").receive("Never mind.").shows("Ada  Never mind.")
            try seat.type(.enter).shows("↪ Ada: Well?").type("/react ").line("/react ").receive("Third.")
            try seat.shows("Ada  Third.").type(":tada:", .enter).shows("You  Yes  (sent)\n            🎉 You")
            // Also with a number, and with Up.
            try seat.type("/edit 5 1").line("/edit 5 1").receive("Fourth.").shows("Ada  Fourth.").type(.enter)
            try seat.shows("You  1  (sent, edited)").type(.up).line("/edit Yes").receive("Fifth.").shows("Ada  Fifth.")
            try seat.type("!", .enter).shows("You  Yes!  (sent, edited)")
        }

        @Test func findsChatsBeyondThoseShown() throws {
            let seat = try Seat()
            for number in 1...70 { seat.receive("Hi", in: "p\(number)", title: "Person \(number).") }
            try seat.shows("Person 70.: Hi").type("/open Person 3.", .enter).line("", at: "Person 3.> ")
            try seat.type("/msg person 4. So long", .enter).shows("To Person 4.: So long")
            seat.type("/open Person 99", .enter)
            try seat.shows("No chat is called \"Person 99\". Did you mean \"Person 9.\"?").type("/chats", .enter)
            try seat.shows("50 of 70 chats; /more shows more.")
        }

        /// None of it leaves the open chat, or the line.
        @Test func writesAndReadsFiles() throws {
            let seat = try Seat(columns: 200).type("/add Ada Lovelace", .enter, "/add Émile Zola", .enter)
            try seat.shows("Émile Zola")
            let (all, due) = (seat.path("all.vcf"), seat.path("due.ics"))
            try seat.type("/new Eliza", .enter).line("", at: "Eliza> ").type("/export \(all)", .enter)
            try seat.shows("2 contacts are in \(all) now.").type("/calendar \(due)", .enter)
            try seat.shows("0 reminders are in \(due) now.").line("", at: "Eliza> ").type("two", .enter)
            try seat.shows("You  two")
            #expect(seat.file("all.vcf").components(separatedBy: "BEGIN:VCARD\r\n").count == 3)
            #expect(seat.file("all.vcf").contains("N:Zola;Émile;;;\r\n"))
            let more = "BEGIN:VCARD\nFN:Cher\nEND:VCARD\nBEGIN:VCARD\nFN:Grace Hopper\nEND:VCARD\n"
            try (seat.file("all.vcf") + more).write(toFile: all, atomically: false, encoding: .utf8)
            try seat.type("/import \(all)", .enter).shows("Imported 4 contacts.").type("/import \(all)", .enter)
            try seat.wait { $0.text.components(separatedBy: "Imported 4 contacts.").count == 3 }
            try seat.type("/import \(all)x", .enter).shows("Cannot read \(all)x").type("/contacts", .enter)
            try seat.shows("GH  Grace Hopper")
            try seat.type("/remind", .enter, "tomorrow tea", .enter).line("", at: "new reminder> ")
            // Nothing is overwritten.
            let other = seat.path("other.vcf")
            try seat.type("/export \(all)", .enter).shows(
                "Cannot write \(all): it exists already. Choose another file.")
            try seat.type("/export \(other)", .enter).shows("4 contacts are in").line("", at: "new reminder> ")
            try seat.type("/save", .enter).shows("Saved: Tuesday").line("", at: "reminders> ")
            try seat.type("/calendar \(due)", .enter).shows("Cannot write \(due): it exists already.")
            try seat.type("/calendar \(due)2", .enter).shows("1 reminder is in \(due)2 now.")
            #expect(seat.file("all.vcf").contains("Grace Hopper") && !seat.file("due.ics").contains("tea"))
        }

        // MARK: Older messages

        private func numbers(_ seat: Seat) -> [Int] {
            seat.transcript.matches(of: /\d\d:\d\d  .*number (\d+)\./).compactMap { Int($0.1) }
        }

        private func many(_ count: Int, rows: Int) throws -> Seat {
            let seat = try Seat(rows: rows)
            for number in 0..<count { seat.receive("number \(number).") }
            return try seat.shows("(\(count) new)").openAda().shows("number \(count - 1).")
        }

        @Test func loadsOlderMessagesAbove() throws {
            let seat = try many(80, rows: 100).shows("── 80 new; /unread shows the first of them ──")
            try seat.shows("30 older messages").type("/history", .enter)
            try seat.wait { self.numbers($0) == Array(0..<80) }.hides("older messages")
            try seat.shows("── 80 new ──").hides("/unread")
        }

        @Test func showsAsManyOlderMessagesAsAsked() throws {
            let seat = try many(400, rows: 12)
            var shown = numbers(seat)
            #expect(shown == Array(395..<400))
            func show(_ keys: String, _ numbers: Range<Int>) throws {
                shown += numbers
                try seat.type(keys).wait { self.numbers($0).sorted() == shown.sorted() }
            }
            try show("/history 120\r", 250..<395)
            try show("/history\r", 200..<250)
            try seat.type("/history soon", .enter).shows(
                "Invalid argument \"soon\". Usage: /history [COUNT|DAY|first].")
            try show("/history today\r", 0..<200)
            try seat.type("/history 5", .enter).shows("There are no older messages.")
            // The chat is still at its end.
            try seat.receive("number 400.").wait { self.numbers($0).sorted() == (shown + [400]).sorted() }
        }
    }
}
