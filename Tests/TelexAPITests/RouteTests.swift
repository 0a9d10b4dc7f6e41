import Foundation
import Testing

@testable import TelexAPI

@Suite struct RouteTests {
    static let routes: [Route] = [
        .health, .login, .logout, .createChat, .chats(since: 7, limit: 20),
        .messages(chat: "ada+bob", .latest, limit: 50), .messages(chat: "ada+bob", .after(3), limit: 1),
        .messages(chat: "a b/c?d#e%é😀", .before(9), limit: 500), .post(chat: "ada+bob"), .mark(chat: "ada+bob"),
        .people(query: "é & ü=1+1%"), .people(query: ""), .push(since: nil), .push(since: 12), .live(chat: "ada+bob"),
        .createGroup, .join(chat: "a/b"), .decline(chat: "ada+bob"), .edit(chat: "ada+bob", message: "ada/m?1"),
        .delete(chat: "ada+bob", message: "ada/m%1"), .revisions(since: 7, limit: 20),
        .description, .react(chat: "ada+bob", message: "ada/m1", key: "👍/"),
        .unreact(chat: "ada+bob", message: "ada/m1", key: "+1?"), .upload(file: "a/b"), .uploadInfo(file: "a_-b"),
        .download(file: "a b"), .deleteUpload(file: "é"),
    ]

    @Test(arguments: routes) func parsesEveryPrintedRoute(route: Route) throws {
        #expect(try Route(method: route.method.rawValue, target: route.path) == route)
    }

    @Test(arguments: [
        ("GET", "/", Route.Mismatch.unknown), ("GET", "/v1", .unknown), ("GET", "/v1/chats/x", .unknown),
        ("GET", "/v1/chats/x/y", .unknown), ("GET", "/v1/chats/%00/messages", .unknown), ("GET", "/v1/%ff", .unknown),
        ("GET", "/v1/chats/%C2%85/messages", .unknown), ("GET", "/v1/chats/%7F/messages", .unknown),
        ("GET", "//v1/health", .unknown), ("PUT", "/v1/health", .method(allowed: [.get])),
        ("DELETE", "/v1/chats", .method(allowed: [.get, .post])),
        ("GET", "/v1/chats/x/messages/y", .method(allowed: [.put, .delete])),
        ("GET", "/v1/chats?limit=0", .query("\"limit\" must be a number from 1 to 500.")),
        ("GET", "/v1/chats?since=-1", .query("\"since\" must be a number from 0 on.")),
        (
            "GET", "/v1/chats/x/messages?after=1&before=2",
            .query("Ask for messages \"after\" or \"before\" a position, not for both.")
        ),
    ])
    func reportsInvalidRequests(method: String, target: String, mismatch: Route.Mismatch) {
        #expect(throws: mismatch) { try Route(method: method, target: target) }
    }

    @Test func splitsPathByBytes() throws {
        // In a `String`, the combining accent would belong to the slash.
        let route = try Route(method: "GET", target: "/v1/chats/\u{301}a/live")
        #expect(route == .live(chat: "\u{301}a"))
    }

    @Test func findsTheSameControlCharactersAsUnicode() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(scalar.isControl == (scalar.properties.generalCategory == .control))
        }
    }

    @Test func decodesEncodedFrames() throws {
        let date = Date(timeIntervalSince1970: 1_767_603_600.123)
        let mark = Mark(chat: "c", user: "u", read: nil, readSeq: 0, delivered: "u/m", deliveredSeq: 3)
        let message = MessageInfo(chat: "c", seq: 3, id: "u/m", sender: "u", name: "U", text: "a\u{0}/é", date: date)
        let gone = MessageInfo(
            chat: "c", seq: 2, id: "u/l", sender: "u", name: "U", text: "", date: date, kind: "deleted", revised: 9)
        let posted = PostedFile(
            file: "f", name: "a.png", mediaType: "image/png", width: 1, height: 2, durationMs: 3)
        let picture = MessageInfo(
            chat: "c", seq: 4, id: "u/n", sender: "u", name: "U", text: "", date: date,
            file: FileInfo(posted, byteCount: 5, sha256: "00"))
        let people = [Person(user: "u", name: "U")]
        let group = ChatInfo.Group(people: people, invited: people, admins: ["u"], joined: 2)
        let frames: [Frame] = [
            .revision(gone),
            .chat(
                ChatInfo(
                    chat: "c", title: "G", last: 0, lastID: nil, marks: [], event: 4, group: group,
                    standing: "invited", inviter: people[0])),
            .typing(Frame.Typing(chat: "c", user: "u", name: "U", active: true)),
            .ready(Frame.Ready(event: 1)), .ready(Frame.Ready(last: 2)), .message(message), .mark(mark),
            .chat(ChatInfo(chat: "c", title: "U", last: 3, lastID: "u/m", marks: [mark], event: 4)),
            .typing(Frame.Typing(chat: "c", user: "u", active: true)),
            .presence(Frame.Presence(chat: "c", user: "u", online: false)), .gap, .ignored(IgnoredInfo(users: ["u"])),
            .message(picture),
        ]
        for frame in frames { #expect(try Frame(body: frame.body) == frame) }
        #expect(Set(frames.map(\.kind)) == Set(Frame.Kind.allCases))
        #expect(String(decoding: mark.body, as: UTF8.self).contains("\"readId\":null"))
        // Optional members that older clients do not know are omitted.
        let plain = String(decoding: message.body, as: UTF8.self)
        #expect(
            !plain.contains("kind") && !plain.contains("edited") && !plain.contains("revised")
                && !plain.contains("file"))
    }
}
