import Foundation
import TelexCore
import Testing

@testable import TelexMatrix

/// Tests how chats come and go, with the answers of a real server.
@Suite struct SeenChatTests {
    /// The recording is one of the version that the end-to-end tests run.
    @Test func recordsTheVersionOfTheEndToEndTests() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../EndToEnd/requirements.txt")
        let requirements = try String(contentsOf: file, encoding: .utf8)
        let version = try #require(Seen.recording["synapse"].string)
        #expect(requirements.split(separator: "\n").contains("matrix-synapse==\(version)"))
    }

    @Test func createsChatsWithPeopleAndJoinsRooms() {
        let seen = Seen("creation")
        #expect(seen.step("start") == ["connected"])
        #expect(
            seen.step("an unknown person", .create(recipient: "@nobody:x")) == [
                "not created: The server has no user \"@nobody:x\". Give an id such as @ada:example.org."
            ])
        #expect(
            seen.step("nobody of that name", .create(recipient: "Nobody")) == [
                "not created: The server has no user \"Nobody\". Give an id such as @ada:example.org."
            ])
        #expect(
            seen.step("several of one name", .create(recipient: "Twin")) == [
                "not created: Several people are called \"Twin\": @dot:x, @eve:x. Give the id of one of them.",
                "Twin (@dot:x)", "Twin (@eve:x)",
            ])
        #expect(seen.step("a search", .search("Twin")) == ["found", "Twin (@dot:x)", "Twin (@eve:x)"])
        #expect(seen.step("Bob by name", .create(recipient: "Bob")) == ["created !bobs:x: Bob"])
        #expect(seen.step("the new room") == ["!bobs:x: Bob of 2"])
        #expect(seen.step("a text for Bob", post("m1", "Hello", to: "!bobs:x")) == ["m1 is sent"])
        #expect(seen.step("Bob joins") == ["Bob: joined"])
        #expect(seen.step("Bob again", .create(recipient: "@bob:x")) == ["created !bobs:x: Bob"])
        #expect(seen.step("Bob leaves") == ["!bobs:x: Bob of 1", "Bob: left(reason: nil)"])
        #expect(seen.step("Bob once more", .create(recipient: "bob (@bob:x)")) == ["created !second:x: Bob"])
        #expect(seen.step("a room by its alias", .create(recipient: "#town:x")) == ["created !club:x: #town:x"])
        #expect(seen.step("the room") == ["!club:x: The club of 2", "@ada:x: joined", "!second:x: Bob of 2"])
        #expect(
            seen.step("#not is refused", .create(recipient: "#nothing:x")) == [
                "not created: Room alias #nothing:x not found."
            ])
        #expect(
            seen.step("#eve is refused", .create(recipient: "#eve:x")) == [
                "not created: You are not invited to this room."
            ])
        #expect(
            seen.step("!now is refused", .create(recipient: "!nowhere:x")) == [
                "not created: Can't join remote room because no servers that are in the room have been provided."
            ])
        #expect(seen.isOver)
    }

    @Test func findsRoomsWithTheirNamesAndWhoTypes() {
        let seen = Seen("rooms")
        #expect(
            seen.step("start") == [
                "0 of 4", "!nameless:x: Cyd and Bob of 3", "!club:x: Club of 3", "!direct:x: Dot of 2",
                "@ada:x: joined", "Bob: joined", "@ada:x: joined", "Cyd: joined", "$chapter Cyd: Chapter three?",
                "$notyet We: Not yet.", "unread 1", "Dot: joined", "$there Dot: Are you there?", "unread 1",
                "connected",
            ])
        #expect(
            seen.step("somebody without a name") == [
                "!club:x: Club of 4", "@eve:x: joined", "$eve @eve:x: hello", "unread 2",
            ])
        #expect(seen.step("Dot types") == ["@dot:x types"])
        #expect(seen.step("Dot stops") == ["@dot:x stops typing"])
        #expect(seen.isOver)
    }

    @Test func answersInvitationsAndKnocks() {
        let seen = Seen("invitations")
        #expect(seen.step("start") == ["connected"])
        #expect(seen.step("an invitation") == ["Bob (@bob:x) invites us to !club:x: Club"])
        #expect(
            seen.step("we accept", .join("!club:x")) == [
                "!club:x: Club of 2", "$before Bob: Before she came", "@ada:x: joined", "!club:x is accepted",
            ])
        #expect(
            seen.step("three more").sorted() == [
                "Bob (@bob:x) invites us to !direct:x: Bob", "Bob (@bob:x) invites us to !other:x: Other",
                "Bob (@bob:x) invites us to !space:x: Town (space)",
            ])
        #expect(seen.step("we decline", .leave("!other:x")) == ["!other:x is gone"])
        #expect(seen.step("again") == ["Bob (@bob:x) invites us to !other:x: Other"])
        seen.restart()
        #expect(seen.step("Bob withdraws it") == ["!other:x is gone", "connected"])
        #expect(seen.step("too late", .join("!other:x")) == ["!other:x failed: You are not invited to this room."])
        #expect(seen.step("we accept the space", .join("!space:x")) == ["!space:x is gone"])
        #expect(
            seen.step("we accept the encrypted one", .join("!direct:x")) == [
                "!direct:x: Bob of 2 (encrypted)", "@ada:x: joined", "!direct:x is accepted",
            ])
        #expect(
            seen.step("a closed door", .create(recipient: "#town:x")) == [
                "not created: You are not invited to this room.", "can knock",
            ])
        let knocked = ["asked to join !door:x: #town:x", "knocked at !door:x", "asked to join !door:x: Door"]
        #expect(seen.step("we knock", .knock(recipient: "#town:x")) == knocked)
        #expect(seen.step("we withdraw", .leave("!door:x")) == ["!door:x is gone"])
        #expect(seen.step("we knock again", .knock(recipient: "#town:x")) == knocked)
        #expect(seen.step("Bob refuses") == ["!door:x is gone"])
        #expect(seen.step("we knock once more", .knock(recipient: "#town:x")) == knocked)
        #expect(seen.step("Bob opens") == ["Bob (@bob:x) invites us to !door:x: Door"])
        #expect(seen.step("one more") == ["Bob (@bob:x) invites us to !late:x: Late"])
        #expect(seen.step("accepted elsewhere") == ["!late:x is accepted", "!late:x: Late of 2", "@ada:x: joined"])
        #expect(seen.isOver)
    }

    @Test func showsChangesOnceAndFindsTheSameOnAnotherDevice() {
        let seen = Seen("changes")
        #expect(seen.step("start") == ["0 of 1", "!club:x: Club of 4 (on Films)", "@ada:x: joined", "connected"])
        #expect(seen.step("they join") == ["Cyd: joined", "Eve: joined"])
        #expect(seen.step("a new name") == ["Eva: renamed(from: Eve, to: Eva)"])
        #expect(
            seen.step("a new title and topic") == [
                "!club:x: Film club of 4 (on Films\\nof the week)", "Bob: retitled(Film club)",
                "Bob: topicChanged(Films\\nof the week)",
            ])
        #expect(
            seen.step("they go") == [
                "!club:x: Film club of 2 (on Films\\nof the week)", "Cyd: left(reason: nil)",
                "Bob: removed(@eve:x, reason: spoilers)",
                "Bob: banned(@cyd:x, reason: nil)",
            ])
        #expect(seen.step("Dot knocks") == ["Dot: requested(reason: Let me in)"])
        seen.device()
        #expect(
            seen.step("another device") == [
                "0 of 1", "!club:x: Film club of 2 (on Films\\nof the week)", "gap before t2", "@ada:x: joined",
                "Cyd: joined", "Eva: joined",
                "Eva: renamed(from: Eve, to: Eva)", "Bob: retitled(Film club)",
                "Bob: topicChanged(Films\\nof the week)", "Cyd: left(reason: nil)",
                "Bob: removed(@eve:x, reason: spoilers)", "Bob: banned(@cyd:x, reason: nil)",
                "Dot: requested(reason: Let me in)", "connected",
            ])
        #expect(seen.step("only Bob may write") == ["$mine We: Mine"])
        #expect(
            seen.step("we may not edit", .edit("!club:x", "$mine", text: "Yours")) == [
                "$mine failed: You don't have permission to post that to the room. user_level (0) < send_level (50)"
            ])
        #expect(
            seen.step("we may not write", post("m1", "May I?")) == [
                "m1 failed: You don't have permission to post that to the room. user_level (0) < send_level (50)"
            ])
        #expect(seen.step("all may write") == [])
        #expect(
            seen.step("too long", post("m2", String(repeating: "x", count: 65_400))) == ["m2 failed: event too large."])
        #expect(
            seen.step("a new room") == [
                "!club:x: Film club of 2 (!new:x) (on Films\\nof the week)", "Bob: replaced", "unread 1 (mentions 1)",
            ])
        #expect(
            seen.step("we follow", .create(recipient: "!new:x")) == [
                "created !new:x: !new:x", "!new:x: Film club of 2 (on Films\\nof the week)",
                "Bob: banned(@cyd:x, reason: nil)",
                "@ada:x: joined",
            ])
        seen.restart()
        #expect(
            seen.step("we are removed") == texts(0..<60) + [
                "Bob: removed(@ada:x, reason: enough)", "!new:x: Film club (left) of 2 (on Films\\nof the week)",
                "connected",
            ])
        #expect(
            seen.step("what we may no longer send", post("m3", "Why?", to: "!new:x")) == [
                "m3 failed: You are no longer a member of this chat. Nothing was sent."
            ])
        #expect(seen.step("Bob invites us again") == ["Bob (@bob:x) invites us to !new:x: Film club"])
        #expect(
            seen.step("we are back", .join("!new:x"), post("m4", "Thanks", to: "!new:x")) == [
                "!new:x: Film club of 2 (on Films\\nof the week)", "gap before s18",
            ] + texts(13..<60) + [
                "Bob: removed(@ada:x, reason: enough)", "@ada:x: joined", "!new:x is accepted", "m4 is sent",
            ])
        #expect(seen.isOver)
    }
}

func post(_ id: MessageID, _ text: String, to chat: ChatID = "!club:x") -> BackendRequest {
    .post(
        Message(
            id: id, chat: chat, position: 1, isOwn: true, content: .text(text), date: .distantPast, delivery: .sending))
}
