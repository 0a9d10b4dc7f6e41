import Foundation
import GRDB
import TelexCore
import Testing

@testable import TelexStorage

@Suite struct StoredRowTests {
    private func row(_ value: (any DatabaseValueConvertible)?) -> StoredRow { StoredRow(Row(["x": value])) }

    @Test(
        arguments: [
            (0, 0), (9_007_199_254_740_991, 9_007_199_254_740_991), (-9_007_199_254_740_991, -9_007_199_254_740_991),
            (9_007_199_254_740_992, nil), (-9_007_199_254_740_992, nil), (.max, nil), (.min, nil),
        ] as [(Int64, Int64?)])
    func acceptsNumbersThatEveryReaderCanHold(value: Int64, number: Int64?) {
        var row = row(value)
        #expect(row.number("x") == number && row.number(0) == number && row.isSound == (number != nil))
    }

    @Test(
        arguments: [
            (0, false), (1, true), (2, true), (nil, nil),
        ] as [(Int?, Bool?)])
    func readsFlags(value: Int?, flag: Bool?) {
        var row = row(value)
        #expect(row.flag("x") == flag && row.number("y") == nil && row.number(7) == nil && row.isSound)
    }

    @Test(
        arguments: [
            (-62_167_219_200_000, true), (-62_167_219_200_001, false), (253_402_300_799_999, true),
            (253_402_300_800_000, false),
        ] as [(Int64, Bool)])
    func acceptsDatesThatCanBeWritten(value: Int64, isTaken: Bool) {
        var row = row(value)
        #expect((row.date("x") != nil) == isTaken && row.isSound == isTaken)
    }

    @Test func refusesAnEmptyID() {
        var (empty, named) = (row(""), row("a"))
        let ids: [ChatID?] = [empty.id("x"), named.id("x")]
        #expect(ids == [nil, "a"] && !empty.isSound && named.isSound)
    }

    @Test(arguments: [.null, 7.databaseValue, 1.5.databaseValue, "t".databaseValue, Data([0xFF]).databaseValue])
    func refusesValuesOfAnotherType(value: DatabaseValue) {
        var (text, number, json) = (row(value), row(value), row(value))
        #expect(text.text("x") == String?.fromDatabaseValue(value).flatMap { value.storage.value is String ? $0 : nil })
        #expect(number.number("x") == (value.storage.value as? Int64))
        #expect(json.json("x") as Reaction? == nil && json.isSound == value.isNull)
        let isRight = [value.isNull || value.storage.value is String, value.isNull || value.storage.value is Int64]
        #expect([text.isSound, number.isSound] == isRight)
    }
}
