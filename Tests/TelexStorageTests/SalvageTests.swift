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
                rows.append(Int64.fromDatabaseValue("key".value(in: $0)) ?? 0)
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

    /// A page to which damaged links lead twice is read once.
    @Test(
        arguments: [
            ([1, 2, 3], true, true), ([3, 2, 1], false, true), ([1, 2, 2], true, false), ([2, 1], true, false),
            ([1, 2], false, false), ([5], true, true), ([], true, true),
        ] as [([Int], Bool, Bool)])
    func acceptsEachKeyOnceAndInOrder(keys: [Int], isAscending: Bool, isInOrder: Bool) throws {
        var order = KeyOrder<Int>(isAscending: isAscending)
        #expect(try Salvage.isReadable { for key in keys { try order.check(key) } } == isInOrder)
    }

    @Test(arguments: [
        ResultCode.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_ERROR,
    ])
    func skipsDamage(code: ResultCode) throws {
        let isReadable = try [{ throw DatabaseError(resultCode: code) }, {}].map(Salvage.isReadable)
        #expect(isReadable == [false, true])
    }

    @Test(arguments: [ResultCode.SQLITE_BUSY, .SQLITE_FULL, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_WRITE])
    func throwsErrorsOtherThanDamage(code: ResultCode) {
        #expect(throws: DatabaseError.self) { try Salvage.isReadable { throw DatabaseError(resultCode: code) } }
    }
}
