import Testing

@testable import TelexTerminal

extension Typing {
    /// The whole screen.
    @Suite struct Painting {
        @Test func paintsTheChatAnew() throws {
            let seat = try Seat(rows: 8, hasStatusLine: false).ada().receive("before").shows("before")
            seat.type("half", .control("l"))
            try seat.wait { $0.text.hasPrefix("── Ada ──\n") && $0.text.hasSuffix("Ada: before\nAda> half") }
            try seat.receive("after").shows("Ada: after\nAda> half")
            // Of a long chat, the last messages are painted, and nothing scrolls.
            for number in 0..<20 { seat.receive("number \(number).") }
            try seat.shows("number 19.\nAda> half")
            let above = seat.screen.scrolled
            seat.type(.control("l"))
            try seat.wait {
                $0.screen.shown[0].hasSuffix("number 13.") && $0.text.hasSuffix("number 19.\nAda> half")
            }
            #expect(seat.screen.scrolled == above)
        }

        @Test func titleShowsTheUnreadCount() throws {
            let seat = try Seat(alert: .osc9).wait { $0.screen.title == "Telex" }.receive("hello")
            try seat.wait { $0.screen.title == "(1) Telex" }.type("/go", .enter).wait { $0.screen.title == "Telex" }
            #expect(seat.screen.alerts == ["9;Ada: hello"])
            seat.close()
            #expect(seat.screen.title == "")
        }

        @Test func helpFitsTheScreenAndBeginsWithWhatApplies() throws {
            let seat = try Seat().type("/help", .enter).shows("Tab completes.").shows("> /help\n").shows("\nReminders")
            try seat.type("/new Ada", .enter).line("").type("/help", .enter)
            try seat.wait { $0.text.contains(/Ada> \/help\n(.*\n)*Messages(.*\n)*Chats(.*\n)*Session/) }
            seat.close()
            let narrow = try Seat(columns: 40).type("/help", .enter).shows("Tab completes.\nonline\n>")
            #expect(narrow.text.hasPrefix("Text goes"))
        }

        @Test func showsNoStatusLine() throws { try Seat(hasStatusLine: false).ada().hides("online") }

        @Test func discardsALineOrSaysHowToLeave() throws {
            let seat = try Seat().type("a mistake", .control("c")).shows("> a mistake^C\nonline").line("")
            try seat.type(.control("c")).shows("Ctrl-D or /quit leaves.")
            try seat.type("abc", .control("d"), .left, .control("d")).line("ab").type(.control("u"), .control("d"))
            seat.waitForEnd()
        }
    }
}
