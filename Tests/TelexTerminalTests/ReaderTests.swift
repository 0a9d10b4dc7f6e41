import Foundation
@testable import TelexCore
import Testing

@testable import TelexTerminal

@Suite struct ReaderTests {
    private static let older = Action(.history(.loading(HistoryStep(chat: "ada", direction: .older))))
    private static let first = Action(.history(.loading(HistoryStep(chat: "ada", direction: .first))))
    private static let unread = Action(.history(.loading(HistoryStep(chat: "ada", direction: .firstUnread))))

    private static func row(_ number: Int, _ change: (inout MessagesViewModel.Row) -> Void = { _ in })
        -> Shown<MessagesViewModel.Row>
    {
        var row = MessagesViewModel.Row.blank
        row.message = MessageID("m\(number)")
        row.senderName = "Ada"
        row.text = "number \(number)"
        row.dayText = "Today"
        row.statusText = "09:00"
        change(&row)
        return Shown(row)
    }

    private static func model(
        _ numbers: ClosedRange<Int>, _ change: (inout MessagesViewModel) -> Void = { _ in }
    ) -> MessagesViewModel {
        var model = MessagesViewModel.blank
        (model.chat, model.title, model.totalCount) = ("ada", "Ada", 100)
        model.messages = numbers.map { row($0) }
        change(&model)
        return model
    }

    private func reader(_ model: MessagesViewModel, height: Int = 6) -> Reader {
        Reader(model, columns: 40, height: height, paint: .none)
    }

    /// The rows below the heading, without spaces at the end.
    private func body(_ reader: Reader) -> [String] { reader.painted.dropFirst().map { $0.text } }

    @Test func beginsAtTheEnd() {
        let end = reader(Self.model(1...20) { $0.older = Self.older })
        #expect(end.target?.message == "m20" && body(end).last == "▌ 09:00  Ada: number 20")
        #expect(end.painted[0].text.hasPrefix(" Ada · Today · 100 of 100"))
        var new = reader(Self.model(1...20) { $0.firstNew = "m5" })
        #expect(new.press(.firstUnread) == nil && new.target?.message == "m5")
        #expect(body(new).contains { $0.hasPrefix("▌ 09:00  Ada: number 5") })
    }

    @Test func movesOverMessagesAndScrolls() {
        var reader = reader(Self.model(1...20))
        for _ in 1...7 { #expect(reader.press(.up) == nil) }
        #expect(reader.target?.message == "m13" && body(reader).first == "▌ 09:00  Ada: number 13")
        #expect(reader.press(.down) == nil && reader.target?.message == "m14")
        #expect(body(reader).first == "  09:00  Ada: number 13")
        #expect(reader.press(.pageUp) == nil && body(reader).last == "▌ 09:00  Ada: number 13")
        #expect(reader.press(.pageDown) == nil && body(reader).first == "▌ 09:00  Ada: number 13")
        #expect(reader.press(.beginning) == nil && body(reader).prefix(2) == ["  — Today —", "▌ 09:00  Ada: number 1"])
        #expect(reader.press(.up) == .nothing("This is the first message."))
        #expect(reader.press(.end) == nil && reader.target?.message == "m20")
        #expect(reader.press(.down) == .nothing("This is the last message."))
    }

    /// A key that is about a message is not about the one that the cursor is still leaving.
    @Test func refusesActionsWhileItMoves() {
        var reader = reader(Self.model(51...60) { $0.first = Self.first })
        for key in ReaderKey.allCases where key.isAboutMessage {
            #expect(reader.press(.beginning) == .press(Self.first.event))
            #expect(reader.press(key) == .nothing("The messages are not loaded yet, so the mark stays here."))
        }
        // The next one is about the message under the mark.
        #expect(reader.press(.reply) == .type("/reply ") && reader.target?.message == "m60")
        #expect(reader.press(.beginning) == .press(Self.first.event))
        _ = reader.show(Self.model(1...50))
        #expect(reader.target?.message == "m1" && reader.press(.reply) == .type("/reply "))
    }

    @Test func movesOnOnceAPageHasCome() {
        var empty = self.reader(Self.model(1...1) { ($0.messages, $0.status.shouldShowBusy) = ([], true) })
        #expect(empty.press(.beginning) == nil)
        _ = empty.show(Self.model(1...30))
        #expect(empty.target?.message == "m1")
        var reader = reader(
            Self.model(51...60) {
                $0.older = Self.older; $0.first = Self.first
            })
        _ = reader.press(.beginning)
        #expect(reader.press(.beginning) == .press(Self.first.event))
        _ = reader.show(Self.model(1...50))
        #expect(reader.target?.message == "m1")
        reader = self.reader(Self.model(51...52) { $0.older = Self.older })
        _ = reader.press(.up)
        #expect(reader.press(.up) == .press(Self.older.event))
        _ = reader.show(Self.model(51...52) { $0.status.shouldShowBusy = true })
        #expect(reader.target?.message == "m51")
        _ = reader.show(Self.model(1...52))
        #expect(reader.target?.message == "m50")
    }

    @Test func addsUpStepsWhileAPageIsLoading() {
        var reader = reader(Self.model(51...52) { $0.older = Self.older })
        _ = reader.press(.up)
        #expect(reader.press(.up) == .press(Self.older.event))
        // The key comes before the view tells that it is busy, or after that.
        #expect(reader.press(.up) == .press(Self.older.event))
        _ = reader.show(Self.model(51...52) { $0.status.shouldShowBusy = true })
        #expect(reader.press(.up) == nil && reader.press(.down) == nil && reader.press(.up) == nil)
        _ = reader.show(Self.model(1...52))
        #expect(reader.target?.message == "m48")
        // As far as there are messages.
        _ = reader.press(.beginning)
        _ = reader.show(Self.model(1...52) { $0.older = Self.older })
        _ = reader.press(.up)
        _ = reader.press(.up)
        #expect(reader.show(Self.model(1...52)) == .nothing("This is the first message."))
    }

    @Test func goesToTheFirstUnreadMessageToMentionsAndToWhatIsAnswered() {
        var reader = reader(Self.model(51...60) { $0.firstUnread = Self.unread })
        #expect(reader.press(.firstUnread) == .press(Self.unread.event))
        _ = reader.show(Self.model(5...54) { $0.firstNew = "m30" })
        #expect(reader.target?.message == "m30")
        #expect(reader.press(.mention) == .nothing("No message above mentions you."))
        #expect(reader.press(.answered) == .nothing("The message answers no other one."))
        let open = Action(.history(.seeking(MessageKey(chat: "ada", message: "m2"))))
        _ = reader.show(
            Self.model(5...54) {
                $0.messages[1] = Self.row(6) { $0.isMention = true }
                var reply = MessagesViewModel.Reply.blank
                (reply.message, reply.open) = ("m2", open)
                $0.messages[2] = Self.row(7) { $0.replyTo = reply }
            })
        #expect(reader.press(.mention) == nil && reader.target?.message == "m6")
        #expect(reader.press(.down) == nil && reader.press(.answered) == .press(open.event))
        _ = reader.show(Self.model(1...50))
        #expect(reader.target?.message == "m2")
    }

    @Test func staysOnItsMessageWhateverComesAndGoes() {
        var reader = reader(Self.model(1...20))
        for _ in 1...3 { _ = reader.press(.up) }
        let before = body(reader)
        _ = reader.show(Self.model(1...25))
        #expect(reader.target?.message == "m17" && body(reader) == before)
        _ = reader.show(Self.model(1...25) { $0.messages.remove(at: 16) })
        #expect(reader.target?.message == "m18")
        _ = reader.show(Self.model(1...1) { $0.messages = [] })
        #expect(reader.target == nil && reader.press(.reply) == .nothing("There are no messages here."))
        #expect(reader.press(.up) == .nothing("There are no messages here."))
        reader.resize(columns: 20, height: 1)
        #expect(body(reader) == [""])
    }

    /// New messages may push the chosen one out of the window, and another owner of the profile begins at the end.
    @Test(arguments: [true, false]) func seeksItsMessageAgain(isEmptyMeanwhile: Bool) {
        var reader = reader(Self.model(1...50))
        for _ in 1...3 { _ = reader.press(.up) }
        if isEmptyMeanwhile {
            #expect(reader.show(Self.model(1...1) { ($0.messages, $0.status.shouldShowBusy) = ([], true) }) == nil)
        }
        let seeking = Event.history(.seeking(MessageKey(chat: "ada", message: "m47")))
        #expect(reader.show(Self.model(61...110)) == .press(seeking))
        #expect(reader.show(Self.model(62...111)) == nil && reader.target?.message != "m47")
        #expect(reader.show(Self.model(22...71)) == nil && reader.target?.message == "m47")
        // It is sought anew the next time.
        #expect(reader.show(Self.model(61...110)) == .press(seeking))
    }

    @Test func showsLongMessagesFromTheirBeginning() {
        let long = Self.row(3) { $0.text = (1...12).map { "line \($0)" }.joined(separator: "\n") }
        var reader = reader(Self.model(1...5) { $0.messages[2] = long })
        _ = reader.press(.up)
        _ = reader.press(.up)
        #expect(reader.target?.message == "m3" && body(reader).first == "▌ 09:00  Ada: line 1")
        #expect(reader.press(.pageDown) == nil && body(reader).contains { $0.hasSuffix("line 8") })
        for height in 1...20 { reader.resize(columns: 12, height: height) }
        #expect(reader.target != nil)
    }

    @Test func asksForActionsOfTheMessage() {
        let edit = Action(.revision(.editing(MessageEdit(chat: "ada", message: "m1", text: ""))), blanks: [.text])
        let delete = Action(.revision(.deleting(MessageDeletion(chat: "ada", message: "m1", delay: 0))))
        var reader = reader(
            Self.model(1...2) {
                $0.messages[0] = Self.row(1) {
                    $0.isOwn = true
                    $0.edit = edit
                    $0.delete = delete
                }
                $0.messages[1] = Self.row(2) {
                    $0.text = "see https://example.org/x, and code"
                    $0.spans = [TextSpan(.code, start: 31, length: 4)]
                }
            })
        #expect(reader.press(.reply) == .type("/reply ") && reader.press(.react) == .type("/react "))
        #expect(reader.press(.copy) == .copy("see https://example.org/x, and code"))
        #expect(reader.press(.copyCode) == .copy("code") && reader.press(.open) == .open("https://example.org/x"))
        #expect(reader.press(.edit) == .nothing("Only your own messages can be edited."))
        #expect(reader.press(.delete) == .nothing("Only your own messages can be deleted."))
        _ = reader.press(.up)
        #expect(reader.press(.edit) == .type("/edit number 1"))
        // A bold space cannot be typed.
        var typeless = reader.model
        typeless.messages[0] = Self.row(1) {
            ($0.isOwn, $0.edit, $0.text) = (true, edit, "x y")
            $0.spans = [TextSpan(.bold, start: 1, length: 1)]
        }
        var other = Reader(typeless, columns: 40, height: 10, paint: .none)
        _ = other.press(.up)
        #expect(
            other.press(.edit) == .nothing("Parts of this message cannot be typed, so it cannot be edited here."))
        // Any other key than the same again takes the question back.
        let question = Reader.Wish.nothing("d again deletes the message for everybody.")
        #expect(reader.press(.delete) == question && reader.press(.open) == .nothing("The message has no link."))
        #expect(reader.press(.delete) == question && reader.press(.down) == nil && reader.press(.up) == nil)
        #expect(reader.press(.delete) == question)
        #expect(reader.press(.delete) == .run(.command(.delete, argument: "")))
        #expect(reader.press(.open) == .nothing("The message has no link.") && reader.press(.leave) == .leave)
    }

    @Test(arguments: [
        ("Write to (ada.l+x@mail.example.org).", "mailto:ada.l+x@mail.example.org"), ("ada@here", nil),
        ("@ada:b.c", nil),
        ("a@b..c a@.c @b.c x@y.z", "mailto:x@y.z"), ("ä@b.c", nil), (String(repeating: "a", count: 300) + "@b.c", nil),
    ])
    func findsMailAddresses(text: String, link: String?) { #expect(Link.mail(in: text) == link) }

    @Test(arguments: [30, 8]) func listsItsKeys(height: Int) {
        var reader = reader(Self.model(1...2), height: height)
        var shown: [String] = []
        repeat {
            #expect(reader.press(.help) == nil && reader.painted.count == height + 1)
            shown += reader.painted.map { $0.text }
        } while reader.painted[0].text.contains("h shows more")
        #expect(ReaderKey.allCases.allSatisfy { key in shown.contains { $0.contains(key.effect.prefix(20)) } })
        #expect(reader.press(.help) == nil && reader.painted[0].text.hasPrefix(" Ada"))
        #expect(reader.press(.help) == nil && reader.press(.leave) == nil && reader.painted[0].text.hasPrefix(" Ada"))
    }

    @Test func paintsOnlyWhatHasChanged() {
        var screen = FullScreen()
        let rows = ["one", "two"].map { ScreenRow($0, width: 3) }
        #expect(screen.paint(rows, cursor: (1, 0)).contains("\u{1B}[2;1Htwo"))
        #expect(screen.paint(rows, cursor: (1, 0)) == "\u{1B}[2;1H")
        let changed = screen.paint([rows[0], rows[0]], cursor: (0, 0))
        #expect(changed.contains("\u{1B}[2;1Hone") && !changed.contains("\u{1B}[1;1Hone"))
        #expect(screen.paint([rows[0]], cursor: (0, 0)).contains("\u{1B}[2;1H\u{1B}[J"))
    }
}
