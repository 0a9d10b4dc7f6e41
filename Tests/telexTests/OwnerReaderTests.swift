import TelexWire
import Testing

@testable import telex

@Suite struct OwnerReaderTests {
    private static let lines =
        #"{"seq":0,"settled":"ö","outcome":"done"}"# + "\n" + #"{"seq":1,"weather":"fine"}"# + "\n"
        + #"{"seq":2,"bye":"eof"}"# + "\n"

    @Test func readsLinesInPiecesOfAnySize() throws {
        let bytes = Array(Self.lines.utf8)
        for end in bytes.indices {
            var reader = OwnerReader()
            let lines = try reader.read(bytes[..<end]) + reader.read(bytes[end...])
            guard case .settled("ö", _) = lines.first, case .bye(.eof) = lines.last, lines.count == 2 else {
                Issue.record("\(end): \(lines)")
                continue
            }
        }
    }

    @Test func refusesWhatIsNoLine() {
        var reader = OwnerReader()
        #expect(throws: LineError.self) { try reader.read(Array("garbage\n".utf8)[...]) }
    }
}
