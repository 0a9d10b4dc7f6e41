import Foundation
import TelexAPI
import TelexCore
import TelexJSON
import TelexNetwork
import Testing

@testable import TelexClient

/// One entity that cannot be read does not fail the answer that it is in.
@Suite struct SalvageTests {
    private static let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)

    private func page(_ odd: String) -> String {
        let good = [1, 3].map { String(decoding: message($0).body, as: UTF8.self) }
        return #"{"messages":[\#(good[0]),\#(odd),\#(good[1])],"hasMore":false}"#
    }

    private func decode<Value: WireValue>(_ type: Value.Type, _ json: String) throws -> Value {
        try Value(answer: json.utf8)
    }

    private static let ids = #""chatId":"ada+bob","serverOrder":2,"messageId":"bob/2","senderId":"bob""#

    @Test(arguments: [
        #"{\#(ids)}"#, #"{\#(ids),"text":7,"senderName":"Bob","date":"2026-01-05T09:00:00Z"}"#,
        #"{\#(ids),"text":"hi","senderName":"Bob","date":"yesterday"}"#,
        #"{\#(ids),"text":"hi","senderName":"Bob","date":"2026-01-05T09:00:00Z","spans":[{"start":1e400}]}"#,
        #"{\#(ids),"text":"hi","senderName":\#(deep),"date":"2026-01-05T09:00:00Z","revisedNumber":"x"}"#,
    ])
    func keepsThePlaceOfAMessageThatCannotBeRead(odd: String) throws {
        let page = try decode(MessagePage.self, page(odd))
        #expect(page.messages.map(\.seq) == [1, 2, 3])
        #expect(page.messages[1].id == "bob/2" && page.messages[1].kind == MessageInfo.unreadable)
        let (kind, text) = ServerLink.content(of: page.messages[1])
        #expect(kind == .unshowable && text == "An unreadable message")
        let frame = try Frame.read("message", Array(#"{"type":"message",\#(odd.dropFirst())"#.utf8))
        #expect(frame == .message(page.messages[1]))
    }

    @Test(arguments: ["7", "{}", #"{"chatId":"ada+bob","serverOrder":1e30,"messageId":"bob/2","senderId":"bob"}"#])
    func leavesOutAMessageWithoutAPlace(odd: String) throws {
        #expect(try decode(MessagePage.self, page(odd)).messages.map(\.seq) == [1, 3])
    }

    @Test func keepsAChatWithoutTheEntitiesThatCannotBeRead() throws {
        let odd = #"""
            {"chatId":"c","title":"Club","lastOrder":0,"lastMessageId":null,"marks":[7],"eventNumber":1,
            "group":{"people":[{"userId":"bob","name":"Bob"},{"userId":"eve"}],"invited":[],"admins":[],"joined":0}}
            """#
        let good = String(decoding: chat(last: 0).body, as: UTF8.self)
        let page = try decode(ChatPage.self, #"{"chats":[{"chatId":"x"},\#(odd),\#(good)],"cursor":9,"hasMore":false}"#)
        #expect(page.chats.map(\.chat) == ["c", "ada+bob"] && page.cursor == 9)
        #expect(page.chats[0].marks == [] && page.chats[0].group?.people == [Person(user: "bob", name: "Bob")])
    }

    @Test(arguments: [
        #"{"chats":7,"cursor":9,"hasMore":false}"#, #"{"chats":[],"cursor":1e400,"hasMore":false}"#,
        #"{"chats":[],"cursor":9}"#, "{", "[]",
    ])
    func refusesAPageThatCannotBeReadAroundItsEntities(json: String) {
        #expect(throws: (any Error).self) { try decode(ChatPage.self, json) }
    }

    @Test func ignoresAFrameOnWhichNothingDepends() throws {
        #expect(try Frame.read("typing", Array(#"{"type":"typing"}"#.utf8)) == nil)
        #expect(throws: (any Error).self) { try Frame.read("mark", Array(#"{"type":"mark"}"#.utf8)) }
    }

    @Test func skipsMessagesThatAreMissingOnAPage() {
        var driven = Driven()
        driven.push(.message(message(3)))
        driven.answer(.messages(MessagePage(messages: [message(1), message(3)], more: false)))
        #expect(driven.kept["chat/ada+bob"] == "3 bob/3")
        #expect(driven.requests.isEmpty)
    }

    @Test(arguments: [Int64.min, -1, 0, .max - 1, .max])
    func survivesAnySequenceNumber(seq: Int64) {
        var driven = Driven(isOnline: false)
        driven.push(.ready(Frame.Ready(event: seq, last: seq)))
        driven.push(.message(message(seq)))
        let infos = (0..<3).map {
            ChatInfo(chat: "c\($0)", title: "", last: seq, lastID: nil, marks: [mark(seq)], event: seq)
        }
        driven.answer(.chats(ChatPage(chats: infos, cursor: seq, more: false, revised: seq)))
        while !driven.requests.isEmpty {
            driven.answer(.messages(MessagePage(messages: [message(seq, in: "c0"), message(seq)], more: false)))
        }
        var log = ChatLog(bookmark: "\(seq) bob/x")
        log.skip(to: message(seq))
        #expect(log.add(message(seq)).count <= 1)
    }

    @Test func readsHowLongTheServerAsksToWait() {
        let endpoint = ChatEndpoint(url: "http://x", authority: nil)
        var failure: RequestFailure?
        do { try endpoint.check(.tooManyRequests, .init(string: ""), 120) } catch { failure = error }
        #expect(failure == .busy("The server answered 429 Too Many Requests.", retryAfter: 120))
    }

    @Test(arguments: [
        (401, #"{"title":"Unauthorized","status":401,"detail":"Missing or invalid token."}"#, true),
        (401, "<html>Sign in</html>", false), (401, "{}", false),
        (401, #"{"title":"Unauthorized","status":200,"detail":"x"}"#, false), (403, "", false), (407, "", false),
    ])
    func isLoggedOutOnlyByTheServer(status: Int, body: String, isLoggedOut: Bool) {
        var failure: RequestFailure?
        let endpoint = ChatEndpoint(url: "http://x", authority: nil)
        do { try endpoint.check(.init(statusCode: status), .init(string: body), nil) } catch { failure = error }
        #expect(failure != nil && (failure == .loggedOut()) == isLoggedOut)
    }
}
