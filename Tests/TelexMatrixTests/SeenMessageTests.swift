import TelexCore
import Testing

@testable import TelexMatrix

/// Tests how messages are read, revised and counted, with the answers of a real server.
@Suite struct SeenMessageTests {
    @Test func revisesMessages() {
        let seen = Seen("revisions")
        #expect(
            seen.step("start") == ["0 of 1", "!club:x: Club of 3", "gap before t1"] + texts(10..<30) + [
                "unread 30", "connected",
            ])
        #expect(seen.step("Bob writes") == ["$one Bob: One", "$two Bob: Two", "$three Bob: Three", "unread 33"])
        #expect(
            seen.step("Bob edits and deletes") == [
                "$one is now: One, corrected", "$one is now: One, corrected again", "$two is deleted", "unread 32",
            ])
        #expect(seen.step("Cyd forges") == [])
        #expect(seen.step("a slip") == ["$three is now: a slip"])
        #expect(seen.step("the slip is deleted") == ["$three is now: Three (original)"])
        #expect(
            seen.step("Bob revises what is old") == [
                "$text3 is deleted", "unread 31", "$text2 is now: text 2, corrected",
            ])
        #expect(
            seen.step("our other device") == [
                "$mine We: Mine", "$gone We:  (deleted)", "$mine is now: Mine, corrected", "$gone is deleted",
            ])
        #expect(
            seen.step("we edit", .edit("!club:x", "$mine", text: "Mine again")) == [
                "$mine is now: Mine again", "$mine is now: Mine again",
            ])
        #expect(seen.step("we delete", .delete("!club:x", "$mine")) == ["$mine is deleted", "$mine is deleted"])
        #expect(
            seen.step("kinds") == [
                "$caption Bob: My cat (file)", "$wave Bob: waves (emote)", "$note Bob: A text",
                "$caption is now: Our cat (file)", "$wave is now: bows (emote)",
                "$note is now: A notice (notice)", "unread 34",
            ])
        #expect(
            seen.step("malformed edits") == [
                "$25 Bob: * odd (silent)", "$26 Bob: * odd (silent)", "$27 Bob: * odd (silent)", "$28 Bob: * odd",
                "$29 Bob: * odd", "unread 36",
            ])
        seen.device()
        #expect(
            seen.step("another device") == [
                "0 of 1", "!club:x: Club of 3", "gap before t2", "$gone is deleted", "$mine is deleted",
                "$caption Bob: Our cat (file) (edited)", "$wave Bob: bows (emote) (edited)",
                "$note Bob: A notice (notice) (edited)", "$caption is now: Our cat (file)",
                "$wave is now: bows (emote)", "$note is now: A notice (notice)", "$25 Bob: * odd (silent)",
                "$26 Bob: * odd (silent)", "$27 Bob: * odd (silent)", "$28 Bob: * odd", "$29 Bob: * odd", "unread 36",
                "$mine is now: Mine again", "connected",
            ])
        #expect(seen.isOver)
    }

    /// Messages and counts agree on what notifies.
    @Test func countsAsTheServerDoes() {
        let seen = Seen("unread")
        #expect(
            seen.step("start") == [
                "0 of 1", "!club:x: Club of 3", "@ada:x: joined", "Cyd: joined", "$first Bob: the first", "unread 1",
                "connected",
            ])
        #expect(seen.step("a message") == ["$12 Bob: Two", "unread 2"])
        #expect(seen.step("a mention") == ["$13 Bob: Ada, two? (mention)", "unread 3 (mentions 1)"])
        #expect(seen.step("a notice") == ["$14 Bob: notice (notice) (silent)"])
        #expect(seen.step("a reaction") == ["@bob:x reacted to $first: +"])
        #expect(seen.step("a topic") == ["!club:x: Club of 3 (on Books)", "Bob: topicChanged(Books)"])
        #expect(seen.step("something unknown with a mention") == ["unread 4 (mentions 2)"])
        #expect(seen.step("our name") == ["$18 Bob: All: Ada, where are you? (mention)", "unread 5 (mentions 3)"])
        #expect(seen.step("our name, which is no mention") == ["$19 Bob: Not Ada", "unread 6 (mentions 3)"])
        #expect(seen.step("our user name") == ["$20 Bob: ada? (mention)", "unread 7 (mentions 4)"])
        #expect(
            seen.step("a mention of all by the owner") == ["$21 Bob: @room now (mention)", "unread 8 (mentions 5)"])
        #expect(seen.step("the same as it once was") == ["$22 Bob: @room now (mention)", "unread 9 (mentions 6)"])
        #expect(seen.step("a mention of all by somebody else") == ["$23 Cyd: @room now", "unread 10 (mentions 6)"])
        #expect(seen.step("an edit") == ["$first is now: the first, corrected"])
        #expect(seen.step("an edit with a mention") == ["$first is now: the first, Ada", "unread 11 (mentions 7)"])
        #expect(
            seen.step("that the edit was read", .markRead("!club:x", "$23")) == [
                "read up to $23", "read up to $23", "read up to $23", "unread 0",
            ])
        #expect(seen.step("a sticker") == ["$25 Bob: A sticker, A cat (unshowable) (silent)"])
        #expect(
            seen.step("what is encrypted") == ["$26 Bob: An encrypted message (unshowable)", "unread 1"])
        #expect(seen.step("an answer of our own") == ["$27 We: Five"])
        #expect(seen.step("that it was read elsewhere") == ["read up to $27", "read up to $26", "unread 0"])
        #expect(seen.step("the next") == ["$last Bob: Six", "unread 1"])
        #expect(
            seen.step("that it was read here", .markRead("!club:x", "$last")) == [
                "read up to $last", "read up to $last", "read up to $last", "unread 0",
            ])
        #expect(seen.step("the room is muted") == ["!club:x (muted but for mentions)"])
        #expect(seen.step("a message in a muted room") == ["$28 Bob: hello"])
        #expect(seen.step("a mention in a muted room") == ["$29 Bob: Ada? (mention)", "unread 1 (mentions 1)"])
        #expect(seen.step("ours") == ["$mine We: Mine", "$late We: Late"])
        #expect(seen.step("Bob reads, the last one in private") == ["others read up to $mine"])
        #expect(seen.step("Cyd reads a reaction") == ["@bob:x reacted to $late: 👍", "others read up to $late"])
        #expect(seen.isOver)
    }

    @Test func showsEveryKindAndFillsGaps() {
        let seen = Seen("kinds")
        #expect(seen.step("start") == ["0 of 1", "!club:x: Club of 3", "@ada:x: joined", "Cyd: joined", "connected"])
        #expect(
            seen.step("every kind") == [
                "$12 Bob: a emote (emote)", "$13 Bob: a notice (notice) (silent)",
                "$14 Bob:  (file)", "$15 Bob:  (file)",
                "$16 Bob:  (file)", "$17 Bob:  (file)",
                "$18 Bob: A location, a location (unshowable)",
                "$19 Bob: An unsupported message, a unheard_of (unshowable)", "$20 Bob: An image (unshowable)",
                "$21 Bob: A sticker, A cat (unshowable) (silent)", "$22 Bob: An encrypted message (unshowable)",
                "$24 Bob: not so plain", "unread 10",
            ])
        #expect(
            seen.step("the room is encrypted") == [
                "!club:x: Club of 3 (encrypted)", "$mine We: Mine", "$secret Bob: An encrypted message (unshowable)",
                "unread 11",
            ])
        #expect(
            seen.step(
                "what we may still do", post("m1", "Secret"), .edit("!club:x", "$mine", text: "Secret"),
                .delete("!club:x", "$mine")) == [
                    "m1 failed: This chat is encrypted, which Telex does not support yet. Nothing was sent. Use another client.",
                    "$mine failed: This chat is encrypted, which Telex does not support yet. Nothing was sent. Use another client.",
                    "$mine is deleted",
                ])
        #expect(
            seen.step("two rooms") == [
                "$mine is deleted", "!new:x: New of 2", "@ada:x: joined", "!old:x: Old of 2", "@ada:x: joined",
            ])
        seen.restart()
        #expect(
            seen.step("sixty messages missed") == texts(0..<60) + [
                "unread 60", "$hello Bob: Hello", "unread 1", "connected",
            ])
        #expect(seen.step("what is older", .older("!old:x", before: "s11")) == ["@ada:x: joined", "the beginning"])
        #expect(seen.isOver)
    }
}
