import TelexJSON
import Testing

@testable import TelexCore
@testable import TelexWire

/// What a program that has joined must know to go on with another owner.
@Suite struct JoinedStateTests {
    private static let request = JoinRequest(
        subscribe: [BadgeViewModel.view, InboxViewModel.view], after: .start, updates: .patch)

    private func state(sent: [String?] = [], received: [String] = []) -> JoinedState {
        var state = JoinedState(Self.request)
        _ = state.receive(Array(#"{"seq":0,"hello":{"protocol":1}}"#.utf8)[...])
        for line in sent { _ = state.send([line.map { Array($0.utf8) }]) { _ in true } }
        for line in received { _ = state.receive(Array(line.utf8)[...]) }
        return state
    }

    private func resumption(sent: [String?] = [], received: [String] = []) throws -> Resumption {
        try #require(state(sent: sent, received: received).next.resumption)
    }

    @Test func asksLikeTheFirstTimeUntilAnOwnerHasSpoken() {
        #expect(JoinedState(Self.request).next == Self.request)
    }

    @Test func goesOnWithTheNextNumbers() throws {
        let resumption = try resumption(
            sent: ["garbage", nil], received: [#"{"seq":1,"settled":"x","outcome":"done"}"#])
        #expect(resumption.seq == 2 && resumption.lineCount == 2)
        let next = state().next
        #expect(next.subscribe == [] && next.after == nil && next.updates == .patch)
        #expect(try JoinRequest.read(line: Array(next.jsonLine.dropLast())) == next)
    }

    @Test func remembersRequestsUntilTheyAreAnswered() throws {
        let sent = ["1", "2", "3"].map { #"{"event":"chat.creating","recipient":"Ada","id":"\#($0)"}"# }
        let answers = [
            #"{"seq":1,"settled":"1","outcome":"done"}"#,
            #"{"seq":2,"error":{"code":"unfinished","reason":"r"},"cause":"2"}"#,
            // The same id in another window is another request.
            #"{"seq":3,"window":"w","settled":"3","outcome":"done"}"#,
        ]
        #expect(try resumption(sent: sent, received: answers).requests.map(\.id) == ["3"])
        let within = #"{"window":"w","unsubscribe":[],"id":"3"}"#
        let requests = try resumption(sent: [within], received: Array(answers.prefix(2))).requests
        #expect(requests == [Resumption.Request(id: "3", window: WindowID("w"))])
        #expect(try resumption(sent: [within], received: answers).requests.isEmpty)
    }

    @Test func manyRequestsAreAnsweredInTheTimeOfAFew() throws {
        let sent = (0..<20_000).map { #"{"unsubscribe":[],"id":"\#($0)"}"# }
        let answers = (0..<19_999).map { #"{"seq":\#($0),"settled":"\#($0)","outcome":"done"}"# }
        #expect(try resumption(sent: sent, received: answers).requests.map(\.id) == ["19999"])
    }

    /// An owner that leaves between two writes would get the first line and lose it, and the next one would answer the
    /// second.
    @Test func linesThatBelongTogetherAreWrittenTogether() {
        var state = state(sent: [#"{"unsubscribe":[],"id":"1"}"#])
        let before = state.next
        let lines = ["first", #"{"unsubscribe":[],"id":"2"}"#].map { Array($0.utf8) }
        var writes: [[UInt8]] = []
        for isWritten in [false, true] {
            let isSent = state.send(lines) { bytes in
                writes.append(bytes)
                return isWritten
            }
            #expect(isSent == isWritten)
            if !isSent { #expect(state.next == before) }
        }
        #expect(writes == Array(repeating: lines[0] + [0x0A] + lines[1] + [0x0A], count: 2))
        #expect(state.next.resumption?.requests.map(\.id) == ["1", "2"] && state.next.resumption?.lineCount == 3)
    }

    @Test func knowsWhatEachWindowHasSubscribedTo() throws {
        let windows = try resumption(sent: [
            #"{"subscribe":["chatList","badge"]}"#, #"{"unsubscribe":["inbox"]}"#,
            #"{"window":"a","subscribe":["inbox"],"after":"s.7"}"#, #"{"window":"b","subscribe":["badge"]}"#,
            #"{"closeWindow":"b"}"#, #"{"subscribe":["nothing"]}"#,
        ]).windows
        #expect(windows.map { $0.window?.name } == [nil, "a"])
        #expect(windows[0].subscribe == [ChatListViewModel.view, BadgeViewModel.view])
        #expect(windows[0].after == nil && windows[1].after == InboxCursor(store: "s", arrival: 7))
    }

    @Test func knowsTheOpenChatTheCursorAndWhatIsShown() throws {
        let subscribe = #"{"window":"w","subscribe":["messages","members"]}"#
        func line(_ seq: Int, _ rest: String) -> String {
            #"{"seq":\#(seq),"window":"w","view":"messages","cause":null,\#(rest)}"#
        }
        let members = #"{"seq":1,"window":"w","view":"members","cause":null,"model":{}}"#
        // A text can say anything.
        let whole = line(2, #""model":{"chatId":"ada","messages":[{"text":"\"path\":\"/chatId\""}]}"#)
        let text = line(3, #""base":2,"patch":[{"op":"replace","path":"/messages/0/text","value":"x"}]"#)
        let other = line(4, #""base":3,"patch":[{"op":"replace","path":"/chatId","value":"bo"}]"#)
        let closed = line(5, #""closed":true"#)
        func window(_ lines: String...) throws -> Resumption.Window {
            try resumption(sent: [subscribe], received: lines).windows[1]
        }
        #expect(try window(members, whole, text).chat == "ada")
        #expect(try window(members, whole, text, other, text).chat == "bo")
        #expect(try window(members, whole).shown == [MessagesViewModel.view, MembersViewModel.view])
        #expect(
            try window(members, whole, other, closed)
                == Resumption.Window(
                    window: WindowID("w"), subscribe: [MessagesViewModel.view, MembersViewModel.view], after: nil,
                    chat: nil,
                    shown: [MembersViewModel.view]))
        let inbox = #"{"seq":1,"view":"inbox","cause":null,"model":{"cursor":"s.9","messages":[]}}"#
        #expect(try resumption(received: [inbox]).windows[0].after == InboxCursor(store: "s", arrival: 9))
    }

    @Test func aLongLineIsReadWhereItMatters() throws {
        let name = String(repeating: "w", count: 2000)
        let settled = #"{"seq":1,"window":"\#(name)","settled":"1","outcome":"done"}"#
        let sent = #"{"window":"\#(name)","unsubscribe":[],"id":"1"}"#
        #expect(try resumption(sent: [sent], received: [settled]).requests.isEmpty)
    }

    @Test func endsTheLinesWithAnErrorForEachOpenRequest() {
        let sent = [#"{"unsubscribe":[],"id":"1"}"#, #"{"window":"w","unsubscribe":[],"id":"2"}"#]
        let lines = state(sent: sent, received: [#"{"seq":1,"settled":"1","outcome":"done"}"#]).end(.signal)
        let read = lines.split(separator: 0x0A).compactMap { JSONValue(text: $0) }
        #expect(read.map { $0["seq"] } == [2, 3] && read[1]["bye"] == "signal")
        #expect(read[0]["cause"] == "2" && read[0]["window"] == "w" && read[0]["error"]?["line"] == 2)
    }

    /// The program does not see that the owner has left, so the number of that line is free.
    @Test func saysWhyTheOwnerEndsTheLines() throws {
        var state = state()
        #expect(state.receive(Array(#"{"seq":1,"bye":"ownerLeft"}"#.utf8)[...]) == .ownerLeft)
        #expect(state.next.resumption?.seq == 1)
        #expect(state.receive(Array(#"{"seq":1,"bye":"eof"}"#.utf8)[...]) == .eof)
    }
}
