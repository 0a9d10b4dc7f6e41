@testable import TelexCore
import TelexJSON
import Testing

@testable import TelexWire

/// Patches for the most common changes are as short as possible.
@Suite struct PatchOperationTests {
    /// Makes a row of each letter. Its case is a value that may change.
    private func rows(_ text: String) -> [(String, Int)] {
        text.map { (String($0).lowercased(), $0.isUppercase ? 1 : 0) }
    }

    private func operations(_ old: String, _ new: String) throws -> [String] {
        try operations(.listing(rows(old)), .listing(rows(new)))
    }

    /// The operations in short form: `-1` removes row 1, `+1` adds, `2>0` moves, `=1` replaces something in it.
    private func operations(_ old: NotificationViewModel, _ new: NotificationViewModel) throws -> [String] {
        var writer = JSONWriter()
        PatchWriter.write(to: &writer) { $0.compare(old.written(in: nil), new.written(in: nil)) }
        guard case .array(let operations) = try JSONParser.parse(writer.bytes[...]).0.get() else { return [] }
        return operations.compactMap {
            guard case .object(let operation) = $0, case .string(let path)? = operation["path"],
                path.hasPrefix("/notifications/")
            else { return nil }
            let place = path.split(separator: "/")[1]
            switch operation["op"] {
            case "remove": return "-\(place)"
            case "add": return "+\(place)"
            case "replace": return "=\(place)"
            default:
                guard case .string(let from)? = operation["from"] else { return nil }
                return "\(from.split(separator: "/")[1])>\(place)"
            }
        }
    }

    @Test(
        arguments: [
            // Nothing, or a single row
            ("", "", []), ("abc", "abc", []), ("", "a", ["+0"]), ("a", "", ["-0"]), ("a", "A", ["=0"]),
            ("abc", "aBc", ["=1"]), ("abc", "abC", ["=2"]), ("abc", "Abc", ["=0"]),
            ("abc", "ab", ["-2"]), ("abc", "bc", ["-0"]), ("abc", "ac", ["-1"]),
            ("ab", "abc", ["+2"]), ("bc", "abc", ["+0"]), ("ac", "abc", ["+1"]),
            ("aa", "aa", []),
            // To the front, from further down or from outside
            ("abc", "cab", ["2>0"]), ("abc", "Cab", ["2>0", "=0"]), ("abcd", "cabd", ["2>0"]),
            ("abcd", "acbd", ["2>1"]),
            ("abc", "dab", ["-2", "+0"]), ("abc", "b", ["-2", "-0"]), ("ab", "ca", ["-1", "+0"]),
            ("a", "b", ["-0", "+0"]), ("xaby", "xbay", ["2>1"]),
            // Several changes
            ("abc", "cba", ["2>0", "2>1"]), ("abcd", "dcba", ["3>0", "3>1", "3>2"]), ("abc", "Bac", ["1>0", "=0"]),
            ("abc", "AbC", ["=0", "=2"]), ("abcd", "xbcy", ["-3", "-0", "+0", "+3"]), ("abcd", "bdac", ["1>0", "3>1"]),
            ("abc", "caB", ["2>0", "=2"]), ("abcd", "dabx", ["-2", "2>0", "+3"]),
        ] as [(String, String, [String])])
    func isAsShortAsPossible(old: String, new: String, patch: [String]) throws {
        #expect(try operations(old, new) == patch)
    }

    /// A window that follows the end of its chat shows the same objects again.
    @Test(
        arguments: [
            ("abc", 1, "d", ["-0", "+2"]), ("abc", 2, "de", ["-1", "-0", "+1", "+2"]), ("abc", 1, "", ["-0"]),
            ("abc", 1, "a", ["1>0", "2>1"]), ("abc", 1, "Ad", ["1>0", "2>1", "+3", "=2"]),
        ] as [(String, Int, String, [String])])
    func scrolls(old: String, leaving: Int, coming: String, patch: [String]) throws {
        let old = NotificationViewModel.listing(rows(old))
        var new = old
        new.notifications =
            old.notifications.dropFirst(leaving) + NotificationViewModel.listing(rows(coming)).notifications
        #expect(try operations(old, new) == patch)
    }

    @Test(
        arguments: [
            ("", "", 0, 0), ("abc", "abc", 3, 0), ("abc", "ab", 2, 0), ("abc", "bc", 0, 2), ("abc", "axc", 1, 1),
            ("aa", "a", 1, 0), ("a", "aa", 1, 0), ("ab", "cd", 0, 0), ("abab", "ab", 2, 0), ("xab", "yab", 0, 2),
            ("", "a", 0, 0),
        ])
    func findsTheSharedEndsOfTwoLists(old: String, new: String, start: Int, end: Int) {
        let shared = SharedEnds(old.map(String.init), new.map(String.init), ==)
        #expect(shared.start == start && shared.end == end)
    }
}
