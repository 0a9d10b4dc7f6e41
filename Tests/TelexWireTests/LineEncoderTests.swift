@testable import TelexCore
import TelexJSON
import Testing

@testable import TelexWire

@Suite struct LineEncoderTests {
    private func object(_ encoder: inout LineEncoder, _ line: OutLine) throws -> [JSONObject] {
        var writer = encoder.makeWriter()
        encoder.encode(line, to: &writer)
        return try writer.bytes.split(separator: 0x0A).map {
            guard case .object(let object) = try JSONParser.parse($0).0.get() else { throw JSONParser.Failure.tooDeep }
            return object
        }
    }

    private func badge(_ total: Int, isFirst: Bool = false) -> OutLine {
        .view(BadgeViewModel(unreadCount: total, mentionCount: 0), cause: nil, isFirst: isFirst)
    }

    /// A whole model, then 255 patches on it, every 32nd and the last of them with a checksum, then a whole model again.
    @Test func sendsAWholeModelAfter255Patches() throws {
        var encoder = LineEncoder(.patch)
        for number in 0..<300 {
            let line = try object(&encoder, badge(number))[0]
            let place = number % 256
            #expect(line["seq"] == .integer(Int64(number)))
            #expect((line["model"] == nil) == (place > 0))
            #expect(line["base"] == (place > 0 ? .integer(Int64(number - 1)) : nil))
            let isChecked = place > 0 && place % 32 == 0 || place == 255
            #expect((line["crc32"] != nil) == isChecked, "line \(number)")
        }
    }

    @Test func namesTheLineThatAPatchIsBasedOn() throws {
        var encoder = LineEncoder(.patch)
        _ = try object(&encoder, .hello(.blank))
        #expect(try object(&encoder, badge(1))[0]["model"] == ["unreadCount": 1, "mentionCount": 0])
        _ = try object(&encoder, .settled("a"))
        let patch = try object(&encoder, badge(2))[0]
        #expect(patch["base"] == 1 && patch["patch"] == [["op": "replace", "path": "/unreadCount", "value": 2]])
        _ = try object(&encoder, .settled("b"))
        #expect(try object(&encoder, badge(3))[0]["base"] == 3)
        #expect(try object(&encoder, badge(4, isFirst: true))[0]["model"] == ["unreadCount": 4, "mentionCount": 0])
        #expect(try object(&encoder, badge(5))[0]["base"] == 6)
    }

    @Test func basesThePatchesOfEachWindowOnItsOwnLines() throws {
        var encoder = LineEncoder(.patch)
        let window = WindowID("w")
        _ = try object(&encoder, badge(1))
        let other = try object(&encoder, badge(5).within(window))[0]
        #expect(other["window"] == "w" && other["model"] == ["unreadCount": 5, "mentionCount": 0])
        #expect(try object(&encoder, badge(2))[0]["base"] == 0)
        let patch = try object(&encoder, badge(6).within(window))[0]
        #expect(patch["window"] == "w" && patch["base"] == 1)
        // The missing checksums are written for both windows, but not for a view of a closed window.
        #expect(try object(&encoder, .bye(.eof)).map { $0["window"] } == [nil, "w", nil])
        _ = try object(&encoder, badge(7).within(window))
        let seq = encoder.seq
        #expect(try object(&encoder, .end(of: window)).isEmpty && encoder.seq == seq)
        #expect(try object(&encoder, .bye(.eof)).count == 1)
    }

    /// The same row, in one window after the other. Each of its three actions names the window that the line is about.
    @Test func namesTheWindowInItsActions() throws {
        var encoder = LineEncoder()
        let model = NotificationViewModel.listing([("ada", 1)])
        for window in [WindowID.main, WindowID("w"), WindowID("v"), .main] {
            let line = try object(&encoder, .view(model, cause: nil, isFirst: true).within(window))[0]
            let names = JSONValue.object(line).text.split(separator: #""window":"#).dropFirst().map(\.first)
            #expect(line["window"] == window.name.map { .string($0) } && names.count == (window == .main ? 0 : 4))
        }
    }

    /// A checksum is of the model with the windows in its actions.
    @Test func checksAModelOfAWindow() throws {
        var (encoder, reader) = (LineEncoder(.patch), OutputReader())
        let window = WindowID("w")
        let models = [[("ada", 1)], [("ada", 2)]].map { NotificationViewModel.listing($0) }
        let lines = models.map { OutLine.view($0, cause: nil, isFirst: false).within(window) } + [.bye(.eof)]
        let written = try lines.flatMap { try object(&encoder, $0) }
        #expect(written.count == 4 && written[2]["crc32"] != nil)
        for line in written { _ = try reader.read(JSONValue.object(line).text) }
    }

    @Test func sendsWholeModelsToAReaderWithoutPatches() throws {
        var encoder = LineEncoder(.whole)
        for number in 0..<3 {
            #expect(
                try object(&encoder, badge(number))[0]["model"] == [
                    "unreadCount": .integer(Int64(number)), "mentionCount": 0,
                ])
        }
    }

    @Test func sendsEachPageOfTheInboxWhole() throws {
        var encoder = LineEncoder(.patch)
        for arrival in 1...3 {
            let cursor = InboxCursor(store: "s", arrival: Int64(arrival))
            let model = InboxViewModel(cursor: cursor, errorText: nil, messages: [])
            let line = try object(&encoder, .view(model, cause: nil, isFirst: arrival == 1))[0]
            #expect(line["model"] == ["cursor": .string(cursor.text), "messages": []])
            #expect(line["patch"] == nil && line["changes"] == nil)
        }
        #expect(try object(&encoder, .bye(.eof)).count == 1)
    }

    @Test func writesMissingChecksumsBeforeTheLastLine() throws {
        var encoder = LineEncoder(.patch)
        _ = try object(&encoder, badge(1))
        #expect(try object(&encoder, .bye(.eof)).map { $0["seq"] } == [1])
        _ = try object(&encoder, badge(2))
        let lines = try object(&encoder, .bye(.eof))
        #expect(lines.map { $0["seq"] } == [3, 4] && lines[1]["bye"] == "eof")
        #expect(lines[0]["base"] == 2 && lines[0]["patch"] == [] && lines[0]["view"] == "badge")
        // CRC-32 of {"mentionCount":0,"unreadCount":2}
        #expect(lines[0]["crc32"] == 4201492195)
        // The checksum is written only once, and the next patch is based on its line.
        #expect(try object(&encoder, .bye(.eof)).map { $0["seq"] } == [5])
        #expect(try object(&encoder, badge(3))[0]["base"] == 3)
    }
}
