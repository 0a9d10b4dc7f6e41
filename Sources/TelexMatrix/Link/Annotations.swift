import TelexNetwork

/// Knows which event made which reaction. A reaction is taken back by redacting its event (MSC2677).
struct Annotations {
    /// A user's reaction to an event with a key. Several events may make the same one, which counts once.
    struct Annotation: Hashable {
        let target: String
        let sender: String
        let key: String

        fileprivate var name: String { "annotated/\(JSON.array([target, sender, key].map(JSON.string)).text)" }
    }

    /// The most events that are remembered for a reaction.
    private static let most = 10

    private var values: RecentValues

    init(_ environment: LinkEnvironment) { values = RecentValues(environment) }

    private static func name(of event: String) -> String { "annotation/\(event)" }

    /// The reaction that an event made; `nil` if it is not known to have made one.
    func annotation(of event: String) -> Annotation? {
        guard let parts = values[Self.name(of: event)].map(JSON.init(text:))?.array.compactMap(\.string),
            parts.count == 3
        else { return nil }
        return Annotation(target: parts[0], sender: parts[1], key: parts[2])
    }

    /// The events that make a reaction and were not redacted.
    func events(of annotation: Annotation) -> [String] {
        values[annotation.name].map { $0.split(separator: " ").map(String.init) } ?? []
    }

    /// Notes that an event makes a reaction.
    ///
    /// - Returns: the values to keep.
    mutating func add(_ event: String, _ annotation: Annotation) -> [(name: String, value: String)] {
        let events = events(of: annotation)
        if events.contains(event) || events.count >= Self.most { return [] }
        let parts = JSON.array([annotation.target, annotation.sender, annotation.key].map(JSON.string))
        return set([
            (Self.name(of: event), parts.text), (annotation.name, (events + [event]).joined(separator: " ")),
        ])
    }

    /// Notes that an event was redacted.
    ///
    /// - Returns: the reaction, if no event makes it any more, and the values to keep.
    mutating func remove(_ event: String) -> (Annotation?, [(name: String, value: String)]) {
        guard let annotation = annotation(of: event) else { return (nil, []) }
        let before = events(of: annotation)
        let after = before.filter { $0 != event }
        // It may have been reported, and not stored.
        if before.count == after.count { return (after.isEmpty ? annotation : nil, []) }
        return (after.isEmpty ? annotation : nil, set([(annotation.name, after.joined(separator: " "))]))
    }

    private mutating func set(_ pairs: [(name: String, value: String)]) -> [(name: String, value: String)] {
        for (name, value) in pairs { values.set(name, value) }
        return pairs
    }
}
