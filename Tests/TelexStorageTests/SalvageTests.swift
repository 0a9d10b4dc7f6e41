import Foundation
import GRDB
import TelexCore
import Testing

@testable import TelexStorage

@Suite struct SalvageTests {
    /// A generator that gives the same numbers for the same seed (Knuth's MMIX).
    private struct Chance {
        var state: UInt64
        mutating func next(_ bound: Int64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(state >> 33) % bound
        }
    }

    /// Reads a table with damaged rows; returns the rows found, and whether they are all.
    private func salvage(
        _ keys: Set<Int64>, damaged: Set<Int64>, within range: Range<Int64>?
    ) throws -> (rows: [Int64], isWhole: Bool) {
        let queue = try DatabaseQueue()
        return try queue.inDatabase { database in
            try database.execute(sql: "CREATE TABLE row (key INTEGER PRIMARY KEY)")
            for key in keys { try database.execute(sql: "INSERT INTO row VALUES (?)", arguments: [key]) }
            database.add(
                function: DatabaseFunction("isReadable", argumentCount: 1) { values in
                    guard let key = Int64.fromDatabaseValue(values[0]), damaged.contains(key) else { return true }
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT)
                })
            var rows: [Int64] = []
            let isWhole = try Salvage(database, "SELECT * FROM row WHERE isReadable(key)", key: "key") {
                rows.append($0["key"])
            }.run(keys: range)
            return (rows, isWhole)
        }
    }

    @Test(arguments: 0..<60)
    func findsEveryReadableRow(seed: UInt64) throws {
        var chance = Chance(state: seed)
        let keys = Set((0..<(1 + chance.next(40))).map { _ in chance.next(400) - 100 })
        let share = 1 + chance.next(6)
        let damaged = keys.filter { _ in chance.next(share) == 0 }
        let range = try #require(keys.min())..<(try #require(keys.max()) + 1)
        let (rows, isWhole) = try salvage(keys, damaged: damaged, within: range)
        #expect(rows == keys.subtracting(damaged).sorted() && isWhole == damaged.isEmpty)
    }

    @Test(
        arguments: [
            // Without a range of possible keys, it searches between the first and the last readable row.
            ([1, 2, 3, 4, 5], [], [1, 2, 3, 4, 5]), ([1, 2, 3, 4, 5], [3], [1, 2, 4, 5]),
            ([1, 2, 3, 4, 5], [2, 4], [1, 3, 5]), ([1, 2, 3, 4, 5], [1], [2, 3, 4, 5]),
            ([1, 2, 3, 4, 5], [5], [1, 2, 3, 4]), ([1, 2, 3], [1, 2, 3], []), ([], [], []),
            ([1, 2, 3], [1, 3], []), ([1, 2, 3, 4], [2, 3], [1, 4]), ([.min, 0, .max - 1], [0], [.min, .max - 1]),
        ] as [([Int64], [Int64], [Int64])])
    func searchesBetweenTheReadableEnds(keys: [Int64], damaged: [Int64], rows: [Int64]) throws {
        let found = try salvage(Set(keys), damaged: Set(damaged), within: nil)
        #expect(found.rows == rows && found.isWhole == damaged.isEmpty)
    }

    /// A range is halved at most ten times, from either end, so that a huge range does not take forever.
    @Test(
        arguments: [
            (1 << 10, false, true), (1 << 12, false, true), (1 << 13, false, false), (1 << 20, false, false),
            (1 << 10, true, true), (1 << 11, true, true), (1 << 12, true, false), (1 << 20, true, false),
        ] as [(Int64, Bool, Bool)])
    func limitsTheDepthOfTheSearch(distance: Int64, isAtEnd: Bool, isFound: Bool) throws {
        let place = { (key: Int64) in isAtEnd ? distance - key : key }
        let keys = Set([0, 2, 4, distance].map(place))
        let found = try salvage(keys, damaged: keys.subtracting([place(2)]), within: 0..<distance + 1)
        #expect(found.rows == (isFound ? [place(2)] : []) && !found.isWhole)
    }

    @Test(
        arguments: [
            (1, 3, 1..<4), (-2, -2, -2 ..< -1), (.min, .max, .min ..< .max), (.max, .max, .max ..< .max),
            (nil, 3, nil), (1, nil, nil),
        ] as [(Int64?, Int64?, Range<Int64>?)])
    func makesARangeUpToTheLastPossibleKey(low: Int64?, high: Int64?, range: Range<Int64>?) {
        #expect(StoreExport.range(low, high) == range)
    }

    @Test(arguments: [ResultCode.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR, .SQLITE_ERROR])
    func skipsDamage(code: ResultCode) throws {
        let isReadable = try [{ throw DatabaseError(resultCode: code) }, {}].map(Salvage.isReadable)
        #expect(isReadable == [false, true])
    }

    @Test func throwsErrorsOtherThanDamage() {
        #expect(throws: DatabaseError.self) { try Salvage.isReadable { throw DatabaseError(resultCode: .SQLITE_BUSY) } }
    }

    // MARK: Rows

    private func row(_ value: (any DatabaseValueConvertible)?) -> SalvagedRow { SalvagedRow(Row(["x": value])) }

    @Test(
        arguments: [
            (0, 0), (9_007_199_254_740_991, 9_007_199_254_740_991), (-9_007_199_254_740_991, -9_007_199_254_740_991),
            (9_007_199_254_740_992, nil), (-9_007_199_254_740_992, nil),
        ] as [(Int64, Int64?)])
    func acceptsNumbersThatEveryReaderCanHold(value: Int64, number: Int64?) {
        #expect(row(value).number("x") == number)
    }

    @Test(arguments: [(0, false), (1, true), (2, true), (nil, false)] as [(Int?, Bool)])
    func treatsAMissingFlagAsUnset(value: Int?, flag: Bool) {
        #expect(row(value).flag("x") == flag && row(value).number("y") == nil)
    }

    @Test(
        arguments: [
            (-62_167_219_200_000, true), (-62_167_219_200_001, false), (253_402_300_799_999, true),
            (253_402_300_800_000, false),
        ] as [(Int64, Bool)])
    func acceptsDatesThatCanBeWritten(value: Int64, isTaken: Bool) {
        #expect((row(value).date("x") != nil) == isTaken)
    }

    @Test func treatsAnEmptyIDAsMissing() {
        let ids: [ChatID?] = [row("").id("x"), row("a").id("x")]
        #expect(ids == [nil, "a"])
        #expect(row("").text("x") == "" && row(Data([0xFF])).text("x") == nil && row("x").number("x") == nil)
    }
}
