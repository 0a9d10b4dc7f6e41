import Testing

@testable import TelexTerminal

extension Typing {
    /// The whole screen.
    @Suite struct Painting {
        @Test func paintsTheChatAnew() throws {
            let seat = try Seat(rows: 8, hasBar: false).ada().receive("before").shows("before")
            seat.type("half", .control("l"))
            try seat.wait { $0.text.hasPrefix("── Ada ──\n") && $0.text.hasSuffix("Ada  before\nAda> half") }
            try seat.receive("after").shows("Ada  after\nAda> half")
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

        private static let answer = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
        private static let attributes = "\u{1B}[?62c"
        private static let grey = Theme.light.look(of: .secondary).parameters

        /// What was typed before the answer stays, and what is on the screen is painted anew, whenever the answer comes.
        @Test func suitsTheBackgroundOnceTheTerminalHasAnswered() throws {
            let seat = try Seat(theme: .auto).ada().receive("before").shows("before").type("half")
            try seat.line("half")
            #expect(seat.screen.isAsked && !seat.screen.looks.contains(Self.grey))
            let text = seat.text
            seat.forgetLooks().type("\u{1B}")
            seat.type(String(Self.answer.dropFirst().dropLast(3)))
            seat.type(String(Self.answer.suffix(3)), Self.attributes, " a")
            try seat.line("half a").wait { $0.screen.looks.contains(Self.grey) }
            #expect(seat.text == text + " a")
            // The colours of an unknown background are gone.
            seat.forgetLooks()
            try seat.type(.control("l")).wait { $0.screen.looks.contains(Self.grey) }.line("half a")
            #expect(!seat.screen.looks.contains(Theme.neutral.look(of: .secondary).parameters))
        }

        @Test func suitsTheBackgroundInTheReader() throws {
            let seat = try Seat(theme: .auto).ada().type(.pageUp).shows("q back")
            seat.forgetLooks().type(Self.answer, Self.attributes)
            try seat.wait { $0.screen.looks.contains(Theme.light.look(of: .bar).parameters) }.shows("q back")
            try seat.type("q").line("")
        }

        /// Nothing waits for a terminal that answers nothing, or not what was asked.
        @Test func asksATerminalThatDoesNotAnswer() throws {
            let seat = try Seat(theme: .auto).ada().type("one", .alt("]"), "two").line("onetwo")
            try seat.type(Self.attributes, "x").line("onetwox")
            #expect(seat.screen.isAsked && !seat.screen.looks.contains(Self.grey))
            seat.close()
            _ = try Seat(theme: .auto).type("silent").line("silent")
        }

        @Test func helpFitsTheScreenAndBeginsWithWhatApplies() throws {
            let seat = try Seat().type("/help", .enter).shows("Tab completes.").hides("/help\n").shows("\nReminders")
            try seat.type("/new Ada", .enter).line("").type("/help", .enter)
            try seat.wait { $0.text.contains(/Messages(.*\n)*Chats(.*\n)*Session/) }
            seat.close()
            let narrow = try Seat(columns: 40).type("/help", .enter).shows("Tab completes.\nonline\n>")
            #expect(narrow.text.contains("Text goes"))
        }

        @Test func showsNoBar() throws { try Seat(hasBar: false).ada().hides("online") }

        @Test func discardsALineOrSaysHowToLeave() throws {
            let seat = try Seat().type("a mistake", .control("c")).shows("> a mistake^C\nonline").line("")
            try seat.type(.control("c")).shows("Ctrl-D or /quit leaves.")
            try seat.type("abc", .control("d"), .left, .control("d")).line("ab").type(.control("u"), .control("d"))
            seat.waitForEnd()
        }
    }
}
