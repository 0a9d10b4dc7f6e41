import TelexCore
import TelexRuntime

/// Reads an export line by line, and holds no more than a piece of it.
public final class ExportReader {
    /// A message of the longest line that telex pipe takes has room, however many of its characters are escaped.
    static let longestLine = LineError.longestLine * 8

    private let piece: () throws -> [UInt8]?
    private var splitter = LineSplitter(longest: longestLine)
    private var lines: ArraySlice<[UInt8]?> = []
    private var hasEnded = false
    /// The number of the line that was read last, from 1.
    public private(set) var number = 0
    /// Whether the export says that all that its store held is in it; known at its end.
    public private(set) var isWhole = false

    /// - Parameter piece: hands out the bytes, one piece after the other, and `nil` at their end.
    public init(_ piece: @escaping () throws -> [UInt8]?) { self.piece = piece }

    /// Reads the first line.
    public func header() throws -> ExportHeader {
        guard let line = try nextLine() ?? nil, case .header(let header)? = try? ExportedLine.read(line[...]) else {
            throw ExportError.noHeader
        }
        guard header.version == ExportHeader.version else { throw ExportError.otherVersion(header.version) }
        return header
    }

    /// - Returns: what the next line holds, or `nil` after the last.
    public func next() throws -> StoredItem? {
        guard let line = try readLine() else { throw ExportError.unfinished }
        switch line {
        case .item(let item): return item
        case .header: throw refusal("An export has one header, its first line.")
        case .end(let isWhole):
            self.isWhole = isWhole
            if try readLine() != nil { throw refusal("It stands behind the end. Import one export after the other.") }
            return nil
        }
    }

    private func refusal(_ reason: String) -> ExportError { .line(number, reason: reason) }

    private func readLine() throws -> ExportedLine? {
        guard let bytes = try nextLine() else { return nil }
        guard let bytes else { throw refusal("It is longer than \(Self.longestLine) bytes.") }
        do { return try ExportedLine.read(bytes[...]) } catch {
            switch error {
            case .malformed(let error): throw refusal("\(error)")
            case .unknown:
                let names = ExportedLine.forms.map { "\"\($0.members[0].name)\"" }.joined(separator: ", ")
                throw refusal("It has none of the members \(names).")
            }
        }
    }

    /// The next line that is not blank; one that is too long is `nil` within.
    private func nextLine() throws -> [UInt8]?? {
        repeat {
            while let line = lines.popFirst() {
                number += 1
                if line?.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) != true { return .some(line) }
            }
        } while try readPiece()
        return nil
    }

    private func readPiece() throws -> Bool {
        if hasEnded { return false }
        var found: [[UInt8]?] = []
        if let bytes = try piece() {
            splitter.take(bytes[...]) { found.append($0.map(Array.init)) }
        } else {
            hasEnded = true
            splitter.finish { found.append($0.map(Array.init)) }
        }
        lines = found[...]
        return true
    }
}
