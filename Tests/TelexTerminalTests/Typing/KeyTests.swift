import Testing

@testable import TelexTerminal

extension Typing {
    /// Keys: Emacs and vi bindings, those of ~/.editrc, and unexpected input.
    @Suite struct Keys {
        private static let vi = "bind -v\n"

        @Test func editsWithEmacsKeys() throws {
            let seat = try Seat().type("one two three", .control("w")).line("one two ")
            try seat.type(.control("a"), .alt("f"), "!").shows("> one! two").type(.control("k")).line("one!")
            try seat.type(.control("y")).line("one! two ").type(.home, .delete, .right, .backspace).shows("> e! two")
            try seat.type(.end, "\u{1B}[1;5D", "X").shows("> e! Xtwo")
            seat.type(.control("e"), .control("u"), "to be or not", .control("a"), .alt("f"), .alt("f"))
            try seat.type(.control("u")).block(" or not", 0).type(.control("e"), .control("y")).line(" or notto be")
        }

        @Test func editsWithViKeys() throws {
            let seat = try Seat(editrc: Self.vi).type("one two three").line("one two three").type(.escape, "0dw")
            try seat.block("two three", 0).type("A four").line("two three four").type(.left, .left, "X")
            try seat.shows("> two three foXur").type(.up, .down, .escape, "dd").line("").type("i/status", .enter)
            try seat.shows("0 unread.").type(.escape, "/stat", .enter)
            try seat.wait { $0.text.components(separatedBy: "0 unread.").count == 3 }.type(.newLine, "two")
            try seat.block("\ntwo", 4)
        }

        @Test func namedKeysWorkInViCommandMode() throws {
            let seat = try Seat(editrc: Self.vi).type("one two three").line("one two three").type(.escape, .home, "x")
            try seat.shows("> ne two three").type(.right, .delete).shows("> n two three").type(.end, .left, "x")
            try seat.shows("> n two thre").type("dd").line("").type("i/status", .enter).shows("0 unread.")
            try seat.type(.escape, .up).shows("show the state").type(.down)
            try seat.hides("show the state").line("")
        }

        @Test(arguments: [
            ["$x"], ["$D"], ["$d0"], [.end, "x"], ["$ihello"], ["$d$"], [.escape, "x"], ["$p"],
            [.control("c"), "abc", .enter, "foo", .enter, .escape, "kJaq", .escape, "NX"],
        ])
        func viKeysOnAnEmptyLineAreHarmless(keys: [String]) throws {
            let seat = try Seat(editrc: Self.vi).type(.escape, keys.joined(), .control("c")).line("")
            try seat.type("/status", .enter).shows("0 unread.")
        }

        @Test func bindsTheKeysOfTheUser() throws {
            let editrc = "bind \"^T\" ed-move-to-beg\ntelex:bind \"^[[A\" ed-delete-prev-char\nother:bind -v\n"
            try Seat(editrc: editrc).type("abc", .control("t"), "X").shows("> Xabc").type(.up).block("abc", 0)
        }

        @Test func saysInFullThatALineOfTheUsersKeysIsInvalid() throws {
            let seat = try Seat(columns: 40, editrc: "bind \"^T\" no-such-command\n")
            try seat.wait { $0.screen.shown.joined().contains("The lines after it were ignored.") }
            try seat.shows("~/.editrc: invalid line")
        }

        @Test(arguments: ["\u{1B}f", "/", "\u{1B}d", "\u{1B}r"])
        func discardsTheLineAtAnyMoment(keys: String) throws {
            let seat = try Seat(editrc: Self.vi).type("abc", keys, .control("c")).line("").type("/status", .enter)
            try seat.shows("0 unread.")
        }

        private static let long = String.paste("x".times(3000))
        private static let unusual: [(editrc: String, keys: [String])] = [
            (vi, [.escape, "0d", long, "wi"]), ("", [.alt("X"), long, .enter]), ("", ["y".times(700), .alt("\u{1F}")]),
            (vi, ["a", .escape, "r", long, "r", .paste("y".times(3000)), "i"]),
            ("bind \"^T\" em-inc-search-prev\n", [.control("t"), "a", long, .escape]),
            ("edit off\n", [long, .backspace]), ("", [.alt("1"), .alt("0").times(4), "x"]),
        ]

        @Test(arguments: unusual)
        func pastesAtUnusualMomentsAreHarmless(editrc: String, keys: [String]) throws {
            let seat = try Seat(editrc: editrc).type("abc def").line("abc def").type(keys.joined(), .control("c"))
            try seat.line("").type("/status", .enter).shows("0 unread.")
        }

        // MARK: Searches

        @Test func keepsASearchWhileMessagesArrive() throws {
            let seat = try Seat().ada().type("/status", .enter).shows("unread.").type("/help open", .enter)
            try seat.shows("NUMBER is the number").type(.control("r"), "stat").shows("(search) stat: /status")
            try seat.receive("in the middle").shows(
                "in the middle\nCtrl-R older, Ctrl-S newer, Enter accepts, Ctrl-G cancels\n(search) stat: /status"
            ).type(.control("g"))
            try seat.line("").type(.control("r"), "/").shows("(search) /: /help open").type(.control("r"))
            try seat.shows("/: /status").type(.control("r"), .control("r")).shows("(not found)")
            try seat.type(.control("s"), .end).line("/status")
        }

        @Test func aSearchWithoutMatchesIsHarmless() throws {
            let seat = try Seat().type(.control("r"), "zzzz").shows("(not found) zzzz").type(.control("w")).line("")
            try seat.type("/status", .enter).shows("0 unread.")
        }

        @Test func acceptsAMatchWithEnterEscapeOrAltEnter() throws {
            let seat = try Seat().ada().type("/status", .enter).shows("0 unread.").type(.control("l")).hides("unread.")
            try seat.type(.control("r"), "sta", .enter).shows("0 unread.").line("").type(.control("r"), "sta")
            try seat.shows("(search) sta: /status").type(.escape).hides("(search)").type(.end, "X").line("/statusX")
            try seat.type(.control("c"), "said before", .enter).shows("(sent)").type(.control("r"), "said")
            try seat.shows("said: said before").type(.newLine).block("\nsaid before", 1)
        }

        // MARK: Bytes

        @Test func insertsAKeyLiterallyWhileMessagesArrive() throws {
            let seat = try Seat().ada().type("a", .control("v")).shows("inserted literally").receive("in the middle")
            try seat.shows("in the middle").type(.control("x"), "b").shows("Ada> a␘b")
        }

        @Test func ignoresUnknownSequencesAndALoneEscape() throws {
            let seat = try Seat().type("/re").line("/re").type(.left).block("/re", 2)
            try seat.type("\u{1B}[99;99z", "\u{1B}OP", "X").shows("> /rXe").type(.backspace, .end, .tab)
            // The choices go once the escape is read, and nothing has followed it in time.
            try seat.shows("load the chats").type(.escape).hides("load the chats").type(.left, "é").shows("> /rée")
            try seat.type(.escape, "b", "Y").shows("> /Yrée")
        }

        @Test func skipsInvalidUTF8() throws {
            let seat = try Seat().type(bytes: [0x61, 0xFF, 0xC3, 0x28, 0x62, 0xC2, 0x9B]).line("a(b")
            try seat.type(bytes: [0xFF]).shows("not valid UTF-8").line("a(b")
        }

        // MARK: Characters

        private static let characters = ["e\u{301}", "👍🏽", "👩\u{200D}👩\u{200D}👧", "🇩🇪", "❤\u{FE0F}"]

        private static let deleting: [(editrc: String?, keys: [String], left: String)] = [
            (nil, [.backspace], "xy"), (nil, [.left, .delete], "xy"), (nil, [.control("b"), .control("d")], "xy"),
            (nil, [.left, "z", .backspace, .control("f"), .control("h")], "xy"), (vi, [.backspace], "xy"),
            (vi, [.escape, "xa"], "xy"), (vi, [.escape, "i", .delete, .escape, "a"], "xy"),
            (vi, ["z", .escape, "Xa", .backspace], "xy"), (vi, [.escape, "xuxa"], "xy"), (vi, [.escape, "hlxa"], "xy"),
            (vi, ["z", .escape, "hxa"], "xzy"), (vi, ["z", .escape, "hdlxa"], "xy"), (vi, [.escape, "s"], "xy"),
        ]

        @Test(arguments: deleting)
        func deletesOneCharacter(editrc: String?, keys: [String], left: String) throws {
            let seat = try Seat(editrc: editrc).ada()
            for (number, character) in Self.characters.enumerated() {
                seat.type("x", character, keys.joined(), "y", .enter)
                try seat.wait { $0.text.components(separatedBy: "You  \(left)  ").count == number + 2 }
            }
        }
    }
}
