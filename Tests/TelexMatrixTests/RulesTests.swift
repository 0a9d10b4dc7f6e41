import TelexCore
import Testing

@testable import TelexMatrix

struct RulesTests {
    @Test(arguments: [
        ("m.*", "m.room.message", true), ("m.?oom", "m.room", true), ("m.room", "m.rooms", false), ("*", "", true),
        ("*ab", "aab", true), ("a*b*c", "aXbXbXc", true), ("a*b*c", "aXbXc!", false), ("ADA", "ada", true),
    ])
    func matchesAWholeText(pattern: String, text: String, matches: Bool) {
        #expect(Glob.matches(pattern, text) == matches)
    }

    @Test(arguments: [
        ("ada", "Hello, Ada!", true), ("ada", "Canada", false), ("ada", "ada_1", false), ("ad?", "so ado it is", true),
        ("ada", "", false), ("good*night", "a good old night, then", true),
    ])
    func findsAWord(pattern: String, text: String, isFound: Bool) {
        #expect(Glob.isWord(pattern, in: text) == isFound)
    }

    @Test func matchesNamesLiterally() {
        #expect(Glob.isWord("a*a", in: "see a*a there", isLiteral: true))
        #expect(!Glob.isWord("a*a", in: "see ada there", isLiteral: true))
    }

    @Test func readsEscapedKeys() {
        #expect(PushCondition.path("content.m\\.mentions.user_ids") == ["content", "m.mentions", "user_ids"])
        #expect(PushCondition.path("content.a\\\\b") == ["content", "a\\b"])
    }

    private static let rules = PushRules([
        "global": [
            "override": [
                ["rule_id": ".off", "enabled": false, "conditions": [], "actions": []],
                [
                    "rule_id": ".notices", "enabled": true, "actions": [],
                    "conditions": [["kind": "event_match", "key": "content.msgtype", "pattern": "m.notice"]],
                ],
                [
                    "rule_id": ".mentions", "enabled": true, "actions": ["notify", ["set_tweak": "highlight"]],
                    "conditions": [
                        [
                            "kind": "event_property_contains", "key": "content.m\\.mentions.user_ids",
                            "value": "@ada:x",
                        ]
                    ],
                ],
                [
                    "rule_id": ".all", "enabled": true, "actions": ["notify", ["set_tweak": "highlight"]],
                    "conditions": [
                        ["kind": "event_property_is", "key": "content.m\\.mentions.room", "value": true],
                        ["kind": "sender_notification_permission", "key": "room"],
                    ],
                ],
            ],
            "content": [["rule_id": "word", "enabled": true, "pattern": "telex", "actions": ["notify", "loud"]]],
            "room": [["rule_id": "!quiet:x", "enabled": true, "actions": []]],
            "sender": [["rule_id": "@bore:x", "enabled": true, "actions": []]],
            "underride": [
                [
                    "rule_id": ".two", "enabled": true,
                    "actions": ["notify", ["set_tweak": "highlight", "value": false]],
                    "conditions": [
                        ["kind": "room_member_count", "is": "2"],
                        ["kind": "event_match", "key": "type", "pattern": "m.room.message"],
                    ],
                ],
                ["rule_id": ".later", "enabled": true, "actions": ["notify"], "conditions": [["kind": "new"]]],
            ],
        ]
    ])

    private static func event(_ sender: String, _ content: JSON) -> RoomEvent {
        RoomEvent(["type": "m.room.message", "event_id": "$e", "sender": .string(sender), "content": content])!
    }

    private static func room(_ id: String, of count: Int) -> Room {
        var room = Room(id: id)
        room.apply(summary: ["m.joined_member_count": .number(Double(count))])
        room.apply(
            RoomEvent([
                "type": "m.room.power_levels", "sender": "@op:x", "state_key": "",
                "content": ["users": ["@op:x": 100]],
            ])!, own: "@ada:x")
        return room
    }

    static let cases: [(String, JSON, String, Int, Attention)] = [
        ("@bob:x", ["msgtype": "m.text", "body": "hi"] as JSON, "!r:x", 2, Attention.normal),
        ("@bob:x", ["msgtype": "m.text", "body": "hi"], "!r:x", 3, .silent),
        ("@bob:x", ["msgtype": "m.notice", "body": "telex"], "!r:x", 2, .silent),
        ("@bob:x", ["msgtype": "m.text", "body": "the telex works"], "!r:x", 3, .normal),
        ("@bob:x", ["msgtype": "m.text", "body": "hi", "m.mentions": ["user_ids": ["@ada:x"]]], "!r:x", 9, .mention),
        ("@bob:x", ["msgtype": "m.text", "body": "hi", "m.mentions": ["room": true]], "!r:x", 3, .silent),
        ("@op:x", ["msgtype": "m.text", "body": "hi", "m.mentions": ["room": true]], "!r:x", 3, .mention),
        ("@bore:x", ["msgtype": "m.text", "body": "hi"], "!r:x", 2, .silent),
        // The core counts what is muted.
        ("@bob:x", ["msgtype": "m.text", "body": "hi"], "!quiet:x", 2, .normal),
    ]

    @Test func findsTheRoomsThatRulesMute() {
        #expect(Self.rules.mutes == ["!quiet:x": ChatSettings.Mute(keepsMentions: true)])
        func rule(_ id: String, _ pattern: String, _ kind: String = "event_match", _ actions: JSON = []) -> JSON {
            [
                "rule_id": .string(id), "actions": actions,
                "conditions": [["kind": .string(kind), "key": "room_id", "pattern": .string(pattern)]],
            ]
        }
        let rules = PushRules([
            "global": [
                "override": [
                    rule("!a:x", "!a:x"), rule("b", "!b:x"), rule("!c:x", "!c:x", "event_match", ["notify"]),
                    rule("!d:x", "!d:x", "sender_notification_permission"),
                    ["rule_id": "!e:x", "actions": [], "enabled": false, "conditions": []],
                ]
            ]
        ])
        #expect(rules.mutes == ["!a:x": ChatSettings.Mute(), "!b:x": ChatSettings.Mute()])
    }

    @Test(arguments: cases)
    func appliesPushRules(
        sender: String, content: JSON, room: String, count: Int, attention: Attention
    ) {
        let room = Self.room(room, of: count)
        #expect(Self.rules.attention(Self.event(sender, content), in: room, own: "@ada:x") == attention)
    }

    @Test func skipsNameRulesForExplicitMentions() {
        let rules = PushRules([
            "global": [
                "override": [
                    [
                        "rule_id": ".m.rule.contains_display_name", "enabled": true,
                        "actions": ["notify", ["set_tweak": "highlight"]],
                        "conditions": [["kind": "contains_display_name"]],
                    ]
                ]
            ]
        ])
        var room = Self.room("!r:x", of: 2)
        room.apply(
            RoomEvent([
                "type": "m.room.member", "sender": "@ada:x", "state_key": "@ada:x",
                "content": ["membership": "join", "displayname": "Ada"],
            ])!, own: "@ada:x")
        let guessed = Self.event("@bob:x", ["msgtype": "m.text", "body": "see Ada"])
        let said = Self.event("@bob:x", ["msgtype": "m.text", "body": "see Ada", "m.mentions": [:]])
        #expect(rules.attention(guessed, in: room, own: "@ada:x") == .mention)
        #expect(rules.attention(said, in: room, own: "@ada:x") == .silent)
    }

    @Test func letsCreatorsNotifyEverybodyFromVersion12() {
        var room = Room(id: "!r:x")
        room.apply(
            RoomEvent([
                "type": "m.room.create", "sender": "@bob:x", "state_key": "",
                "content": ["room_version": "12", "additional_creators": ["@cyd:x"]],
            ])!, own: "@ada:x")
        #expect(room.mayNotifyAll("@bob:x"))
        #expect(room.mayNotifyAll("@cyd:x"))
        #expect(!room.mayNotifyAll("@dan:x"))
    }

    /// Trying every beginning with every end takes minutes here.
    @Test func findsKeywordsWithStarsInOnePass() {
        let dots = String(repeating: ".", count: 1000)
        for _ in 0..<50 { #expect(!Glob.isWord("*bug*", in: dots)) }
        #expect(Glob.isWord("*bug*", in: String(dots.dropLast(20)) + " debugging"))
        #expect(!Glob.isWord("bug*", in: String(dots.dropLast(20)) + "debugging"))
        #expect(Glob.isWord("b?g", in: "a b.g, b") && !Glob.isWord("b?g", in: "ab.g"))
    }

    @Test func notifiesWithoutRulesExceptForNotices() {
        let room = Room(id: "!r:x")
        let text = Self.event("@bob:x", ["msgtype": "m.text", "body": "hi"])
        let notice = Self.event("@bob:x", ["msgtype": "m.notice", "body": "hi"])
        #expect(PushRules().attention(text, in: room, own: "@ada:x") == .normal)
        #expect(PushRules().attention(notice, in: room, own: "@ada:x") == .silent)
    }
}
