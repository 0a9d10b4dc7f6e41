import TelexJSON
import Testing

@testable import TelexCore
@testable import TelexWire

/// What a program that has joined hands to the next owner, from the notes of the last one.
@Suite struct HandoverTests {
    private static let request = JoinRequest(
        subscribe: [BadgeViewModel.view, InboxViewModel.view], after: .start, updates: .patch)

    /// An owner and a program that has joined it.
    private struct Pair {
        var handover = Handover(HandoverTests.request)
        var notes = NoteTaker(HandoverTests.request)
        var encoder = LineEncoder()
        var number = 0

        /// Sends a line to the owner, which gets it.
        mutating func send(_ lines: String...) {
            for line in lines {
                lose(line)
                notes.hear([LineDecoder.decode(Array(line.utf8)[...], number: number)])
            }
        }

        /// Sends a line to the owner, which ends before it gets it.
        mutating func lose(_ line: String) {
            number += 1
            _ = handover.send(Parcel([Array(line.utf8)])) { _ in true }
        }

        /// The bytes of lines and notes of the owner.
        mutating func bytes(_ lines: [OutLine]) -> [UInt8] {
            var writer = encoder.makeWriter()
            for line in lines { encoder.encode(line, notes.note(line), to: &writer) }
            while let note = notes.next() {
                encoder.write(note, to: &writer)
                writer.newLine()
            }
            return writer.bytes
        }

        /// Gets lines of the owner; returns those for the program.
        @discardableResult mutating func receive(_ lines: OutLine...) -> String {
            var bytes = bytes(lines)[...]
            return String(decoding: handover.receive(&bytes).lines, as: UTF8.self)
        }

        var resumption: Resumption { get throws { try #require(handover.next.resumption) } }
        var ids: [String] { get throws { try resumption.requests.map(\.id) } }
    }

    private func pair() -> Pair {
        var pair = Pair()
        pair.receive(.gap(.ownerLeft))
        return pair
    }

    private static func messages(_ chat: ChatID) -> OutLine {
        var model = MessagesViewModel.blank
        model.chat = chat
        return .view(model, cause: nil, isFirst: true)
    }

    /// A line with an id that changes nothing.
    private static func request(_ id: String, in window: String? = nil) -> String {
        let line = JSONValue.object(["unsubscribe": [], "id": .string(id)])
        return (window.map { line.with(["window": .string($0)]) } ?? line).text
    }

    @Test func asksLikeTheFirstTimeUntilAnOwnerHasSpoken() {
        #expect(Handover(Self.request).next == Self.request)
    }

    @Test func theProgramSeesNoNotes() {
        var pair = pair()
        pair.send(Self.request("1"), "garbage", #"{"subscribe":["messages"]}"#)
        let line = #"{"seq":1,"settled":"1","outcome":"done"}"# + "\n"
        #expect(pair.receive(.settled("1")) == line)
        #expect(pair.receive() == "")
        #expect(pair.receive(Self.messages("ada")).contains("\t") == false)
    }

    @Test func goesOnWithTheNextNumbers() throws {
        var pair = pair()
        pair.send("garbage")
        pair.lose(String(repeating: "x", count: LineError.longestLine + 1))
        pair.receive(.settled("x"))
        #expect(try pair.resumption.seq == 2 && pair.resumption.lineCount == 2)
        let next = pair.handover.next
        #expect(next.subscribe == [] && next.after == nil && next.updates == .patch)
        #expect(try JoinRequest.read(line: Array(next.jsonLine.dropLast())) == next)
    }

    @Test func remembersRequestsUntilTheyAreAnswered() throws {
        var pair = pair()
        pair.send(Self.request("1"), Self.request("2"), Self.request("3"), Self.request("3", in: "w"))
        pair.lose(Self.request("4"))
        #expect(try pair.ids == ["1", "2", "3", "3", "4"])
        pair.receive(.settled("1"), .error(ErrorLine(.unfinished, line: 2, cause: "2")))
        // The same id in another window is another request.
        pair.receive(.settled("3").within(WindowID("w")), .settled("4"))
        #expect(
            try pair.resumption.requests == [
                .init(id: "3", window: nil, line: 3), .init(id: "4", window: nil, line: 5),
            ])
    }

    @Test func oneAnswerEndsOneRequestOfAnId() throws {
        var pair = pair()
        pair.send(Self.request("1"), Self.request("1"))
        pair.receive(.settled("1"))
        #expect(try pair.resumption.requests.map(\.line) == [2])
        pair.receive(.settled("1"))
        #expect(try pair.ids.isEmpty)
    }

    /// Wherever an owner ends, each request is answered by it or by the next one, and by none twice.
    @Test func aRequestIsAnsweredOrOpenAtEachByte() throws {
        var pair = pair()
        pair.send(Self.request("1"), "garbage", Self.request("2"), #"{"window":"w","subscribe":["badge"]}"#)
        let bytes = pair.bytes([.settled("1"), Self.messages("ada"), .settled("2")])
        for count in 0...bytes.count {
            var (handover, piece) = (pair.handover, bytes[..<count])
            let lines = String(decoding: handover.receive(&piece).lines, as: UTF8.self).split(separator: "\n")
            let answered = ["1", "2"].filter { id in lines.contains { $0.contains(#""settled":"\#(id)""#) } }
            let resumption = try #require(handover.next.resumption)
            #expect(answered + resumption.requests.map(\.id) == ["1", "2"] && resumption.seq == lines.count + 1)
            // A line in flight counts, too.
            #expect(resumption.windows.map { $0.window?.name } == [nil, "w"])
        }
    }

    /// The next owner may end, too, before it has answered what the last one left.
    @Test func theNextOwnerGoesOnNoting() throws {
        var pair = pair()
        pair.send(Self.request("1"), Self.request("2"))
        pair.notes = NoteTaker(pair.handover.next)
        pair.receive(.gap(.ownerLeft), .settled("1"))
        #expect(try pair.ids == ["2"])
    }

    @Test func remembersWhatWaitsUntilItsOutcome() throws {
        var pair = pair()
        let text = #"{"event":"message.sending","chatId":"ada","text":"hi","id":"1"}"#
        pair.send(text, text)
        pair.receive(.settled("1", Outcome(.waiting, chat: "ada", message: "m")))
        let waiting = Resumption.Waiting(line: 1, text: text, chat: "ada", message: "m")
        for _ in 0..<2 {
            #expect(try pair.resumption.waiting == [waiting] && pair.resumption.requests.map(\.line) == [2])
            #expect(!String(decoding: pair.handover.end(.signal), as: UTF8.self).contains(#""line":1"#))
            // The next owner knows of it, too.
            pair.notes = NoteTaker(pair.handover.next)
        }
        pair.receive(.settled("1", Outcome(.sent)), .outcome("1", Outcome(.sent)))
        #expect(try pair.resumption.waiting.isEmpty && pair.handover.lines.isEmpty)
    }

    @Test func keepsNoLineThatNeedsNothingMore() throws {
        var pair = pair()
        for _ in 0..<3 { pair.send("garbage", #"{"unsubscribe":[]}"#, Self.request("x")) }
        pair.receive(.settled("x"), .settled("x"), .settled("x"))
        #expect(pair.handover.lines.isEmpty)
    }

    @Test func anAnswerThatIsLeftOutIsNotOpen() throws {
        var pair = pair()
        pair.send(Self.request("1"), Self.request("2"))
        pair.notes.drop(.settled("1"))
        pair.receive(.gap(.lines(1)))
        #expect(try pair.ids == ["2"])
    }

    /// An owner that leaves between two writes would get the first line and lose it, and the next one would answer the
    /// second.
    @Test func linesThatBelongTogetherAreWrittenTogether() {
        var pair = pair()
        pair.send(Self.request("1"))
        let before = pair.handover.next
        let lines = ["first", Self.request("2")].map { Array($0.utf8) }
        var writes: [[UInt8]] = []
        for isWritten in [false, true] {
            let isSent = pair.handover.send(Parcel(lines)) { parcel in
                writes.append(parcel.bytes)
                return isWritten
            }
            #expect(isSent == isWritten)
            if !isSent { #expect(pair.handover.next == before) }
        }
        #expect(writes == Array(repeating: lines[0] + [0x0A] + lines[1] + [0x0A], count: 2))
        let resumption = pair.handover.next.resumption
        #expect(resumption?.requests.map(\.id) == ["1", "2"] && resumption?.lineCount == 3)
    }

    @Test func knowsWhatEachWindowHasSubscribedTo() throws {
        var pair = pair()
        pair.send(
            #"{"subscribe":["chatList","badge"]}"#, #"{"unsubscribe":["inbox"]}"#,
            #"{"window":"a","subscribe":["inbox"],"after":"s.7"}"#, #"{"window":"b","subscribe":["badge"]}"#,
            #"{"closeWindow":"b"}"#, #"{"subscribe":["nothing"]}"#)
        for isNoted in [false, true] {
            if isNoted { pair.receive() }
            let windows = try pair.resumption.windows
            #expect(windows.map { $0.window?.name } == [nil, "a"])
            #expect(windows[0].subscribe == [ChatListViewModel.view, BadgeViewModel.view])
            #expect(windows[1].after == InboxCursor(store: "s", arrival: 7))
        }
    }

    @Test func knowsTheOpenChatTheCursorAndWhatIsShown() throws {
        var pair = pair()
        let window = WindowID("w")
        pair.send(#"{"window":"w","subscribe":["messages","members"]}"#)
        pair.receive(
            .view(MembersViewModel.blank, cause: nil, isFirst: true).within(window), Self.messages("ada").within(window)
        )
        #expect(try pair.resumption.windows[1].chat == "ada")
        pair.receive(Self.messages("bo").within(window))
        #expect(try pair.resumption.windows[1].chat == "bo")
        #expect(try pair.resumption.windows[1].shown == [MembersViewModel.view, MessagesViewModel.view])
        pair.receive(.closed(MessagesViewModel.view, cause: nil).within(window))
        #expect(
            try pair.resumption.windows[1]
                == Resumption.Window(
                    window: window, subscribe: [MessagesViewModel.view, MembersViewModel.view],
                    shown: [MembersViewModel.view]))
        var inbox = InboxViewModel.blank
        inbox.cursor = InboxCursor(store: "s", arrival: 9)
        pair.receive(.view(inbox, cause: nil, isFirst: true))
        #expect(try pair.resumption.windows[0].after == InboxCursor(store: "s", arrival: 9))
    }

    @Test func knowsWhetherTheUserLooksAtAWindow() throws {
        var pair = pair()
        pair.send(#"{"event":"presence.unfocusing"}"#, #"{"event":"presence.unfocusing","window":"w"}"#)
        #expect(try pair.resumption.windows.map(\.isUnfocused) == [true, true])
        pair.send(#"{"event":"presence.focusing","window":"w"}"#)
        #expect(try pair.resumption.windows.map(\.isUnfocused) == [true, false])
    }

    @Test func endsTheLinesWithAnErrorForEachOpenRequest() {
        var pair = pair()
        pair.send(Self.request("1"), Self.request("2", in: "w"))
        pair.receive(.settled("1"))
        let read = pair.handover.end(.signal).split(separator: 0x0A).compactMap { JSONValue(text: $0) }
        #expect(read.map { $0["seq"] } == [2, 3] && read[1]["bye"] == "signal")
        #expect(read[0]["cause"] == "2" && read[0]["window"] == "w" && read[0]["error"]?["line"] == 2)
    }

    /// The program does not see that the owner has left, so the number of that line is free.
    @Test func saysWhyTheOwnerEndsTheLines() throws {
        for (reason, seq) in [(OutLine.Bye.ownerLeft, Int64(1)), (.eof, 2)] {
            var pair = pair()
            var bytes = pair.bytes([.bye(reason)])[...]
            let (lines, bye) = pair.handover.receive(&bytes)
            #expect(bye == reason && lines.isEmpty == (reason == .ownerLeft))
            #expect(try pair.resumption.seq == seq)
        }
    }

    /// An owner that is not ours could note any numbers.
    @Test(arguments: [#"{"first":9,"last":3}"#, #"{"first":-2147483648,"last":2147483647}"#])
    func survivesStrangeNotes(note: String) throws {
        var pair = pair()
        pair.send(Self.request("1"))
        var bytes = Array("\t\(note)\n".utf8)[...]
        #expect(pair.handover.receive(&bytes).lines.isEmpty)
        #expect(try pair.ids == (note.contains("9,\"last\":3") ? ["1"] : []))
    }
}
