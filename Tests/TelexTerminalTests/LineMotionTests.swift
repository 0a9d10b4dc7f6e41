import Testing

@testable import TelexTerminal

/// Tests moving the cursor between the lines of a draft.
@Suite struct LineMotionTests {
    private func target(_ step: Int, from cursor: Int, in draft: String) -> Int? {
        LineMotion.target(step, from: cursor, in: Array(draft.unicodeScalars))
    }

    @Test(
        arguments: [
            (0, nil, 4), (1, nil, 5), (3, nil, 6), (4, 0, 7), (5, 1, 8), (6, 2, 9), (7, 4, nil), (10, 6, nil),
        ] as [(Int, Int?, Int?)])
    func staysInTheSameColumnIfTheLineIsLongEnough(cursor: Int, above: Int?, below: Int?) {
        #expect(target(-1, from: cursor, in: "abc\nde\nfgh") == above)
        #expect(target(1, from: cursor, in: "abc\nde\nfgh") == below)
    }

    @Test func stopsAtEmptyLines() {
        #expect(target(1, from: 2, in: "ab\n\ncd") == 3)
        #expect(target(1, from: 3, in: "ab\n\ncd") == 4)
        #expect(target(-1, from: 5, in: "ab\n\ncd") == 3)
    }

    @Test func staysBetweenCharacters() {
        #expect(target(-1, from: 5, in: "e\u{301}x\nabc") == 0)
        #expect(target(-1, from: 6, in: "e\u{301}x\nabc") == 2)
        #expect(target(-1, from: 7, in: "e\u{301}x\nabc") == 3)
    }
}
