import Foundation
import TelexCore
import Testing

@testable import TelexMatrix

struct RoomTests {
    private func event(_ type: String, _ content: JSON, key: String? = nil, sender: String = "@bob:x") -> RoomEvent {
        var members: [String: JSON] = ["type": .string(type), "sender": .string(sender), "content": content]
        members["event_id"] = "$e"
        members["state_key"] = key.map(JSON.string)
        return RoomEvent(.object(members))!
    }

    private func member(_ user: String, _ name: String?, _ membership: String = "join") -> RoomEvent {
        event(
            "m.room.member",
            ["membership": .string(membership), "displayname": name.map(JSON.string) ?? .null], key: user, sender: user)
    }

    private func room(_ events: [RoomEvent] = [], heroes: [String] = [], joined: Int = 1, invited: Int = 0) -> Room {
        var room = Room(id: "!r:x")
        room.apply(summary: [
            "m.heroes": .array(heroes.map(JSON.string)), "m.joined_member_count": .number(Double(joined)),
            "m.invited_member_count": .number(Double(invited)),
        ])
        for event in events { room.apply(event, own: "@ada:x") }
        return room
    }

    @Test func usesTheNameThenTheAliasThenMembersAsTitle() {
        let bob = member("@bob:x", "Bob")
        #expect(room([event("m.room.name", ["name": "Team"], key: ""), bob]).title == "Team")
        #expect(room([event("m.room.canonical_alias", ["alias": "#t:x"], key: "")]).title == "#t:x")
        #expect(room([bob], heroes: ["@bob:x"], joined: 2).title == "Bob")
        #expect(room([bob], heroes: ["@bob:x", "@cyd:x"], joined: 2, invited: 1).title == "Bob and cyd")
        #expect(room([bob], heroes: ["@bob:x", "@cyd:x"], joined: 7).title == "Bob, cyd and 4 more")
        #expect(room().title == "Empty room")
        #expect(
            room([event("m.room.name", ["name": "  "], key: ""), bob], heroes: ["@bob:x"], joined: 2).title == "Bob")
    }

    @Test func marksTheTitleOfALeftRoom() {
        var left = room([event("m.room.name", ["name": "Team"], key: "")])
        left.isLeft = true
        #expect(left.title == "Team (left)")
    }

    @Test func disambiguatesSharedNames() {
        let two = room([member("@bob:x", "Bob"), member("@bob:y", "Bob"), member("@cyd:x", "Cyd")])
        #expect(two.disambiguatedName("@bob:x") == "Bob (@bob:x)")
        #expect(two.disambiguatedName("@cyd:x") == "Cyd")
        #expect(two.disambiguatedName("@dan:x") == "dan")
    }

    @Test func readsRolesAndRightsFromThePowerLevels() {
        func room(_ levels: JSON?, _ more: [RoomEvent] = []) -> Room {
            let people = ["@ada:x", "@bob:x", "@cyd:x", "@dan:x"].map { member($0, nil) }
            let gone = [member("@eve:x", nil, "leave"), member("@fay:x", nil, "invite")]
            return self.room(people + gone + more + (levels.map { [event("m.room.power_levels", $0, key: "")] } ?? []))
        }
        func roles(_ room: Room) -> [String: ChatMember.Role] {
            Dictionary(uniqueKeysWithValues: room.members(own: "@ada:x").values.map { ($0.id.text, $0.role) })
                .filter { $0.value != .member }
        }
        func removable(_ room: Room) -> [String] {
            room.members(own: "@ada:x").values.filter { $0.rights.contains(.remove) }.map(\.id.text).sorted()
        }
        #expect(room(nil).rights(of: "@ada:x") == nil && removable(room(nil)).isEmpty)
        let usual = room(["users": ["@ada:x": 50, "@bob:x": 100, "@cyd:x": 50]])
        func assignable(_ room: Room) -> [String] {
            room.members(own: "@ada:x").values.filter { $0.rights.contains(.setRole) }.map(\.id.text).sorted()
        }
        #expect(assignable(usual) == ["@ada:x", "@dan:x"])
        #expect(assignable(room(["users": ["@ada:x": 50], "events": ["m.room.power_levels": 51]])).isEmpty)
        #expect(roles(usual) == ["@ada:x": .moderator, "@bob:x": .admin, "@cyd:x": .moderator])
        #expect(usual.rights(of: "@ada:x") == [.retitle, .setTopic, .invite, .leave, .report])
        // Only those with less power who are here.
        #expect(removable(usual) == ["@dan:x", "@fay:x"])
        #expect(usual.rights(of: "@dan:x") == [.invite, .leave, .report])
        let strict = room([
            "users": ["@ada:x": 50], "events": ["m.room.name": 60], "invite": 51, "kick": 51, "state_default": 0,
        ])
        #expect(strict.rights(of: "@ada:x") == [.setTopic, .leave, .report] && removable(strict).isEmpty)
        let open = room(["state_default": 0, "users_default": 10, "kick": 0, "invite": "?"])
        #expect(
            open.rights(of: "@ada:x") == [.retitle, .setTopic, .invite, .leave, .report] && removable(open).isEmpty)
        // From version 12 on, creators are above all levels.
        let creation = event("m.room.create", ["room_version": "12"], key: "", sender: "@ada:x")
        let created = room(["users": ["@bob:x": 100]], [creation])
        #expect(roles(created) == ["@ada:x": .admin, "@bob:x": .admin])
        #expect(assignable(created) == ["@bob:x", "@cyd:x", "@dan:x"])
        #expect(removable(created) == ["@bob:x", "@cyd:x", "@dan:x", "@fay:x"])
    }

    @Test func readsTheTopic() {
        func topic(_ contents: JSON...) -> String? { room(contents.map { event("m.room.topic", $0, key: "") }).topic }
        #expect(topic() == nil)
        #expect(topic(["topic": "Films\nof the week"]) == "Films\nof the week")
        // An event without a topic removes it.
        for content in [["topic": ""], [:], ["topic": 7]] as [JSON] {
            #expect(topic(["topic": "Films"], content) == "")
        }
        #expect(topic(["topic": .string(String(repeating: "x", count: 60_000))])?.count == ChatTopic.longest + 1)
        #expect(room([event("m.room.topic", ["topic": "of another key"], key: "@bob:x")]).topic == nil)
    }

    /// Members are stored apart.
    @Test func decodesWhatItEncodesWithoutMembers() throws {
        var before = room(
            [
                member("@bob:x", "Bob"), event("m.room.encryption", [:], key: ""),
                event("m.room.topic", ["topic": "t"], key: ""),
            ], joined: 2)
        #expect(before.isEncrypted && before.displayName("@bob:x") == "Bob")
        let encoded = try JSONEncoder().encode(before)
        before.members = RoomMembers()
        #expect(try JSONDecoder().decode(Room.self, from: encoded) == before)
    }

    static let texts: [(JSON, String?)] = [
        (["body": "plain", "formatted_body": "<b>rich</b>"] as JSON, "plain"),
        (["body": "", "formatted_body": "<p>a &lt;b&gt;</p><p>c &amp; d &#x41;</p>"], "a <b>\nc & d A"),
        (["formatted_body": "1 < 2 &nosuch; 3"], "1 < 2 &nosuch; 3"),
        (["body": "> <@bob:x> hi\n> there\n\nyes", "m.relates_to": ["m.in_reply_to": ["event_id": "$a"]]], "yes"),
        (
            ["body": "> <br> does nothing\n\nUse <p>", "m.relates_to": ["m.in_reply_to": ["event_id": "$a"]]],
            "> <br> does nothing\n\nUse <p>"
        ),
        (["body": "> <@bob:x> hi\n\nyes"], "> <@bob:x> hi\n\nyes"),
        (["body": 7], nil),
        (
            [
                "body": "> <@bob:x> hi\n\nyes", "format": "org.matrix.custom.html",
                "formatted_body": "<mx-reply><blockquote>hi</blockquote></mx-reply><b>yes</b>",
                "m.relates_to": ["m.in_reply_to": ["event_id": "$a"]],
            ], "yes"
        ),
        (
            ["body": "two  spaces", "format": "org.matrix.custom.html", "formatted_body": "<p>two spaces</p>"],
            "two  spaces"
        ),
        (["formatted_body": "<span title=\"data-mx-spoiler\">b</span><!-- c > d -->"], "b"),
    ]

    @Test(arguments: texts)
    func readsTheTextOfAMessage(content: JSON, text: String?) {
        #expect(PlainText.of(content)?.text == text)
    }

    private func read(_ event: RoomEvent, group: Bool = false) -> MessageReader.Reading {
        let room = room([member("@bob:x", "Bob")], heroes: ["@bob:x"], joined: group ? 3 : 2)
        return MessageReader(own: "@ada:x", room: room, title: room.title, rules: PushRules()) {
            MessageID("local \($0)")
        }.read(event)
    }

    private func message(_ reading: MessageReader.Reading) -> IncomingMessage? {
        if case .message(let message) = reading { message } else { nil }
    }

    static let kinds: [(String, JSON, MessageKind, String)] = [
        ("m.room.message", ["msgtype": "m.text", "body": "t"] as JSON, MessageKind.text, "t"),
        ("m.room.message", ["msgtype": "m.emote", "body": "waves"], .emote, "waves"),
        ("m.room.message", ["msgtype": "m.notice", "body": "n"], .notice, "n"),
        ("m.room.message", ["msgtype": "m.image", "body": "cat.png"], .unshowable, "An image, cat.png"),
        ("m.room.message", ["msgtype": "org.new", "body": "x"], .unshowable, "An unsupported message, x"),
        ("m.room.message", [:], .unshowable, "An unsupported message"),
        ("m.room.encrypted", ["algorithm": "m.megolm.v1.aes-sha2"], .unshowable, "An encrypted message"),
        ("m.sticker", ["body": "a hat"], .unshowable, "A sticker, a hat"),
    ]

    @Test(arguments: kinds)
    func showsEachKind(type: String, content: JSON, kind: MessageKind, text: String) {
        let message = message(read(event(type, content)))
        #expect(message?.kind == kind)
        #expect(message?.text == text)
        #expect(message?.sender == "@bob:x" && message?.senderName == "Bob")
        #expect(message?.title == "Bob")
    }

    static let thumbnails: [(JSON, String?)] = [
        (["mimetype": "image/png"], "scaled:mxc://x/1"), (["mimetype": "IMAGE/JPEG"], "scaled:mxc://x/1"),
        (["mimetype": "image/svg+xml"], nil), (["mimetype": "text/plain"], nil), (["mimetype": 7], nil), ([:], nil),
        (["mimetype": "video/mp4", "thumbnail_url": "mxc://y/2"], "mxc://y/2"),
        (["mimetype": "video/mp4", "thumbnail_url": "mxc://y/../2"], nil),
        (["mimetype": "image/png", "thumbnail_url": "https://y/2"], "scaled:mxc://x/1"),
    ]

    @Test(arguments: thumbnails) func knowsThumbnails(info: JSON, source: String?) {
        let content: JSON = ["msgtype": "m.image", "body": "a", "url": "mxc://x/1", "info": info]
        let file = message(read(event("m.room.message", content)))?.file
        #expect(file?.source == "mxc://x/1" && file?.thumbnail?.source == source)
        #expect(file?.thumbnail?.id != file?.id && file?.thumbnail?.id.isFileName != false)
    }

    @Test func readsTheAddressOfAScaledImage() {
        for (source, media) in [
            ("scaled:mxc://x/1", "1"), ("mxc://x/1", nil), ("scaled:mxc://x/../1", nil), ("scaled:", nil),
            ("scaled:scaled:mxc://x/1", nil),
        ] { #expect(MediaAddress(scaled: source)?.media == media) }
    }

    @Test(arguments: [false, true]) func usesTheSendersNameInTheRoom(group: Bool) {
        let text = event("m.room.message", ["msgtype": "m.text", "body": "t"])
        #expect(message(read(text, group: group))?.senderName == "Bob")
        let nameless = event("m.room.message", ["msgtype": "m.text", "body": "t"], sender: "@cyd:x")
        #expect(message(read(nameless, group: group))?.sender == "@cyd:x")
        #expect(message(read(nameless, group: group))?.senderName == nil)
        let own = event("m.room.message", ["msgtype": "m.text", "body": "t"], sender: "@ada:x")
        #expect(message(read(own, group: group))?.senderName == nil)
        #expect(message(read(own, group: group))?.message == "local $e")
    }

    @Test func readsEditsAndDeletions() {
        let edit: JSON = [
            "msgtype": "m.text", "body": "* new", "m.new_content": ["msgtype": "m.text", "body": "new"],
            "m.relates_to": ["rel_type": "m.replace", "event_id": "$old"],
        ]
        #expect(
            read(event("m.room.message", edit))
                == .edit(event: "$old", sender: "@bob:x", MessageContent(kind: .text, text: "new")))
        #expect(read(event("m.room.redaction", ["redacts": "$old"])) == .deletion(event: "$old"))
        #expect(read(event("m.reaction", [:])) == .nothing)
    }

    /// An event with a bundled edit.
    private func event(_ content: JSON, edited new: JSON, by user: String = "@bob:x", isRedacted: Bool = false)
        -> RoomEvent
    {
        RoomEvent([
            "type": "m.room.message", "event_id": "$e", "sender": "@bob:x", "content": content,
            "unsigned": [
                "m.relations": [
                    "m.replace": [
                        "type": "m.room.message", "event_id": "$f", "sender": .string(user),
                        "content": ["m.new_content": new],
                        "unsigned": isRedacted ? ["redacted_because": ["type": "m.room.redaction"]] : [:],
                    ]
                ]
            ],
        ])!
    }

    static let edits: [(JSON, JSON, MessageKind, String)] = [
        (["msgtype": "m.emote", "body": "waves"] as JSON, ["msgtype": "m.emote", "body": "bows"], .emote, "bows"),
        (["msgtype": "m.text", "body": "a"], ["msgtype": "m.notice", "body": "b"], .notice, "b"),
        (["msgtype": "m.image", "body": "a"], ["msgtype": "m.image", "body": "b"], .unshowable, "An image, b"),
    ]

    @Test(arguments: edits)
    func readsTheKindOfAnEdit(old: JSON, new: JSON, kind: MessageKind, text: String) {
        let edited = message(read(event(old, edited: new)))
        #expect(edited?.kind == kind && edited?.text == text && edited?.isEdited == true)
        let edit: JSON = ["m.new_content": new, "m.relates_to": ["rel_type": "m.replace", "event_id": "$old"]]
        #expect(
            read(event("m.room.message", edit))
                == .edit(event: "$old", sender: "@bob:x", MessageContent(kind: kind, text: text)))
    }

    @Test func ignoresDeletedEdits() {
        let old: JSON = ["msgtype": "m.text", "body": "old"]
        let shown = message(read(event(old, edited: ["msgtype": "m.text", "body": "new"], isRedacted: true)))
        #expect(shown?.text == "old" && shown?.isEdited == false)
    }

    @Test func editsOnlyTheTextOfAMessage() {
        func edit(_ content: JSON) -> JSON {
            MessageReader.edit(of: event("m.room.message", content), ["body": "new"])
        }
        #expect(
            edit(["msgtype": "m.emote", "body": "old", "format": "f", "formatted_body": "<b>old</b>"])
                == ["msgtype": "m.emote", "body": "new"])
        #expect(
            edit(["msgtype": "m.image", "body": "cat.png", "url": "mxc://x/1"])
                == ["msgtype": "m.image", "body": "new", "filename": "cat.png", "url": "mxc://x/1"])
        #expect(
            edit(["msgtype": "m.image", "body": "old", "filename": "cat.png", "url": "mxc://x/1"])
                == ["msgtype": "m.image", "body": "new", "filename": "cat.png", "url": "mxc://x/1"])
        // Without a caption, the body of a file is its name.
        for content: JSON in [
            ["msgtype": "m.image", "body": "cat.png", "url": "mxc://x/1"],
            [
                "msgtype": "m.image", "body": "*o*", "format": "f", "formatted_body": "<i>o</i>", "filename": "cat.png",
                "url": "mxc://x/1",
            ],
        ] {
            #expect(
                MessageReader.edit(of: event("m.room.message", content), ["body": ""])
                    == ["msgtype": "m.image", "body": "cat.png", "filename": "cat.png", "url": "mxc://x/1"])
        }
    }

    static let captions: [(JSON, String)] = [
        (["msgtype": "m.file", "body": "cap", "filename": "b", "url": "mxc://x/2"], "cap"),
        (["msgtype": "m.text", "body": "cap"], "cap"), (["msgtype": "m.file", "body": "b", "url": "mxc://x/2"], ""),
        // This says nothing of the caption.
        (["msgtype": "m.file", "body": "cap"], "old"),
    ]

    /// Whatever an edit brings, a message goes on to have the same file, or none.
    @Test(arguments: captions)
    func editsOnlyTheCaptionOfAFile(new: JSON, caption: String) {
        let file: JSON = ["msgtype": "m.file", "body": "old", "filename": "a", "url": "mxc://x/1"]
        let edited = message(read(event(file, edited: new)))
        #expect(edited?.kind == .file && edited?.text == caption && edited?.isEdited == (caption != "old"))
        #expect(edited?.file?.source == "mxc://x/1" && edited?.file?.name == "a")
        // `file` is an edit that would make a text a file.
        let text = message(read(event(["msgtype": "m.text", "body": "t"], edited: file)))
        #expect(text?.kind == .text && text?.text == "t" && text?.file == nil)
    }

    @Test(arguments: [
        "m.room.name", "m.room.canonical_alias", "m.room.encryption", "m.room.create", "m.room.power_levels",
    ])
    func ignoresStateUnderOtherKeys(type: String) {
        let content: JSON = ["name": "n", "alias": "#a:x", "type": "m.space", "users": ["@bob:x": 100]]
        #expect(room([event(type, content, key: "other")]) == room())
        #expect(room([event(type, content, key: "")]) != room())
    }

    @Test func tracksMembership() {
        func invite(_ user: String, by sender: String, isDirect: Bool = false) -> RoomEvent {
            event(
                "m.room.member", ["membership": "invite", "is_direct": .bool(isDirect)], key: user, sender: sender)
        }
        #expect(room([member("@bob:x", "Bob")]).holds("@bob:x") == true)
        #expect(room([member("@bob:x", "Bob"), member("@bob:x", nil, "leave")]).holds("@bob:x") == false)
        #expect(room([invite("@bob:x", by: "@ada:x")]).holds("@bob:x") == true)
        #expect(room([invite("@bob:x", by: "@eve:x")]).holds("@bob:x") == false)
        #expect(room().holds("@bob:x") == nil)
        #expect(room(heroes: ["@bob:x"], joined: 2).holds("@bob:x") == true)
        #expect(room(heroes: ["@bob:x"], joined: 1, invited: 1).holds("@bob:x") == nil)
    }

    @Test(
        arguments: [
            ("@bob:x", "@ada:x", "@bob:x"), ("@ada:x", "@bob:x", "@bob:x"), ("@bob:x", "@eve:x", nil),
        ] as [(String, String, String?)])
    func findsThePartnerByDirectInvitations(user: String, sender: String, partner: String?) {
        let invitation = event(
            "m.room.member", ["membership": "invite", "is_direct": true], key: user, sender: sender)
        #expect(room([invitation]).partner == partner)
        let claim = event("m.room.member", ["membership": "join", "is_direct": true], key: "@bob:x", sender: "@bob:x")
        #expect(room([claim]).partner == nil)
    }

    private func membership(_ new: JSON, after old: JSON?, of user: String) -> ChatChange? {
        let change = RoomEvent([
            "type": "m.room.member", "event_id": "$k", "sender": "@bob:x", "state_key": .string(user), "content": new,
            "unsigned": old.map { ["prev_content": $0] } ?? [:],
        ])!
        guard let content = message(read(change))?.content else { return nil }
        #expect(content.kind == .system && content.attention == .silent && content.text == "")
        #expect(content.sender == "@bob:x" && content.senderName == "Bob")
        return content.change
    }

    @Test(
        arguments: [
            ("leave", "join", "enough", .removed("@ada:x", reason: "enough")),
            ("leave", nil, "", .removed("@ada:x", reason: nil)), ("ban", "join", "", .banned("@ada:x", reason: nil)),
            ("ban", "invite", "", .banned("@ada:x", reason: nil)), ("ban", "ban", "", nil),
            ("leave", "invite", "", nil),
            ("leave", "ban", "", nil), ("invite", nil, "", nil),
        ] as [(String, String?, String, ChatChange?)])
    func reportsRemovalsWithReason(new: String, old: String?, reason: String, change: ChatChange?) {
        let content: JSON = ["membership": .string(new), "reason": .string(reason)]
        #expect(membership(content, after: old.map { ["membership": .string($0)] }, of: "@ada:x") == change)
    }

    @Test(
        arguments: [
            ("join", "invite", .joined), ("join", nil, .joined), ("leave", "join", .left(reason: "tired")),
            ("leave", "invite", nil), ("knock", nil, .requested(reason: "tired")), ("knock", "knock", nil),
        ] as [(String, String?, ChatChange?)])
    func reportsJoinsAndLeaves(new: String, old: String?, change: ChatChange?) {
        let content: JSON = ["membership": .string(new), "reason": "tired"]
        #expect(membership(content, after: old.map { ["membership": .string($0)] }, of: "@bob:x") == change)
    }

    @Test(
        arguments: [
            ("Rob", "Bob", .renamed(from: "Bob", to: "Rob")), ("Bob", "Bob", nil),
            ("", "Bob", .renamed(from: "Bob", to: nil)),
        ] as [(String, String, ChatChange?)])
    func reportsNewDisplayNames(new: String, old: String, change: ChatChange?) {
        func content(_ name: String) -> JSON { ["membership": "join", "displayname": .string(name)] }
        #expect(membership(content(new), after: content(old), of: "@bob:x") == change)
    }

    @Test func ignoresEmptyIDsAndDoesNotCountKnocksAsMembers() {
        let nobody = event("m.room.member", ["membership": "leave"], key: "")
        #expect(read(nobody) == .nothing && room([nobody]).members(own: "@ada:x").isEmpty)
        let asking = room([member("@bob:x", "Bob"), member("@eve:y", "Bob", "knock")], heroes: ["@bob:x"], joined: 2)
        #expect(asking.title == "Bob" && asking.members(own: "@ada:x")["@eve:y"]?.standing == .requested)
    }

    @Test func reportsARedactedTopic() {
        let topic = RoomEvent([
            "type": "m.room.topic", "event_id": "$e", "sender": "@bob:x", "state_key": "", "content": [:],
            "unsigned": ["redacted_because": ["type": "m.room.redaction"]],
        ])!
        #expect(message(read(topic))?.content == .system(nil, by: "@bob:x", senderName: "Bob"))
    }

    @Test func skipsTheCreationOfARoom() {
        let creation = event("m.room.create", [:], key: "", sender: "@bob:x")
        let made = room([creation])
        let steps = [
            event("m.room.member", ["membership": "join"], key: "@bob:x"), event("m.room.name", ["name": "n"], key: ""),
            event("m.room.topic", ["topic": "t"], key: ""),
        ]
        for step in steps {
            #expect(ChangeReader(room: made).read(step) == nil)
            #expect(ChangeReader(room: room()).read(step) != nil)
        }
        let later = RoomEvent([
            "type": "m.room.topic", "event_id": "$e", "sender": "@bob:x", "state_key": "", "origin_server_ts": 11_000,
            "content": ["topic": "t"],
        ])!
        #expect(ChangeReader(room: made).read(later) == .topicChanged("t"))
    }

    @Test func reportsChangesToARoom() {
        func change(_ type: String, _ content: JSON, key: String = "") -> ChatChange? {
            message(read(event(type, content, key: key)))?.change
        }
        #expect(change("m.room.name", ["name": "n"]) == .retitled("n"))
        #expect(change("m.room.name", ["name": ""]) == .retitled(nil))
        #expect(change("m.room.topic", ["topic": "t"]) == .topicChanged("t"))
        #expect(change("m.room.topic", ["topic": "t"], key: "other") == nil)
        #expect(change("m.room.tombstone", ["replacement_room": "!new:x"]) == .replaced)
        #expect(change("m.room.power_levels", [:]) == nil)
    }

    @Test func acceptsBundledEditsOnlyFromTheSender() {
        func edited(by user: String) -> RoomEvent {
            event(["msgtype": "m.text", "body": "old"], edited: ["msgtype": "m.text", "body": "new"], by: user)
        }
        #expect(message(read(edited(by: "@bob:x")))?.text == "new")
        #expect(message(read(edited(by: "@bob:x")))?.isEdited == true)
        #expect(message(read(edited(by: "@eve:x")))?.text == "old")
    }

    @Test(arguments: [
        ("@bob:x", "@bob:x"), ("Bob (@bob:x)", "@bob:x"), ("Bob", nil), ("bob@x.org", nil), ("@bob", nil), ("@:x", nil),
    ])
    func findsUserIDsInText(text: String, id: String?) {
        #expect(MatrixLink.identifier("@", in: text) == id)
    }
}
