import Foundation
import TelexCore
import TelexJSON
import Testing

@testable import TelexWire

/// Checks each form with values generated from its schema.
@Suite struct EventFormTests {
    @Test(arguments: EventForm.all.map(\.name))
    func readsBackWhateverItWrites(name: String) throws {
        let form = try #require(EventForm.named(name))
        var chance = SplitMix(state: 1)
        for _ in 0..<200 {
            // A member that another one makes required is never null.
            let line = form.schema().sample { name != "screen.opening" ? chance.next() : chance.next() | 1 }
            let event = try Event.read(line)
            #expect(EventNamer(event).info?.name == name)
            #expect(try Event.read(written(event)) == event && event.readable == event)
        }
    }

    /// An event without a sample could be recorded, and not read back.
    @Test func hasAFormForEveryEventThatIsDescribed() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/TelexCore")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let names = try files.compactMap { $0 as? URL }.filter { $0.lastPathComponent.hasSuffix("Event.swift") }.flatMap
        {
            try String(contentsOf: $0, encoding: .utf8).matches(of: /visitor\.event\(\s*"([\w.]+)"/).map {
                String($0.1)
            }
        }
        #expect(names.sorted() == EventForm.all.map(\.name).sorted())
    }

    /// A member that the form leaves out would have the same value in both events.
    @Test(arguments: EventForm.all.map(\.name))
    func includesEveryMemberOfTheEvent(name: String) throws {
        let form = try #require(EventForm.named(name))
        guard !form.members.isEmpty else { return }
        let first = leaves(of: try Event.read(form.schema().sample { 0 }))
        let second = leaves(of: try Event.read(form.schema().sample { 1 }))
        #expect(!first.isEmpty)
        // No event has the state of our answer to an invitation, or why a message waits, which are not stored; the looks of
        // names, and whether we have left, are derived. What a program lends is only told within a session.
        for (path, value) in first
        where second[path] == value
            && ![".invitation.some.answer", ".members.looks", ".members.hasLeft", ".hold", ".loan"].contains(
                where: path.hasSuffix)
        {
            Issue.record("\(name) leaves out \(path)")
        }
    }

    /// What a front end generates from the schema has one type for each event, and a second one only if there are blanks.
    @Test func onlyEventsWithBlanksHaveATypeOfTheirOwnAsActions() {
        let actions = ProtocolSchema.definitions.members.map(\.name).filter { $0.hasSuffix("Action") }
        #expect(actions.contains("Action") && actions.contains("MessageSendingAction"))
        #expect(!actions.contains("ScreenClosingAction") && !actions.contains("MessageCancellingAction"))
    }

    private func written(_ event: Event) throws -> JSONValue {
        var writer = JSONWriter()
        event.write(to: &writer)
        return try JSONParser.parse(writer.bytes[...]).0.get()
    }

    /// Returns the leaf values within a value, by path.
    private func leaves(of value: Any, at path: String = "") -> [String: String] {
        let children = Swift.Mirror(reflecting: value).children
        if let date = value as? Date { return [path: "\(date.timeIntervalSince1970)"] }
        if children.isEmpty { return [path: "\(value)"] }
        var leaves: [String: String] = [:]
        for (index, child) in children.enumerated() {
            leaves.merge(self.leaves(of: child.value, at: "\(path).\(child.label ?? "\(index)")")) { first, _ in first }
        }
        return leaves
    }
}

/// The generator of Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension JSONValue {
    /// Generates a value that matches this schema.
    ///
    /// - Parameter next: chooses among the possible values. With 0 and 1, the two results differ in every value that
    ///   can differ.
    func sample(_ next: () -> UInt64) -> JSONValue {
        if let value = self["const"] { return value }
        if let words = self["enum"]?.elements { return words[Int(next() % UInt64(words.count))] }
        if let reference = self["$ref"]?.string {
            if let definition = self["$definition"] { return definition.sample(next) }
            // The only definition that a reference does not carry is that of an event within an event.
            return reference == "#/$defs/Event"
                ? ["event": "chat.listing", "rowLimit": .integer(Int64(next() % 100))] : .null
        }
        if let choices = self["anyOf"]?.elements {
            // The last choice is null. It is taken once in eight times.
            let choice = next()
            return choice > 1 && choice % 8 == 0 ? .null : choices[0].sample(next)
        }
        var type = self["type"]?.string
        if let types = self["type"]?.elements {
            let choice = next()
            if choice > 1 && choice % 8 == 0 { return .null }
            type = types[0].string
        }
        switch type {
        case "boolean": return .bool(next() % 2 == 1)
        case "integer":
            guard case .integer(let largest)? = self["maximum"] else { return .integer(Int64(next() % 100_000)) }
            return .integer(Int64(next() % UInt64(largest + 1)))
        case "array":
            let count = 1 + Int(next() % 3)
            return .array((0..<count).map { _ in self["items"]?.sample(next) ?? .null })
        case "string" where self["format"] == "date-time":
            return .string(InternetDate.text(Date(timeIntervalSince1970: Double(next() % 4_000_000_000_000) / 1000)))
        case "string" where self["pattern"] == InboxCursor.schema["pattern"]:
            return .string("\(next() % 1000).\(next() % 100_000)")
        case "string":
            let texts = ["a", "b", "é\u{301}", "\u{0}\"\\", "👩‍👩‍👧", "\u{2028}"]
            return .string(texts[Int(next() % UInt64(texts.count))])
        default:
            guard case .object(let properties)? = self["properties"] else { return .null }
            var object = JSONObject()
            for property in properties.members { object.append(property.name, property.value.sample(next)) }
            return .object(object)
        }
    }

    private subscript(name: String) -> JSONValue? { if case .object(let object) = self { object[name] } else { nil } }
    private var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    private var string: String? { if case .string(let text) = self { text } else { nil } }
}
