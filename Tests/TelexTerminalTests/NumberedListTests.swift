import Testing

@testable import TelexTerminal

@Suite struct NumberedListTests {
    private struct Row: Identifiable, Hashable, Sendable {
        var id: String
        var state = 0
    }

    private func gone(_ row: Row) -> Complaint { .gone(0, row.id, .chats) }

    @Test(arguments: [Int.min, -1, 0, 2, Int.max]) func hasOnlyNumbersFromOneOn(number: Int) {
        #expect(throws: Complaint.noSuchNumber(number, of: 1)) {
            try NumberedList<Row>().row(number, of: [Row(id: "a")], in: [Row(id: "a")], gone: gone)
        }
    }

    @Test func refersToCurrentListBeforeFirstPrint() throws {
        let list = NumberedList<Row>()
        #expect(
            try list.row(2, of: [Row(id: "a"), Row(id: "b")], in: [Row(id: "a"), Row(id: "b")], gone: gone).id == "b")
        #expect(throws: Complaint.noSuchNumber(3, of: 2)) {
            try list.row(3, of: [Row(id: "a"), Row(id: "b")], in: [Row(id: "a"), Row(id: "b")], gone: gone)
        }
    }

    @Test func refersToPrintedRowInCurrentState() throws {
        var list = NumberedList<Row>()
        list.print([Row(id: "a"), Row(id: "b")])
        #expect(
            try list.row(
                1, of: [Row(id: "b"), Row(id: "a", state: 1)], in: [Row(id: "b"), Row(id: "a", state: 1)], gone: gone)
                == Row(id: "a", state: 1))
        #expect(throws: Complaint.gone(0, "a", .chats)) {
            try list.row(1, of: [Row(id: "b")], in: [Row(id: "b")], gone: gone)
        }
        #expect(try list.row(1, of: [Row(id: "b")], in: [Row(id: "b")], gone: nil) == Row(id: "a"))
        #expect(throws: Complaint.noSuchNumber(3, of: 2)) {
            try list.row(
                3, of: [Row(id: "b"), Row(id: "a"), Row(id: "c")], in: [Row(id: "b"), Row(id: "a"), Row(id: "c")],
                gone: gone)
        }
    }

    /// A list that was not printed is the one that was open when the line began.
    @Test func refersToTheRowThatWasSeen() throws {
        let list = NumberedList<Row>()
        let (a, b) = (Row(id: "a"), Row(id: "b"))
        #expect(try list.row(1, of: [a], in: [b, a], gone: gone) == a)
        #expect(throws: Complaint.gone(0, "a", .chats)) { try list.row(1, of: [a], in: [b], gone: gone) }
    }

    @Test func refersToRowLastPrintedWithNumber() throws {
        var list = NumberedList<Row>()
        let (a, b, c) = (Row(id: "a"), Row(id: "b"), Row(id: "c"))
        list.print([a, b])
        list.print(c, as: 1)
        #expect(try list.row(1, of: [c, a, b], in: [c, a, b], gone: gone) == c)
        #expect(try list.row(2, of: [c, a, b], in: [c, a, b], gone: gone) == b)
        list.print([b])
        #expect(throws: Complaint.noSuchNumber(2, of: 1)) {
            try list.row(2, of: [c, a, b], in: [c, a, b], gone: gone)
        }
        list.print([])
        #expect(try list.row(1, of: [a], in: [a], gone: gone) == a)
    }
}
