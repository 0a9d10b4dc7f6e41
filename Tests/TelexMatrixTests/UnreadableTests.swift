import Foundation
import TelexCore
import TelexNetwork
import Testing

@testable import TelexMatrix

/// What strangers write in events, and what a homeserver may say instead of what it should.
@Suite struct UnreadableTests {
    private static let deep = String(repeating: "[", count: 515) + String(repeating: "]", count: 515)
    private static let number = String(repeating: "9", count: 400)

    /// A sync with an event between two messages, and another event.
    ///
    /// - Parameters:
    ///   - event: the members of an event with the id `$2`, as JSON.
    ///   - other: the members of a message to the device, as JSON.
    private func sync(_ event: String, other: String = "") throws -> JSON {
        func message(_ id: String) -> String {
            #"{"event_id":"\#(id)","type":"m.room.message","sender":"@bob:x","content":{"msgtype":"m.text","body":"hi"}}"#
        }
        let text = #"""
            {"next_batch":"s2","to_device":{"events":[{\#(other)}]},"rooms":{"join":{"!r:x":{"timeline":{"events":[
            \#(message("$1")),{"event_id":"$2",\#(event)},\#(message("$3"))]}}}}}
            """#
        return try #require(JSON(text.utf8))
    }

    /// The messages that a sync reports.
    private func messages(_ sync: JSON) -> [IncomingMessage] {
        let driven = Driven()
        driven.answer(sync)
        #expect(driven.link.since == "s2")
        return driven.takeEvents().flatMap { event -> [IncomingMessage] in
            switch event {
            case .history(.synced(let history)): history.messages
            case .message(.received(let message)): [message]
            default: []
            }
        }
    }

    @Test(arguments: [deep, number, #""\ud800""#, "\"\(String(repeating: "x", count: 2 << 20))\""])
    func readsASyncWithAnyMessageToTheDevice(value: String) throws {
        let sync = try sync(
            #""type":"m.room.message","sender":"@bob:x","content":{"msgtype":"m.text","body":"hi"}"#,
            other: #""type":"m.x","sender":"@eve:y","content":{"a":\#(value)}"#)
        #expect(messages(sync).map(\.content.text) == ["hi", "hi", "hi"])
    }

    @Test(arguments: [deep, number])
    func readsAMessageWithoutTheValueThatCannotBeRead(value: String) throws {
        let sync = try sync(
            #""type":"m.room.message","sender":"@bob:x","content":{"msgtype":"m.text","body":"fine","a":\#(value)}"#)
        #expect(messages(sync).map(\.content.text) == ["hi", "fine", "hi"])
    }

    @Test(arguments: [
        #""type":"m.room.message","sender":"@bob:x","content":{"msgtype":"m.text","body":\#(deep)}"#,
        #""type":"m.room.message","sender":"@bob:x","content":{"msgtype":"m.emote"}"#,
        #""type":"m.room.message","sender":\#(deep),"content":{"msgtype":"m.text","body":"hi"}"#,
        #""type":7,"sender":"@bob:x","content":{}"#, #""type":"","sender":"","state_key":"""#,
    ])
    func keepsThePlaceOfAnEventThatCannotBeRead(event: String) throws {
        let messages = messages(try sync(event))
        #expect(messages.map(\.message) == ["$1", "$2", "$3"])
        #expect(messages[1].content.kind == .unshowable && messages[1].content.text == "An unreadable message")
        #expect(messages[1].content.sender != "")
    }

    /// Stripped state has no ids, so it needs both.
    @Test func anEventHasAnIDOrATypeAndASender() {
        for json in [["type": "m.x"], ["sender": "@bob:x"], [:]] as [JSON] { #expect(RoomEvent(json) == nil) }
        for json in [["event_id": "$1"], ["type": "m.x", "sender": "@bob:x"]] as [JSON] {
            #expect(RoomEvent(json) != nil)
        }
    }

    @Test(arguments: [
        ("9223372036854775807", 253_402_300_799.999), (number, 253_402_300_799.999), ("-5", 0), ("\"x\"", 0),
        ("1795000000000000", 253_402_300_799.999), ("1500", 1.5),
    ])
    func clampsTimestamps(stamp: String, seconds: Double) throws {
        let sync = try sync(
            #""type":"m.room.message","sender":"@bob:x","origin_server_ts":\#(stamp),"content":{"msgtype":"m.text","body":"b"}"#
        )
        #expect(messages(sync)[1].date == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        ("-9223372036854775808", 0), ("9223372036854775807", 1_000_000), ("1e300", 1_000_000), ("3", 3),
    ])
    func clampsCounts(number: String, count: Int) throws {
        let text = #"""
            {"next_batch":"s2","rooms":{"join":{"!r:x":{"unread_notifications":
            {"notification_count":\#(number),"highlight_count":\#(number)},
            "summary":{"m.joined_member_count":\#(number),"m.invited_member_count":\#(number)}}}}}
            """#
        let driven = Driven()
        driven.answer(try #require(JSON(text.utf8)))
        #expect(driven.link.since == "s2")
        #expect(driven.counts.last == UnreadCount(messages: count, mentions: count))
        #expect(driven.link.rooms["!r:x"]?.size == 2 * count)
    }

    @Test(arguments: [
        #"{"next_batch":\#(number)}"#, #"{"next_batch":"s2","rooms":7}"#, #"{"next_batch":"s2","rooms":{"join":[]}}"#,
        #"{"next_batch":"s2","rooms":{"join":{"!r:x":7}}}"#,
        #"{"next_batch":"s2","rooms":{"join":{"!r:x":{"timeline":{"limited":\#(number)}}}}}"#,
        #"{"next_batch":"s2","rooms":{"join":{"!r:x":{"timeline":{"prev_batch":7}}}}}"#,
        #"{"next_batch":"s2","rooms":{"leave":{"!r:x":{"timeline":{"events":{}}}}}}"#,
        #"{"next_batch":"s2","rooms":{"join":{"!r:x":{"state":{"events":"none"}}}}}"#,
        #"{"next_batch":"s2","rooms":{"invite":{"!r:x":{"invite_state":{"events":1}}}}}"#,
        #"{"next_batch":"s2","account_data":{"events":1}}"#,
    ])
    func refusesASyncThatCannotBeReadAroundTheEvents(text: String) throws {
        let driven = Driven()
        driven.answer(try #require(JSON(text.utf8)))
        #expect(
            driven.takeEvents() == [
                .connection(.disconnected(Disconnection(MatrixReason.invalidAnswer("http://x"), .unreachable)))
            ])
        #expect(driven.link.since == "s1")
    }

    @Test(arguments: [
        #"{"next_batch":"s2","rooms":null}"#, #"{"next_batch":"s2","rooms":{"join":null,"leave":{"!r:x":null}}}"#,
        #"{"next_batch":"s2","rooms":{"join":{"!r:x":{"timeline":{"events":null,"limited":null,"prev_batch":null}}}}}"#,
    ])
    func readsNullAsMissing(text: String) throws {
        let driven = Driven()
        driven.answer(try #require(JSON(text.utf8)))
        #expect(driven.link.since == "s2")
    }

    @Test(arguments: [#""content":\#(deep)"#, #""content":7"#, #""content":{"algorithm":\#(deep)}"#, #""sender":1"#])
    func takesARoomAsEncryptedWhateverItsEncryptionEventSays(members: String) throws {
        let sync = try sync(#""type":"m.room.encryption","state_key":"",\#(members)"#)
        let driven = Driven()
        driven.answer(sync)
        driven.events = []
        driven.take(.perform(.post(own("m1")), effect: 5))
        #expect(
            driven.takeEvents() == [
                .message(.sendFailed(MessageFailure(chat: "!r:x", message: "m1", reason: MatrixReason.encrypted)))
            ])
    }

    @Test(arguments: [
        (401, #"{"errcode":"M_UNKNOWN_TOKEN","error":"No"}"#, true),
        (401, #"{"errcode":"M_UNKNOWN_TOKEN","soft_logout":true}"#, true),
        (401, #"{"errcode":"M_MISSING_TOKEN"}"#, false), (401, "<html>Sign in</html>", false), (401, "{}", false),
        (403, #"{"errcode":"M_UNKNOWN_TOKEN"}"#, false), (200, "<html>Sign in</html>", false),
        (403, #"{"errcode":"M_USER_DEACTIVATED"}"#, false),
    ])
    func isLoggedOutOnlyByTheHomeserver(status: Int, body: String, isLoggedOut: Bool) {
        let endpoint = MatrixEndpoint(url: "http://x", authority: nil)
        var failure: RequestFailure?
        do { try endpoint.check(.init(statusCode: status), JSON(body.utf8) ?? .null, nil) } catch { failure = error }
        if case .loggedOut = failure { #expect(isLoggedOut) } else { #expect(failure != nil && !isLoggedOut) }
    }
}
