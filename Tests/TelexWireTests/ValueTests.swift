import Foundation
@testable import TelexCore
import TelexJSON
import Testing

@testable import TelexWire

/// How single values are written and read, and which values are rejected.
@Suite struct ValueTests {
    private static let largest: Int64 = 9_007_199_254_740_991

    @Test(arguments: [
        (-largest - 1, false), (-largest, true), (-1, true), (0, true), (largest, true), (largest + 1, false),
    ])
    func acceptsIntegersThatEveryReaderCanHold(number: Int64, isTaken: Bool) {
        #expect((try? Int64.read(.integer(number))) == (isTaken ? number : nil))
        #expect(
            Int64.schema == ["type": "integer", "minimum": .integer(-Self.largest), "maximum": .integer(Self.largest)])
    }

    @Test(arguments: [(-2_147_483_649, false), (-2_147_483_648, true), (2_147_483_647, true), (2_147_483_648, false)])
    func acceptsCountsOf32Bits(number: Int64, isTaken: Bool) {
        #expect((try? Int.read(.integer(number))) == (isTaken ? Int(number) : nil))
    }

    private static let values: [any WireValue.Type] = [
        String.self, Bool.self, Int64.self, Int.self, ChatID.self, Date.self, [String].self, ViewName.self, Cause.self,
        Event.self,
    ]

    @Test(arguments: values.indices)
    func distinguishesMissingFromWrongValues(index: Int) {
        func mismatch<Value: WireValue>(_ type: Value.Type, _ value: JSONValue?) -> Mismatch? {
            do { _ = try type.read(value) } catch { return error }
            return nil
        }
        let type = Self.values[index]
        #expect(mismatch(type, nil) == .missing(expected: type.kind))
        #expect(mismatch(type, .number("1.5")) == .wrong(expected: type.kind))
        #expect(mismatch(type, .null) == .wrong(expected: type.kind))
    }

    @Test func rejectsAnEmptyIdentifier() {
        #expect(throws: Mismatch.wrong(expected: "a string that is not empty")) { try ChatID.read("") }
        #expect(throws: Never.self) { try ChatID.read(" ") }
    }

    @Test func treatsNullAsAMissingOptionalValue() throws {
        #expect(try Int?.read(nil) == nil && Int?.read(.null) == nil && Int?.read(1) == 1)
        #expect(throws: Mismatch.wrong(expected: "an integer")) { try Int?.read("1") }
        #expect(Int?.isOptional && !Int.isOptional && Int?.none.isAbsent && !(Int?.some(1).isAbsent) && !1.isAbsent)
    }

    @Test(arguments: [
        ("2026-01-05T09:00:00.000Z", 0), ("2026-01-05T09:00:00Z", 0), ("2026-01-05T10:00:00.250+01:00", 0.25),
        ("2026-01-05", nil), ("2026-13-05T09:00:00Z", nil), ("", nil),
    ])
    func readsDatesToTheMillisecond(text: String, seconds: TimeInterval?) {
        let start = Date(timeIntervalSince1970: 1_767_603_600)
        #expect((try? Date.read(.string(text))) == seconds.map(start.addingTimeInterval))
    }

    @Test(arguments: [(0, "09:00:00.000"), (0.25, "09:00:00.250"), (0.999, "09:00:00.999"), (0.123, "09:00:00.123")])
    func writesDatesInMilliseconds(seconds: TimeInterval, text: String) {
        let date = Date(timeIntervalSince1970: 1_767_603_600).addingTimeInterval(seconds)
        #expect(InternetDate.text(date) == "2026-01-05T\(text)Z")
    }

    @Test(arguments: [(nil, 0), (1, 1), (.some(2), 2)])
    func leavesOutAMemberWithItsDefaultValue(mentions: Int?, read: Int) throws {
        let known = KnownMessage(position: 3, mentionsAfter: mentions ?? 0, isOwn: mentions == nil)
        var writer = JSONWriter()
        KnownEntry(message: "m", known: known).write(to: &writer)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        let optional = mentions.map { #","mentionsAfterCount":\#($0)}"# } ?? #","isOwn":true}"#
        #expect(text == #"{"messageId":"m","position":3,"unreadAfterCount":0"# + optional)
        let value = try JSONParser.parse(Array(text.utf8)[...]).0.get()
        #expect(try KnownEntry.read(value).known == known)
    }

    @Test(
        arguments: [
            (
                Event.message(.sending(OutgoingMessage(chat: "ada", text: "", message: nil))), [Blank.text],
                #""chatId":"ada","text":null"#
            ),
            (
                .message(.sending(OutgoingMessage(chat: "ada", text: "x", message: "m"))), [],
                #""chatId":"ada","text":"x","messageId":"m""#
            ),
            (
                .message(.sending(OutgoingMessage(chat: "ada", text: "x", kind: .emote))), [],
                #""chatId":"ada","text":"x","kind":"emote""#
            ),
            (
                .reminder(.adding(NewReminder(text: ReminderText(name: "n", due: "d"), chat: nil))),
                [.summary, .dueText],
                #""summary":null,"dueText":null"#
            ),
            (
                .reminder(.adding(NewReminder(text: ReminderText(name: "n", due: "d"), chat: "ada"))), [.dueText],
                #""summary":"n","dueText":null,"chatId":"ada""#
            ),
        ])
    func writesNullForBlanks(event: Event, blanks: [Blank], members: String) {
        var writer = JSONWriter()
        Action(event, blanks: blanks).write(to: &writer)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text.hasPrefix(#"{"event":""#) && text.hasSuffix(#"",\#(members)}"#))
    }

    // MARK: Schemas

    private func type(of member: String, in definition: String) throws -> JSONValue? {
        guard case .object(let object) = try #require(ProtocolSchema.definitions[definition]),
            case .object(let properties)? = object["properties"], case .object(let schema)? = properties[member]
        else { return nil }
        return schema["type"]
    }

    /// In an action, a person fills in the text and no other member.
    @Test func describesAnEventAsALineAndAsAnAction() throws {
        #expect(try type(of: "text", in: "MessageSending") == "string")
        #expect(try type(of: "text", in: "MessageSendingAction") == ["string", "null"])
        #expect(try type(of: "chatId", in: "MessageSendingAction") == "string")
        #expect(try type(of: "id", in: "MessageSending") == ["string", "null"])
        #expect(try type(of: "id", in: "MessageSendingAction") == nil)
    }

    @Test func namesTypesAsInSwiftWithoutTheRoom() {
        #expect(Schema.name(of: ChatListViewModel.Row.self) == "ChatListRow")
        #expect(Schema.name(of: ChatListViewModel.self) == "ChatListViewModel")
        #expect(Schema.name(from: "message.sending") == "MessageSending")
    }

    @Test func indentsNestedArraysAndObjects() {
        #expect(
            JSONText.indented(["a": ["b": 1], "c": [1, 2], "d": [[], 1], "e": [:]])
                == """
                {
                  "a": {
                    "b": 1
                  },
                  "c": [1,2],
                  "d": [
                    [],
                    1
                  ],
                  "e": {}
                }

                """)
    }

    @Test func describesAnObjectWithOnlyRequiredMembers() {
        #expect(
            Schema.object(("a", true), ("b", ["type": "null"])) == [
                "type": "object", "properties": ["a": true, "b": ["type": "null"]], "required": ["a", "b"],
            ])
    }

    @Test func listsTheEventsInTheOrderOfTheirSubjects() {
        var subjects: [String] = []
        for form in EventForm.all {
            let subject = String(form.name.prefix { $0 != "." })
            if subjects.last != subject { subjects.append(subject) }
        }
        #expect(
            subjects == [
                "chat", "activity", "invitation", "member", "message", "history", "outbox", "file", "revision",
                "reaction",
                "presence",
                "search", "messageSearch", "inbox",
                "screen", "contact", "reminder", "notification", "connection", "clock",
            ])
    }
}
