import TelexCore
import TelexRuntime

/// Reads an export line by line, with only one piece of it in memory.
public final class ExportReader {
    /// The maximum length of a line in bytes. It fits any message that `telex pipe` accepts, even if many of its
    /// characters are escaped.
    static let longestLine = LineError.longestLine * 8

    private let piece: () throws -> [UInt8]?
    private var splitter = LineSplitter(longest: longestLine)
    private var lines: ArraySlice<[UInt8]> = []
    private var hasEnded = false
    /// The number of the last line read, from 1.
    public private(set) var number = 0
    /// Whether the export claims to be complete. Known once the last line has been read.
    public private(set) var isWhole = false

    /// - Parameter piece: returns the next piece of the bytes, and `nil` at their end.
    public init(_ piece: @escaping () throws -> [UInt8]?) { self.piece = piece }

    /// Reads the first line.
    public func header() throws -> ExportHeader {
        guard let line = try nextLine(), case .header(let header)? = try? ExportedLine.read(line[...]) else {
            throw ExportError.noHeader
        }
        guard header.version == ExportHeader.version else { throw ExportError.otherVersion(header.version) }
        return header
    }

    /// Reads the next item; returns `nil` after the last one.
    public func next() throws -> StoredItem? {
        guard let line = try readLine() else { throw ExportError.unfinished }
        switch line {
        case .item(let item): return item
        case .markedMessage(let message, _): return .message(message)
        case .header: throw refusal("An export has one header, its first line.")
        case .end(let isWhole):
            self.isWhole = isWhole
            if try readLine() != nil {
                throw refusal("It comes after the last line of the export. Import one export at a time.")
            }
            return nil
        }
    }

    private func refusal(_ reason: String) -> ExportError { .line(number, reason: reason) }

    private func readLine() throws -> ExportedLine? {
        guard let bytes = try nextLine() else { return nil }
        if bytes.count > Self.longestLine { throw refusal("It is longer than \(Self.longestLine) bytes.") }
        do { return try ExportedLine.read(bytes[...]) } catch {
            switch error {
            case .malformed(let error): throw refusal("\(error)")
            case .unknown:
                let names = ExportedLine.forms.map { "\"\($0.members[0].name)\"" }.joined(separator: ", ")
                throw refusal("It has none of the members \(names).")
            }
        }
    }

    /// Reads the next line that is not blank, or the beginning of one that is too long. Returns `nil` at the end.
    private func nextLine() throws -> [UInt8]? {
        repeat {
            while let line = lines.popFirst() {
                number += 1
                if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return line }
            }
        } while try readPiece()
        return nil
    }

    private func readPiece() throws -> Bool {
        if hasEnded { return false }
        if let bytes = try piece() {
            lines = splitter.split(bytes[...])[...]
        } else {
            hasEnded = true
            lines = splitter.finish()[...]
        }
        return true
    }
}
