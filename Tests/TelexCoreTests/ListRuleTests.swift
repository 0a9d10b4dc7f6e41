import Foundation
import Testing

@testable import TelexCore

/// Lists stay sorted through any changes of their values.
@Suite struct ListRuleTests {
    /// A generator that returns the same numbers for the same seed (Knuth's MMIX).
    private struct Chance {
        var state: UInt64
        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }

    @Test(arguments: 0..<20)
    func sortsByPositionHighestFirst(seed: UInt64) {
        var chance = Chance(state: seed)
        var list = RecencyList<Int, String>()
        var expected: [Int: (value: String, position: Int64)] = [:]
        for step in 0..<100 {
            let key = chance.next(12)
            switch chance.next(4) {
            case 0:
                #expect(list.remove(key) == expected.removeValue(forKey: key)?.value)
            case 1:
                list.change(key, to: "changed \(step)")
                expected[key]?.value = "changed \(step)"
            default:
                // No two values have the same position.
                let position = Int64(chance.next(50) * 12 + key)
                list.update(key, "\(step)", at: position)
                expected[key] = ("\(step)", position)
            }
            let sorted = expected.values.sorted { $0.position > $1.position }.map(\.value)
            #expect(list.prefix(20) == sorted && list.prefix(3) == Array(sorted.prefix(3)))
            #expect(list.count == sorted.count && list.isEmpty == sorted.isEmpty)
            #expect(list[key] == expected[key]?.value)
        }
    }

    @Test func rebuildsOnlyChangedRows() {
        var list = RecencyList<String, Int>()
        for (place, key) in ["a", "b", "c"].enumerated() { list.update(key, place, at: Int64(place)) }
        var cache = RowCache<Int>()
        var built: [Int] = []
        func rows(_ count: Int) -> [Int] {
            built = []
            return list.rows(count, &cache) {
                built.append($0)
                return $0
            }.map(\.row)
        }
        #expect(rows(2) == [2, 1] && built == [2, 1])
        #expect(rows(3) == [2, 1, 0] && built == [0])
        list.change("b", to: 7)
        #expect(rows(3) == [2, 7, 0] && built == [7])
        list.update("a", 8, at: 9)
        #expect(rows(3) == [8, 2, 7] && built == [8])
        list.remove("c")
        list.update("d", 9, at: 10)
        #expect(rows(9) == [9, 8, 7] && built == [9])
        cache.begin(1)
        #expect(rows(1) == [9] && built == [9])
        cache.begin(1)
        #expect(rows(1) == [9] && built == [])
    }

    /// Counting from the first namesake for each of them would take minutes.
    @Test func numbersManyContactsOfOneName() {
        var book = ContactBook()
        book.load((1...20_000).map { Contact(id: ContactID("\($0)"), first: "Deleted", last: "Account") })
        #expect(book.numbered(.max).map(\.number) == (1...20_000).map { $0 })
    }

    @Test func numbersContactsWithTheSameNameByID() {
        var book = ContactBook()
        func contact(_ id: ContactID, _ first: String) -> Contact { Contact(id: id, first: first, last: "L") }
        book.load([contact("10", "A"), contact("9", "A"), contact("1", "B"), contact("2", "a")])
        func numbers() -> [Int?] { ["9", "10", "1", "2"].map { book[$0].flatMap { book.number(of: $0) } } }
        // "a" sorts with "A", but is a different name.
        #expect(numbers() == [1, 2, nil, nil] && book.prefix(9).map(\.id) == ["2", "9", "10", "1"])
        book.update(contact("1", "A"))
        #expect(numbers() == [2, 3, 1, nil] && book.count == 4)
        book.remove("9")
        #expect(numbers() == [nil, 2, 1, nil])
        book.remove("10")
        #expect(numbers() == [nil, nil, nil, nil] && book.count == 2)
        book.remove("none")
        book.load([contact("1", "C")])
        book.update(contact("7", "A"))
        #expect(book.all.map(\.id) == ["2", "7", "1"] && book["7"].flatMap { book.number(of: $0) } == nil)
    }
}
