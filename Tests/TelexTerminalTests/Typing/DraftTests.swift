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
            try seat.type(.control("c")).line("").type("/open cy", .enter).line("to all", at: "Cy> ")
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
