import Foundation
import Testing

@testable import TelexTerminal

extension Typing {
    /// The line: its rows, pastes, other programs, the history and completion.
    @Suite struct Line {
        @Test(arguments: [
            "The quick brown fox jumps over the lazy dog and then does it all over again. ".times(3),
            "漢字かな交じり文".times(12),
            "e\u{301}a\u{308}o\u{302}".times(30), "😀é漢x".times(25), "a\tb".times(20),
        ])
        func keepsALineOfSeveralRows(text: String) throws {
            let (seat, length) = (try Seat(columns: 40).ada(), text.unicodeScalars.count)
            try seat.type(.paste(text)).block(text, length)
            for number in 0..<5 { try seat.receive("message \(number)").shows("message \(number)").block(text, length) }
            try seat.type(.home, "X").block("X" + text, 1).receive("once more").shows("once more").block("X" + text, 1)
            try seat.type(.control("a"), .control("k")).block("", 0)
        }

        @Test func showsTheRowsAroundTheCursorOfALineThatFillsTheScreen() throws {
            let seat = try Seat(columns: 31, rows: 6, hasBar: false).ada()
            seat.type("abcdefghij".times(30), .control("a"))
            try seat.wait { $0.screen.shown[0].hasPrefix("Ada> abc") && $0.screen.cursor == (0, 5) }
            try seat.type(.control("e"), "Z").shows("Z")
            // A message above it scrolls off.
            try seat.receive("over here").wait { $0.transcript.contains("over here") }.type(.control("u")).line("")
        }

        @Test func sendsSeveralLinesAsOneMessage() throws {
            let seat = try Seat().ada().type("one", .newLine, "two").block("one\ntwo", 7).type(.enter)
            try seat.shows("You  one\n            two  (sent)")
            seat.type(.paste("first line\r\n  second line\rthird\tline\r\n"))
            try seat.block("first line\n  second line\nthird\tline", 35).type(" end", .enter)
            try seat.shows("You  first line\n              second line\n            third    line end  (sent)")
        }

        @Test func truncatesALongPaste() throws {
            let seat = try Seat().type(.paste("x".times(70_000))).shows("Cut off")
            try seat.type(.control("u"), "/status", .enter).shows("0 unread.")
        }

        @Test func asksBeforeALongPaste() throws {
            let long = (0..<30).map { "line \($0)" }.joined(separator: "\n")
            let seat = try Seat(rows: 40).ada().type("before ", .paste(long))
            try seat.shows("30 lines pasted. s sends them, e puts them into the line, d drops them.").type("x")
            try seat.shows("30 lines pasted.").type("d").hides("30 lines").line("before ")
            try seat.type(.control("u"), .paste(long)).shows("30 lines pasted.").type("e").line(long)
            try seat.type(.control("c")).line("").type(.paste(long)).shows("30 lines pasted.").type("s")
            try seat.shows("line 29  (sent)").line("")
            let few = Array(repeating: "few", count: 20).joined(separator: "\n")
            try seat.type(.paste(few)).line(few)
        }

        @Test func completesWithTab() throws {
            let seat = try Seat()
            for name in ["Ada Lovelace", "Adam Riese", "Zoë"] { seat.receive("I am \(name)", in: name, title: name) }
            try seat.shows("I am Zoë").type("/re", .tab).shows("/reload    load the chats again").line("/re", at: "> ")
            try seat.type("l", .tab).line("/reload", at: "> ").hides("/read ").type(.control("u"), "/open a", .tab)
            try seat.line("/open Ada", at: "> ").shows("Adam Riese    1 unread").type(" ", .tab)
            try seat.line("/open Ada Lovelace", at: "> ").type(.control("u"), "/open").shows("  open a chat")
            try seat.type(.control("u")).hides("  open a chat")
        }

        @Test func completesFilesWithTab() throws {
            let seat = try Seat(columns: 200)
            for name in ["two words.vcf", "two.vcf", "evil\u{1B}]0;x\u{7}"] {
                #expect(FileManager.default.createFile(atPath: seat.path(name), contents: nil))
            }
            let folder = seat.folder.path
            try seat.type("/import \(folder)/", .tab).shows("two words.vcf").hides("evil").line("/import \(folder)/two")
            try seat.type(" ", .tab).line("/import \(folder)/two words.vcf").type(.enter).shows("two words.vcf")
            try seat.line("", at: "contacts> ").type("/save \(folder)/t", .tab).line(
                "/save \(folder)/two", at: "contacts> ")
            // What comes before the path is the number of a message.
            seat.type(.control("u"), "/save 12 \(folder)/two.", .tab)
            try seat.line("/save 12 \(folder)/two.vcf", at: "contacts> ").type(.control("u"))
        }

        @Test func mentionsAnyMemberWithTab() throws {
            let seat = try Seat().ada()
            let members = [("ada", "Ada"), ("bo", "Bo Miller"), ("bea", "Bea")].map {
                #"{"userId":"\#($0)","name":"\#($1)","standing":"joined"}"#
            }
            seat.send(#"{"event":"member.synced","chatId":"ada","members":[\#(members.joined(separator: ","))]}"#)
            try seat.type("Hi @", .tab).shows("Bo Miller  bo").shows("room       everybody in the chat")
            try seat.type("be", .tab).line("Hi @Bea ").type("@Bo M", .tab).line("Hi @Bea @Bo Miller ")
            try seat.hides("is nobody").type("@cleo").shows("@cleo is nobody here; it is sent as text")
            try seat.type(.backspace, .backspace, .backspace, .backspace, "bo").hides("is nobody")
            // In another chat, the others are nobody.
            try seat.type(.control("u")).receive("Hello", in: "dan").shows("* Dan").type("/open dan", .enter)
            try seat.line("", at: "Dan> ").type("@bea").shows("@bea is nobody here").type(.control("u"), "@dan")
            try seat.hides("is nobody")
        }

        @Test func searchesForPeopleWithTab() throws {
            let seat = try Seat().type("/new eliz", .tab).line("/new Eliza")
            // A late answer is not printed.
            seat.send(#"{"event":"search.found","query":"eliz","recipients":["Elizabeth"]}"#).receive("after it")
            try seat.shows("after it").hides("Elizabeth").hides("/choose N").type(.control("u"), "/find eliz", .enter)
            try seat.shows("1  Eliza").shows("/choose N").type("/add Ada Lovelace", .enter)
            try seat.shows("Ada Lovelace is a contact now.").line("", at: "> ").type("/contacts", .enter).shows(
                "AL  Ada Lovelace"
            ).type("/talk a", .tab)
            try seat.line("/talk Ada Lovelace", at: "contacts> ").type(.enter).line("", at: "Ada Lovelace> ")
            try seat.type("/find love", .tab).line("/find Ada Lovelace", at: "Ada Lovelace> ")
        }

        /// A line that could not be carried out leaves the person where the person was.
        @Test func aRefusedLineLeavesOneWhereOneWas() throws {
            let seat = try Seat().ada().type("/add Ada", .enter).shows("A contact needs a first and a last name.")
            try seat.line("").type("/remind foo bar", .enter).shows("\"foo bar\" does not start with a date.").line("")
            seat.send(#"{"backend":{"refuse":"create","reason":"No such person."}}"#)
            try seat.type("/new Nobody", .enter).shows("! No such person.").line("").type("still here", .enter)
            try seat.shows("You  still here  (sent)")
        }

        @Test func completesNamesAndEmoji() throws {
            let seat = try Seat().ada().type("ad", .tab).line("Ada: ").type("and @a", .tab).line("Ada: and @Ada ")
            try seat.type(.control("u"), "nice :tada", .tab).shows("Ada> nice 🎉").type(.control("u"), ":heart", .tab)
            try seat.shows(":heart_hands:").type(":", .tab).hides(":heart")
            seat.type(.control("u"), "nobody", .tab, ":nothing_of_the_kind", .tab)
            try seat.line("nobody:nothing_of_the_kind")
        }

        // MARK: History

        @Test func keepsAHistoryWithoutDuplicates() throws {
            let seat = try Seat(history: "/status\ntwo\\nlines\n").type(.up).line("two\nlines").type(.up)
            try seat.line("/status").type(.down, .down).line("")
            for line in ["/status", "/help help", .paste("three\nlines")] { try seat.type(line, .enter).line("") }
            try seat.wait { $0.file("history") == "two\\nlines\n/status\n/help help\nthree\\nlines\n" }.type(.up)
            try seat.line("three\nlines").type(.up).line("/help help").type(.up).line("/status")
        }

        @Test func browsingTheHistoryLosesNothing() throws {
            let seat = try Seat().type("/status", .enter).shows("0 unread.").type("a draft", .down).line("a draft")
            try seat.type(.up).line("/status").type(.up, .down).line("a draft")
            try seat.type(.control("u"), .paste("x".times(1200))).line("x".times(1200)).type(.up).line("/status")
            try seat.type(.down, .control("l")).line("x".times(1200)).type(.control("u"), "hello", .enter)
            try seat.shows("No chat is open").shows("> hello\n").type(.up).line("hello")
        }

        @Test func keepsLineEndsThatAreTypedLiterally() throws {
            let seat = try Seat().type("abc", .control("v"), .enter, "def", .enter).line("").type(.control("v"), .enter)
            try seat.type(.enter).wait { $0.file("history") == "abc\rdef\n\r\n" }
        }

        // MARK: Other programs

        /// Writes a line before the text.
        private static let writer =
            "w() { printf 'written\\nelsewhere: ' >new; cat \"$1\" >>new; mv new \"$1\"; }; w"

        @Test func writesAMessageInAnotherProgram() throws {
            let seat = try Seat(editor: Self.writer).ada().type("/editor to begin with", .enter)
            try seat.line("written\nelsewhere: to begin with").type(.enter).shows("You  written")
            try seat.type("from the line", .control("x"), .control("e")).line("written\nelsewhere: from the line")
            seat.type(.control("u"))
            #expect(!seat.transcript.contains("/editor to begin with\n"))
        }

        @Test func doesNotAskAboutALongTextFromTheEditor() throws {
            let text = (1...30).map(String.init).joined(separator: "\n")
            try Seat(rows: 50, editor: "seq 30 >").ada().type("/editor", .enter).line(text)
        }

        @Test func aFailingEditorLosesNothing() throws {
            try Seat().ada().type("/editor precious", .enter).shows("exit code 1").line("precious")
        }

        /// Messages arrive while the editor owns the screen, which has another size afterwards.
        @Test(arguments: [80, 60]) func showsWhatArrivesDuringAnotherProgram(columns: Int) throws {
            let seat = try Seat(editor: "touch running; read line <gate; echo $line >")
            mkfifo(seat.path("gate"), 0o600)
            try seat.ada().type("/editor", .enter).wait { FileManager.default.fileExists(atPath: $0.path("running")) }
            for number in 0..<100 { seat.receive("meanwhile \(number). " + "x".times(45)) }
            if columns != 80 { seat.resize(columns: columns, rows: 10) }
            try "the text\n".write(toFile: seat.path("gate"), atomically: false, encoding: .utf8)
            try seat.line("the text")
            for number in 0..<100 { try seat.wait { $0.transcript.contains("meanwhile \(number).") } }
        }

        @Test func showsTheWholeChatInAPager() throws {
            let seat = try Seat(pager: "show() { cp \"$1\" paged; stat -c %a \"$1\" >mode; false; }; show")
            for number in 0..<230 { seat.receive("number \(number).") }
            try seat.shows("(230 new)").openAda().type("/pager", .enter)
            try seat.shows("The pager ended with exit code 1. Set $PAGER to another one.")
            let paged = seat.file("paged").split(separator: "\n")
            #expect(paged[0] == "── Ada ──" && paged.count { $0.contains("number") } == 230)
            #expect(!seat.file("paged").contains("\u{1B}") && seat.file("mode") == "600\n")
            try seat.receive("number 230.").shows("Ada  number 230.\nThe pager ended with")
        }

        @Test func runsAProgramForEachNotification() throws {
            let seat = try Seat(
                alert: .bell, notifier: "printf '<%s>' \"$@\" >>\"${0%/*}/said\"; echo noise; echo noise >&2")
            try seat.receive("$(id)\\u001b `x`", in: "bo", title: "-bo; reboot").wait { $0.screen.alerts == ["bell"] }
            try seat.wait { $0.file("said") == "< -bo; reboot><$(id)␛ `x`>" }
            #expect(!seat.text.contains("noise"))
        }
    }
}
