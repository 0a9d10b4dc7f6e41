import Testing

@testable import TelexTerminal

extension Typing {
    /// The bar, the keys that open chats, and drafts.
    @Suite struct Drafts {
        private static let back = String.control("x") + .control("b")
        private let mention = #","attention":"mention""#

        /// A seat in Ada's chat, with news in two other chats.
        private func town() throws -> Seat {
            let seat = try Seat().ada().receive("one", in: "bo").receive("two", in: "bo")
            seat.receive("you!", in: "cy", more: mention)
            return try seat.shows("online  [2 Cy 1 @]  [1 Bo 2]\nAda>")
        }

        private func opening(_ chat: String) -> String {
            #"{"event":"screen.opening","screen":"messages","chatId":"\#(chat)"}"#
        }

        @Test func keysOpenTheChatsWithNews() throws {
            let seat = try town().type(.alt("a")).line("", at: "Cy> ").shows("online  [1 Bo 2]\n").receive("three")
            try seat.shows("[1 Bo 2]  [2 Ada 1]\nCy>").type(.alt("1")).line("", at: "Bo> ")
            // The number of a chat that is read is free, and the others stay.
            try seat.receive("again", in: "cy").shows("[1 Cy 1]  [2 Ada 1]\nBo>").type(.alt("2"))
            try seat.line("", at: "Ada> ").type(Self.back).line("", at: "Bo> ").type(.alt("7"))
            try seat.shows("No chat in the bar has the number 7.").type("/jump", .enter).line("", at: "Cy> ")
            try seat.type("/jump", .enter).shows("No other chat has unread messages.").shows("Cy> /jump\n")
            // Keys are not echoed.
            #expect(!seat.transcript.contains("/jump 7"))
        }

        @Test func keepsTheDraftOfEachChat() throws {
            let seat = try town().type("for Ada").line("for Ada", at: "Ada> ").type(.alt("1"), "for Bo")
            try seat.line("for Bo", at: "Bo> ").type(.alt("2")).line("", at: "Cy> ").type("to all", .control("a"))
            try seat.block("to all", 0, at: "Cy> ").type(Self.back).line("for Bo", at: "Bo> ").type(" too", .enter)
            try seat.shows("You  for Bo too  (sent)").type("/chats", .enter).shows("Draft: for Ada")
            try seat.shows("Draft: to all").line("", at: "> ").hides("Draft: for Bo").type("/open ada", .enter).line(
                "for Ada")
            try seat.type(.control("c")).line("").type("/open cy", .enter).block("to all", 0, at: "Cy> ")
        }

        @Test func whatIsTypedAheadGoesToTheChatThatOpens() throws {
            let seat = try town().type("here").line("here", at: "Ada> ").type(.alt("1"), "there", .enter)
            try seat.shows("You  there  (sent)").line("", at: "Bo> ").type(Self.back).line("here", at: "Ada> ")
            // It leaves the draft there.
            try seat.type(.alt("2")).line("", at: "Cy> ").type(Self.back, "ahead", .enter).shows("You  ahead  (sent)")
            try seat.line("here")
        }

        @Test func whatSomethingElseOpensTakesNothingAlong() throws {
            let seat = try town().type("for Ada").line("for Ada", at: "Ada> ").send(opening("bo"))
            try seat.line("", at: "Bo> ").type("for Bo").line("for Bo", at: "Bo> ").send(opening("ada"))
            try seat.line("for Ada", at: "Ada> ").type(Self.back).line("for Bo", at: "Bo> ")
            // A search goes on.
            try seat.type(.control("u"), "/status", .enter).shows("unread.").type(.control("r"), "stat")
            try seat.shows("stat: /status").send(opening("ada")).shows("── Ada ──").type("u").shows("statu: /status")
            try seat.type(.control("g")).line("for Ada", at: "Ada> ")
        }

        /// As text does.
        @Test func aCommandStaysInTheChatWhereItWasTyped() throws {
            let seat = try town().type("/topic hills").line("/topic hills", at: "Ada> ").type(.alt("1"))
            try seat.line("", at: "Bo> ").type(.enter, Self.back).line("/topic hills", at: "Ada> ")
            // Something else opens a chat: so does a line that is executed late.
            try seat.type(.control("u"), "/leave").line("/leave", at: "Ada> ").send(opening("bo")).line("", at: "Bo> ")
            try seat.type("/mute 8h", Self.back).line("/leave", at: "Ada> ").type(.control("c")).line("", at: "Ada> ")
            try seat.type(Self.back).line("/mute 8h", at: "Bo> ").type(.enter).shows("\"Bo\" is muted until")
        }

        /// What was typed before another chat was open, and is executed after that.
        @Test func aLineThatIsExecutedLateMeansItsChat() throws {
            let seat = try town().execute(TypedLine("for Bo", place: .messages("bo"))).shows("To Bo: for Bo")
            seat.execute(TypedLine("/archive", place: .messages("bo")))
            try seat.shows("Another chat was open when you began to type, so nothing was done. Type")
            seat.execute(TypedLine("tomorrow tea", place: .reminderForm(nil)))
            try seat.shows("Another screen was open when you began to type, so nothing was done.")
            let copy = TypedLine("old", place: .messages("ada"), draft: TypedLine.Draft(text: "old", isCopy: true))
            try seat.execute(copy).shows("Another terminal has sent or changed this draft, so nothing was sent.")
            #expect(!seat.transcript.contains("You  tomorrow tea") && !seat.transcript.contains("You  old"))
        }

        /// It is for no other chat.
        @Test(arguments: ["/open nobody", "/opne bo", "/jump 7", "/go 9"])
        func whatIsTypedForAChatThatDoesNotOpenGoesNowhere(command: String) throws {
            let seat = try town().execute(TypedLine(command)).execute(TypedLine("secret")).execute(
                TypedLine("/me waves"))
            try seat.wait { $0.text.components(separatedBy: "did not open, so nothing was done.").count == 3 }
            // Whoever has seen that means the chat on the screen.
            try seat.type("open", .enter).shows("You  open  (sent)").execute(TypedLine("again")).shows(
                "You  again  (sent)")
            #expect(!seat.transcript.contains("You  secret") && !seat.transcript.contains("waves  (sent)"))
        }

        @Test func whatIsTypedAfterAnAcceptedInvitationGoesToItsChat() throws {
            let seat = try town().send(#"{"event":"invitation.received","chatId":"club","title":"Club"}"#)
            try seat.shows("Club").execute(TypedLine("/accept")).execute(TypedLine("for the club"))
            try seat.shows("── Club ──").shows("You  for the club  (sent)").line("", at: "Club> ")
            #expect(!seat.transcript.contains("To Ada"))
            try seat.execute(TypedLine("/open ada")).execute(TypedLine("for Ada")).shows("You  for Ada  (sent)")
        }

        @Test func offersADraftThatWasTypedElsewhere() throws {
            let seat = try town().type("mine").line("mine", at: "Ada> ").type(.alt("1")).line("", at: "Bo> ")
            seat.send(#"{"event":"chat.drafting","chatId":"ada","text":"theirs"}"#)
            try seat.type(Self.back).line("mine", at: "Ada> ").shows("Another terminal has a draft here: theirs")
            try seat.type(.down).line("theirs", at: "Ada> ").type(.up).line("mine", at: "Ada> ").type(.down, .enter)
            try seat.shows("You  theirs  (sent)").line("mine", at: "Ada> ")
        }

        /// Where nothing was typed, it is in the line, until it is sent elsewhere.
        @Test func aDraftFromElsewhereGoesOnceItIsSent() throws {
            let seat = try town().send(#"{"event":"chat.drafting","chatId":"bo","text":"theirs"}"#)
            try seat.type("/open bo", .enter).line("theirs", at: "Bo> ")
            seat.send(#"{"event":"chat.drafting","chatId":"bo","text":""}"#)
            try seat.line("", at: "Bo> ")
        }

        @Test func asksBeforeWhatCannotBeTakenBack() throws {
            let seat = try Seat().send(
                #"{"event":"chat.synced","chats":[{"chatId":"club","title":"Club","rights":["invite","leave"]}]}"#
            )
            seat.send(
                #"{"event":"member.synced","chatId":"club","isComplete":true,"members":[{"userId":"me","name":"Me","standing":"joined","isOwn":true,"role":"admin"},{"userId":"bob","name":"Bob","standing":"joined","rights":["remove"]}]}"#
            )
            try seat.type("/open club", .enter).line("", at: "Club> ").type("/remove bob", .enter)
            try seat.shows("Remove Bob (bob) from \"Club\"? The same line again removes them.").type("/leave", .enter)
            try seat.shows("Leave \"Club\"? /leave again leaves it").type("well?", .enter).shows("You  well?")
            #expect(seat.text.components(separatedBy: "Leave \"Club\"?").count == 2)
            try seat.type("/leave", .enter).wait { $0.text.components(separatedBy: "Leave \"Club\"?").count == 3 }
            try seat.type("/leave", .enter).shows("This is a chat of two.")
        }

        @Test func keysThatScrollLeaveTheLineAlone() throws {
            let seat = try town().type("abc", .left, .pageUp).shows("q back").type("q").hides("q back").type("X")
            try seat.block("abXc", 3, at: "Ada> ")
        }

        @Test func aMessageThatWaitsComesBackIntoTheLine() throws {
            let seat = try Seat().ada().send(#"{"backend":{"offline":true}}"#).shows("/connect tries again")
            try seat.type("see @you **now**", .enter).shows("You  see @you now  (waiting").type("/undo", .enter)
            try seat.line("see @you **now**", at: "Ada> ").hides("You  see").type(" or never", .enter)
            try seat.shows("You  see @you now or never  (waiting").line("", at: "Ada> ").type("/me waves", .enter)
            try seat.shows("*  You waves").type("/undo", .enter).line("/me waves", at: "Ada> ").type(.enter)
            try seat.shows("*  You waves").line("", at: "Ada> ").type("/delete", .enter).hides("*  You waves")
            try seat.type("/undo", .enter).line("/me waves", at: "Ada> ").type(.control("c")).line("", at: "Ada> ")
            // What was taken back is never sent.
            seat.send(#"{"backend":{"online":true}}"#)
            try seat.shows("You  see @you now or never  (sent)").hides("You waves")
            #expect(!seat.transcript.contains("Taken back"))
        }

        @Test func aBurstIsOneNotification() throws {
            let seat = try Seat().ada()
            for number in 0..<100 { seat.receive("number \(number).", in: "bo") }
            try seat.shows("* Bo (100 new): number 99.").shows("[1 Bo 100]")
            #expect(seat.transcript.components(separatedBy: "number").count == 2)
        }

        @Test func aNotificationThatIsReadElsewhereGoes() throws {
            let seat = try Seat(rows: 12).ada().type("ha")
            for chat in ["bo", "cy", "dee"] { seat.receive("from \(chat).", in: chat) }
            try seat.shows("* Dee: from dee.").send(#"{"event":"message.read","chatId":"cy","messageId":"m3"}"#)
            try seat.hides("from cy.").shows("* Bo: from bo.").shows("* Dee: from dee.").line("ha", at: "Ada> ")
            // One that has scrolled off stays where it is, without a word.
            for number in 0..<12 { seat.receive("number \(number).") }
            try seat.shows("number 11.").hides("* Bo").line("ha", at: "Ada> ")
            let transcript = seat.transcript.replacing("(2)", with: "(1)")
            seat.send(#"{"event":"message.read","chatId":"bo","messageId":"m2"}"#)
            try seat.line("ha", at: "Ada> ")
            let before = transcript.components(separatedBy: "\n").filter { !$0.contains("[") }
            #expect(seat.transcript.components(separatedBy: "\n").filter { !$0.contains("[") } == before)
        }
    }
}
