import Foundation
import Testing

@testable import TelexTerminal

extension Typing {
    /// The reader, from the keys to the screen.
    @Suite struct Reading {
        /// Ada's chat with so many messages, which is open.
        private func many(_ count: Int, rows: Int = 12) throws -> Seat {
            let seat = try Seat(rows: rows, alert: .osc9)
            for number in 1...count { seat.receive("number \(number).") }
            return try seat.shows("(\(count) new)").openAda().shows("number \(count).")
        }

        private func cursor(_ seat: Seat) -> String { seat.screen.rows.first { $0.hasPrefix("▌") } ?? "" }

        @Test func showsTheChatAndLeavesTheTranscriptAsItWas() throws {
            let seat = try many(120).type("half").line("half")
            let before = seat.screen.rows
            try seat.type(.pageUp).shows("q back").wait { !$0.text.contains("number 120.") }
            try seat.type("g").shows(" Ada · Today · 1 of 120").wait { self.cursor($0).hasSuffix("number 1.") }
            try seat.type("G").shows("120 of 120").wait { self.cursor($0).hasSuffix("number 120.") }
            try seat.type("k", .up).wait { self.cursor($0).hasSuffix("number 118.") }
            try seat.type("q").line("half")
            // What it has shown is read.
            #expect(seat.screen.rows.dropLast(2) == before.dropLast(2))
            try seat.shows("online  107 unread further up: /unread")
            // What came meanwhile is below it.
            try seat.type("/x", .control("u"), .pageUp).shows("q back").receive("number 121.").shows("of 121")
            try seat.type("G").shows("121 of 121")
            try seat.type(.escape).shows("number 121.\nonline").line("")
        }

        @Test func answersEditsReactsAndDeletes() throws {
            let seat = try many(3).type("mine", .enter).shows("You  mine  (sent)").type("half").line("half")
            try seat.type(.pageUp).shows("q back").type("G", "k").wait { self.cursor($0).hasSuffix("number 3.") }
            // A message that comes does not change what is meant.
            try seat.type("r").line("/reply ").receive("number 4.").shows("number 4.").type("Yes", .enter)
            try seat.shows("↪ Ada: number 3.").shows("You  Yes  (sent)").hides("/reply").shows("q back")
            try seat.type("+").line("/react ").type("x", .enter).shows("x You").type("e")
            try seat.shows("Only your own messages can be edited.").type(.down).wait {
                self.cursor($0).contains("You  mine")
            }
            try seat.type("e").line("/edit mine").type("!", .enter).shows("You  mine!  (sent, edited)").type("d")
            try seat.shows("d again deletes the message for everybody.").type("x").shows("h lists the keys.")
            // A letter that does nothing may begin a word. What follows at once is no key.
            try seat.type("dd", .down, .up).hides("h lists the keys.").type("d")
            try seat.shows("d again deletes").type("d").shows("being deleted, /undo keeps it").type("d").shows(
                "You  mine!  (sent, edited)")
            // The line is dropped, and the draft is there again.
            try seat.type("r").line("/reply ").type("no", .escape).hides("/reply no").shows("q back").type("q").line(
                "half")
        }

        /// None of them ends up at the prompt, and none is taken for another.
        @Test func takesKeysThatWereTypedBeforeItWasThere() throws {
            let seat = try many(200).type("half").line("half").type(.pageUp + "GkrI did" + .enter)
            try seat.shows("199 of 201").type("q").shows("↪ Ada: number 199.").shows("You  I did  (sent)").line("half")
            // What was to be the line of an answer does nothing else.
            try seat.type(.control("u")).line("").send(
                #"{"event":"revision.deleted","chatId":"ada","messageId":"m200"}"#)
            try seat.shows("[deleted]").type(.pageUp + "Gkrdad" + .enter).shows("You  I did").line("")
            #expect(!seat.transcript.contains("being deleted"))
        }

        @Test func takesKeysThatWereTypedTogetherWithTheCommand() throws {
            let seat = try many(20).type("/read" + .enter + "GkrYes" + .enter).shows("q back")
            try seat.type("q").shows("↪ Ada: number 19.").shows("You  Yes  (sent)").line("")
            // One that does not open it leaves the keys to the line.
            try seat.type("/chats", .enter).line("", at: "> ").type("/read" + .enter + "Gk").line("Gk", at: "> ")
        }

        @Test func staysWhereItIsWhateverComes() throws {
            let seat = try many(60).type(.pageUp).wait { self.cursor($0) != "" }.type("G", "k", "k")
            try seat.wait { self.cursor($0).hasSuffix("number 58.") }
            for number in 61...300 { seat.receive("number \(number).") }
            // The notification comes after all of them.
            try seat.receive("over", in: "bo").wait { $0.screen.alerts.contains("9;Bo: over") }
            try seat.wait { self.cursor($0).hasSuffix("number 58.") }.type("r").line("/reply ", at: "Ada> ")
            try seat.type("Yes", .enter).shows("q back").type("q").shows("↪ Ada: number 58.").line("", at: "Ada> ")
        }

        @Test func copiesTexts() throws {
            let seat = try many(2).type(.pageUp).wait { self.cursor($0) != "" }.type("G", "y").shows(
                "Copied, if the terminal allows it.")
            #expect(seat.screen.copied == [Data("number 2.".utf8).base64EncodedString()])
            try seat.type("q").line("").type("/copy 2", .enter).shows("Copied, if the terminal allows it.")
            #expect(seat.screen.copied.last == Data("number 1.".utf8).base64EncodedString())
            try seat.type("/copy 9", .enter).shows("There is no number 9").type(.pageUp)
            try seat.wait { self.cursor($0) != "" }.type("o").shows("The message has no link.").type(.down, "z").shows(
                "h lists the keys."
            ).type(.up, "h")
            try seat.shows("Keys of the reader").type("q").hides("Keys of the reader").type("\r").line("")
        }

        /// The transcript says it, too, but is covered.
        @Test func saysWhatBecomesOfAFile() throws {
            let file =
                #"{"fileId":"\#(String(repeating: "0", count: 64))","source":"x","fileName":"a.pdf","byteCount":9}"#
            let seat = try many(2).receive("", more: #","kind":"file","file":\#(file)"#).shows("a.pdf").type(.pageUp)
            try seat.shows("q back").type("G", "o").shows("Files cannot be opened here").type("s").shows(
                "The server no longer has the file.")
            try seat.type("q").shows("! The server no longer has the file.").line("")
        }

        @Test func searchesTheChat() throws {
            let seat = try many(120).type(.pageUp).shows("q back").type("g").wait {
                self.cursor($0).hasSuffix("number 1.")
            }
            try seat.type("n").shows("/ and ? search the chat.").type("/").line("/search ").type("number 7", .enter)
            try seat.wait { self.cursor($0).hasSuffix("number 7.") }.shows("match 11 of 11").type("n")
            try seat.wait { self.cursor($0).hasSuffix("number 70.") }.type("N", "N").shows("No older message matches.")
            try seat.type("G", "?").line("/search ").type("\"number 7\"", .enter)
            try seat.wait { self.cursor($0).hasSuffix("number 7.") }.shows("match 1 of 1")
            try seat.type("/").line("/search ").type("nobody", .enter).shows("No message of this chat matches.")
            try seat.type("/").line("/search ").type("before:soon", .enter).shows("\"soon\" is not a day.")
            try seat.type("q").line("").type("/search number 119", .enter).shows("1 message. /choose NUMBER")
        }

        @Test func goesToTheFirstUnreadMessage() throws {
            let seat = try many(180).shows("Ada>").type("/unread", .enter)
            try seat.wait { self.cursor($0).hasSuffix("number 1.") }.type("G").shows("180 of 180").type("u")
            try seat.wait { self.cursor($0).hasSuffix("number 1.") }.type("q").line("")
        }

        /// What came meanwhile, and does not fit, was not seen.
        @Test func whatCameMeanwhileIsUnreadUnlessItIsShown() throws {
            let seat = try many(2).hides("further up").type(.pageUp).shows("q back")
            for number in 3...40 { seat.receive("number \(number).") }
            try seat.shows("of 40").type("q").shows("number 40.\nonline  22 unread further up: /unread").line("")
            // The reader has shown some of them.
            try seat.type("/unread", .enter).wait { self.cursor($0).hasSuffix("number 9.") }.type("q").line("")
            try seat.type("seen", .enter).shows("You  seen  (sent)\nonline\nAda>")
            // Nor was it if nothing was unread when the chat was opened, or once we have answered.
            try seat.type(.pageUp).shows("q back")
            for number in 41...60 { seat.receive("number \(number).") }
            try seat.shows("of 61").type("q").shows("number 60.\nonline  10 unread further up: /unread").line("")
            try seat.type("/unread", .enter).wait { self.cursor($0).hasSuffix("number 41.") }.type("q").line("")
        }

        /// Nobody has seen what came while the program was stopped, until a key is pressed.
        @Test func whatComesAfterAStopIsUnreadUntilAKeyIsPressed() throws {
            let seat = try many(2).type("seen", .enter).shows("You  seen  (sent)")
            seat.lineEditor?.isAbsent = true
            for number in 3...5 { seat.receive("number \(number).") }
            try seat.shows("number 5.").wait { $0.screen.title == "(3) Telex" }.type("x").line("x").wait {
                $0.screen.title == "Telex"
            }
        }

        /// Nobody has seen what came while another window had the focus.
        @Test func whatComesWithoutTheFocusIsUnreadAndNotifies() throws {
            let seat = try many(2).type("seen", .enter).shows("You  seen  (sent)")
            #expect(seat.screen.focuses)
            try seat.type("half", .focusOut).line("half").receive("number 3.").shows("number 3.")
            try seat.wait { $0.screen.title == "(1) Telex" && $0.screen.alerts.last == "9;Ada: number 3." }
            try seat.receive("number 4.").wait { $0.screen.alerts.last == "9;Ada: number 4." }
            // The messages are on the screen, so that no line says that they have come.
            #expect(!seat.text.contains("/go opens it"))
            try seat.type(.focusIn).wait { $0.screen.title == "Telex" }.line("half")
            try seat.receive("number 5.").shows("number 5.").wait { $0.screen.title == "Telex" }
            #expect(seat.screen.alerts.last == "9;Ada: number 4.")
            // A key says that somebody is there, too.
            try seat.type("y", .focusOut).line("halfy").receive("number 6.").wait { $0.screen.title == "(1) Telex" }
            try seat.type("x").line("halfyx").wait { $0.screen.title == "Telex" }
        }

        @Test func theReaderMarksNothingAsReadWithoutTheFocus() throws {
            let seat = try many(2).hides("further up").type(.pageUp).shows("1 of 2").type("G", .focusOut)
            try seat.shows("2 of 2").receive("number 3.").shows("number 3.").wait {
                $0.screen.alerts.last == "9;Ada: number 3."
            }
            try seat.shows("of 3").type(.focusIn).wait { $0.screen.title == "Telex" }.type("q").line("")
        }

        /// Messages that come at the end push the first ones out of the window, but not off the screen.
        @Test func holdsItsPlaceWhileMessagesCome() throws {
            let seat = try many(150).type(.pageUp).shows("q back").type("g").wait {
                self.cursor($0).hasSuffix("number 1.")
            }
            for _ in 0..<8 { seat.type("j") }
            try seat.wait { self.cursor($0).hasSuffix("number 9.") }
            for number in 151...230 { seat.receive("number \(number).") }
            try seat.receive("over", in: "bo").wait {
                $0.screen.alerts.contains("9;Bo: over") || $0.text.contains("number 9.")
            }
            #expect(cursor(seat).hasSuffix("number 9."))
        }

        @Test func fitsASmallScreen() throws {
            let seat = try many(20, rows: 3).type(.pageUp).shows("q back").type("g").shows("1 of 20").type("r")
            try seat.line("/reply ").type(.control("c")).shows("q back").type("q").line("")
        }

        @Test func endsWithTheSession() throws {
            let seat = try many(2).type(.pageUp).shows("q back").send(#"{"event":"chat.removed","chatId":"ada"}"#)
            seat.close()
        }
    }
}
