/// What a terminal answers that was asked for its background (`Background.question`).
///
/// The answers come among the keys, split anyhow, and perhaps late. Until the last one has come, the beginning of an answer
/// waits for its end without a time limit. Nothing of an answer becomes a key.
struct TerminalAnswers: Sendable {
    /// Whether the last answer is still to come.
    private(set) var areAwaited = false
    /// The colour of the background, until it is taken.
    private var background: RGB?

    /// What bytes after an escape are.
    enum Reading: Equatable {
        /// No answer.
        case nothing
        /// The beginning of one.
        case beginning
        /// An answer, or what is left of one, of so many bytes.
        case answer(Int)
    }

    /// The longest answer, in bytes, without its end.
    private static let longest = 64
    private static let prefix = Array("]11;rgb".utf8)
    private static let colourBytes = Set("0123456789abcdefABCDEF/:".utf8)
    private static let attributeBytes = Set("0123456789;".utf8)

    /// Notes that the terminal is being asked.
    mutating func ask() { areAwaited = true }

    mutating func takeBackground() -> Background? {
        defer { background = nil }
        return background.map(Background.init)
    }

    /// Reads what may be an answer.
    ///
    /// - Parameter bytes: those after an escape.
    mutating func read(_ bytes: ArraySlice<UInt8>) -> Reading {
        guard areAwaited, let first = bytes.first else { return .nothing }
        switch first {
        case 0x5D: return readColour(bytes)
        case 0x5B: return readAttributes(bytes)
        default: return .nothing
        }
    }

    /// Reads `]11;rgb:RRRR/GGGG/BBBB`, with one to four digits each, and BEL or ST after it.
    private mutating func readColour(_ bytes: ArraySlice<UInt8>) -> Reading {
        guard zip(bytes, Self.prefix).allSatisfy(==) else { return .nothing }
        let body = bytes.prefix(Self.longest).dropFirst(Self.prefix.count)
        guard let end = body.firstIndex(where: { !Self.colourBytes.contains($0) }) else {
            return bytes.count < Self.longest ? .beginning : .answer(Self.longest)
        }
        let count = end - bytes.startIndex
        switch bytes[end...].prefix(2) {
        case [0x1B]: return .beginning
        case [0x1B, 0x5C]:
            background = Self.colour(body[..<end])
            return .answer(count + 2)
        case let rest where rest.first == 0x07:
            background = Self.colour(body[..<end])
            return .answer(count + 1)
        default: return .answer(count)
        }
    }

    /// Reads `[?62;4c`, which comes last.
    private mutating func readAttributes(_ bytes: ArraySlice<UInt8>) -> Reading {
        let body = bytes.prefix(Self.longest).dropFirst()
        guard let mark = body.first else { return .beginning }
        guard mark == 0x3F else { return .nothing }
        guard let end = body.dropFirst().firstIndex(where: { !Self.attributeBytes.contains($0) }) else {
            return bytes.count < Self.longest ? .beginning : .nothing
        }
        guard bytes[end] == 0x63 else { return .nothing }
        areAwaited = false
        return .answer(end + 1 - bytes.startIndex)
    }

    /// - Parameter body: such as `:ffff/ffff/ffff`, or `a:ffff/ffff/ffff/ffff` with opacity.
    private static func colour(_ body: ArraySlice<UInt8>) -> RGB? {
        let parts = String(decoding: body, as: UTF8.self).split(separator: ":", omittingEmptySubsequences: false)
        let levels = (parts.count == 2 ? parts[1] : "").split(separator: "/").map { digits -> UInt8? in
            guard digits.utf8.count <= 4, let level = UInt32(digits, radix: 16) else { return nil }
            return UInt8(level * 255 / (1 << (4 * UInt32(digits.utf8.count)) - 1))
        }
        guard (3...4).contains(levels.count), let red = levels[0], let green = levels[1], let blue = levels[2] else {
            return nil
        }
        return RGB(red, green, blue)
    }
}
