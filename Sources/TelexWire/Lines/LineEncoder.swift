import CZlib
import TelexCore
import TelexJSON

/// Numbers and encodes lines. Each reader has its own encoder.
struct LineEncoder {
    /// The number of patches between two whole models of a view.
    private static let patchesPerModel = 255
    /// Every patch whose number is a multiple of this one, and the last before a model, has a checksum of the resulting
    /// model.
    private static let patchesPerChecksum = 32

    /// The state of a view that the reader has.
    private struct SentView {
        var model: any WireViewModel
        /// The model as it was written, once there was a patch.
        var written: WrittenRecord?
        /// The number of the line that last changed the model.
        var seq: Int64
        /// The number of patches since the last whole model.
        var patches = 0
        var isChecked = true
    }

    private let updates: Updates
    /// The number that the next line gets.
    private(set) var seq: Int64
    private var shown: [ViewName: SentView] = [:]
    /// The views of the other windows. `shown` has those of the main one.
    private var shownWithin: [WindowID: [ViewName: SentView]] = [:]
    private let rows = RowBytes()
    private let traces = RowTraces()
    /// A reusable buffer for encoding models to compute their checksums.
    private var scratch: JSONWriter

    /// - Parameter seq: the number of the first line.
    init(_ updates: Updates = .whole, from seq: Int64 = 0) {
        self.updates = updates
        self.seq = seq
        scratch = JSONWriter(RowBytes(isCanonical: true), isCanonical: true)
    }

    /// Makes a writer for the lines, which uses this encoder's cache of rows.
    func makeWriter() -> JSONWriter { JSONWriter(rows, isCanonical: false) }

    /// Writes one line and its newline. Before the last line, writes the checksums that are still missing.
    ///
    /// - Parameter note: written at the end of the line.
    mutating func encode(_ line: OutLine, _ note: Note? = nil, to writer: inout JSONWriter) {
        if case .bye = line { encodeChecksums(&writer) }
        if case .end(let window) = line {
            shownWithin[window] = nil
            return
        }
        guard case .within(let window, let line) = line else { return encode(line, note, &writer) }
        // Swaps in the views of that window until its line is encoded.
        let main = shown
        shown = shownWithin.removeValue(forKey: window) ?? [:]
        encode(line, of: window, note, &writer)
        if !shown.isEmpty { shownWithin[window] = shown }
        shown = main
    }

    private mutating func encode(
        _ line: OutLine, of window: WindowID? = nil, _ note: Note?, _ writer: inout JSONWriter
    ) {
        writer.window = window?.name
        defer { writer.window = nil }
        begin(&writer)
        if let window { Self.member("window", window, &writer) }
        switch line {
        case .hello(let hello): Self.member("hello", hello, &writer)
        case .view(let model, let cause, let isFirst): encode(model, cause, isFirst, &writer)
        case .closed(let view, let cause):
            shown[view] = nil
            Self.member("view", view, &writer)
            Self.member("cause", cause, &writer)
            Self.member("closed", true, &writer)
        case .error(let error):
            writer.name("error")
            writer.beginObject()
            Self.member("code", error.code, &writer)
            Self.member("reason", error.reason, &writer)
            Self.member("line", error.line, &writer)
            writer.endObject()
            Self.member("cause", error.cause, &writer)
        case .settled(let id, let outcome):
            Self.member("settled", id, &writer)
            outcome.writeMembers(to: &writer)
        case .outcome(let id, let outcome):
            outcome.writeMembers(to: &writer)
            Self.member("id", id, &writer)
        case .gap(let gap):
            writer.name("gap")
            writer.beginObject()
            switch gap {
            case .lines(let count): Self.member("lineCount", count, &writer)
            case .messages(let chat): Self.member("chatId", chat, &writer)
            case .arrivals: Self.member("view", InboxViewModel.view, &writer)
            case .ownerLeft: Self.member("ownerLeft", true, &writer)
            }
            writer.endObject()
        case .bye(let bye): Self.member("bye", bye, &writer)
        case .pace(let pace): Self.member("pace", pace, &writer)
        case .within, .end: preconditionFailure("Windows do not nest")
        }
        writer.endObject()
        if let note { write(note, to: &writer) }
        writer.newLine()
    }

    /// Writes a note, at the end of a line or instead of one.
    func write(_ note: Note, to writer: inout JSONWriter) {
        writer.tab()
        note.write(to: &writer)
    }

    private mutating func begin(_ writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("seq")
        writer.write(seq)
        seq += 1
    }

    private mutating func encode(
        _ model: any WireViewModel, _ cause: String?, _ isFirst: Bool, _ writer: inout JSONWriter
    ) {
        let view = type(of: model).view
        let before = shown[view]
        Self.member("view", view, &writer)
        Self.member("cause", cause, &writer)
        if type(of: model).isStream { return Self.member("model", model, &writer) }
        if updates == .patch, !isFirst, var shown = before, shown.patches < Self.patchesPerModel {
            encodePatch(&shown, model, &writer)
            self.shown[view] = shown
            return
        }
        if let changes = model.rowChanges(since: before?.model) { Self.member("changes", changes, &writer) }
        writer.name("model")
        model.write(to: &writer)
        shown[view] = SentView(model: model, seq: seq - 1)
    }

    private mutating func encodePatch(_ shown: inout SentView, _ model: any WireViewModel, _ writer: inout JSONWriter) {
        Self.member("base", shown.seq, &writer)
        writer.name("patch")
        let old = shown.written ?? shown.model.written(in: writer.window)
        let new = model.written(in: writer.window)
        PatchWriter.write(to: &writer, traces) { $0.compare(old, new) }
        shown.written = new
        shown.patches += 1
        shown.isChecked =
            shown.patches % Self.patchesPerChecksum == 0 || shown.patches == Self.patchesPerModel
        if shown.isChecked { Self.member("crc32", checksum(model, in: writer.window), &writer) }
        shown.model = model
        shown.seq = seq - 1
    }

    private mutating func checksum(_ model: any WireViewModel, in window: String?) -> Int64 {
        Self.checksum(model, in: window, &scratch)
    }

    /// Returns the CRC-32 (RFC 1952, section 8) of the model in canonical form (RFC 8785). A reader that applies patches
    /// has the same members, but not in the same order.
    ///
    /// - Parameters:
    ///   - window: the window of the view; `nil` for the main one.
    ///   - scratch: a canonical writer, whose content is discarded.
    static func checksum(_ model: any WireViewModel, in window: String?, _ scratch: inout JSONWriter) -> Int64 {
        scratch.removeAll()
        scratch.window = window
        model.write(to: &scratch)
        return scratch.bytes.withUnsafeBufferPointer { Int64(crc32_z(0, $0.baseAddress, $0.count)) }
    }

    private mutating func encodeChecksums(_ writer: inout JSONWriter) {
        encodeChecksums(of: nil, &writer)
        for (window, views) in shownWithin.sorted(by: \.key) {
            shown = views
            encodeChecksums(of: window, &writer)
        }
    }

    private mutating func encodeChecksums(of window: WindowID?, _ writer: inout JSONWriter) {
        for view in ViewName.allCases {
            guard var last = shown[view], !last.isChecked else { continue }
            begin(&writer)
            if let window { Self.member("window", window, &writer) }
            Self.member("view", view, &writer)
            Self.member("cause", String?.none, &writer)
            Self.member("base", last.seq, &writer)
            writer.name("patch")
            writer.beginArray()
            writer.endArray()
            Self.member("crc32", checksum(last.model, in: window?.name), &writer)
            writer.endObject()
            writer.newLine()
            last.isChecked = true
            last.seq = seq - 1
            shown[view] = last
        }
    }

    private static func member(_ name: String, _ value: some WireWritable, _ writer: inout JSONWriter) {
        writer.name(name)
        value.write(to: &writer)
    }
}

/// The version of the protocol that this program speaks.
public enum ProtocolVersion {
    public static let number = 1
}
