/// A key, as the line editor receives it.
enum Key: Equatable, Sendable {
    case character(Unicode.Scalar)
    /// A key that sends a sequence of characters.
    case named(NamedKey, sequence: [UInt8])
    /// Text from a bracketed paste.
    case paste(String)
    /// Bytes that are not UTF-8.
    case garbage
}

/// A key that moves the cursor, deletes, or begins a new line.
enum NamedKey: UInt8, CaseIterable, Sendable {
    case up, down, right, left, home, end, delete, wordRight, wordLeft, newLine, pageUp, pageDown
}

/// Decodes the bytes that a terminal sends into keys, however reads split them.
struct KeyDecoder {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The bytes of the paste in progress; `nil` if there is none.
    private var pasted: [UInt8]?
    /// What the terminal has answered, which comes among the keys.
    var answers = TerminalAnswers()
    /// What the terminal has reported last of its focus, until it is taken.
    private var focus: Bool?
    /// Whether the beginning of an answer or a report is pending. It waits for its end, however long that takes.
    private var holdsAnswer = false
    /// Whether the last key was an escape that nothing followed in time. It may have begun an answer or a report.
    private var hasLoneEscape = false

    /// The number of bytes after which a paste is cut off. Inserting it reports that it is too long.
    static let longestPaste = 1 << 20
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    mutating func feed(_ more: some Sequence<UInt8>) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.count <= 65_536)
            start = 0
        }
        bytes += more
    }

    /// Returns whether the terminal has got the focus or lost it since the last call; `nil` for neither.
    mutating func takeFocus() -> Bool? {
        defer { focus = nil }
        return focus
    }

    /// Whether an incomplete key or paste is pending.
    var isInTheMiddle: Bool { (start < bytes.count && !holdsAnswer) || pasted != nil }

    /// Whether a paste is pending.
    var isPasting: Bool { pasted != nil }

    /// Returns the next key; `nil` if none is complete.
    ///
    /// - Parameter isLate: whether to stop waiting for the rest of a sequence; an escape is then a key of its own.
    mutating func next(isLate: Bool = false) -> Key? {
        while start < bytes.count {
            if pasted != nil {
                guard let paste = decodePaste(isLate) else { return nil }
                return paste
            }
            switch readReport() {
            case .answer(let count):
                start += count
                continue
            case .beginning: return nil
            case .nothing: break
            }
            switch bytes[start] {
            case 0x1B:
                hasLoneEscape = isLate && bytes.count - start == 1
                switch sequence(isLate) {
                case .none: return nil
                case .some(.key(let key)): return key
                case .some(.nothing): continue
                }
            case ..<0x80: return .character(Unicode.Scalar(consume(1)[0]))
            default:
                guard let key = wide(isLate) else { return nil }
                // Drop C1 controls: they control terminals, and Telex uses them as codes of named keys.
                if case .character(let scalar) = key, scalar.value < 0xA0 { continue }
                return key
            }
        }
        if isLate, let paste = pasted {
            pasted = nil
            return .paste(String(decoding: paste, as: UTF8.self))
        }
        return nil
    }

    /// Reads what may be an answer or a report, with its escape unless that became a key.
    private mutating func readReport() -> TerminalAnswers.Reading {
        let hasEscape = bytes[start] == 0x1B
        var reading = TerminalAnswers.Reading.nothing
        if hasEscape || hasLoneEscape {
            let body = bytes[(start + (hasEscape ? 1 : 0))...]
            reading = answers.read(body)
            if reading == .nothing { reading = readFocus(body) }
        }
        holdsAnswer = reading == .beginning
        if !holdsAnswer { hasLoneEscape = false }
        if case .answer(let count) = reading { return .answer(count + (hasEscape ? 1 : 0)) }
        return reading
    }

    /// Reads `[I` and `[O`, by which a terminal reports that it has got the focus, or has lost it (xterm's control
    /// sequences, "FocusIn/FocusOut"). `[` waits for its end, since no key sends that alone.
    private mutating func readFocus(_ body: ArraySlice<UInt8>) -> TerminalAnswers.Reading {
        guard body.first == 0x5B else { return .nothing }
        switch body.dropFirst().first {
        case nil: return .beginning
        case 0x49: focus = true
        case 0x4F: focus = false
        default: return .nothing
        }
        return .answer(2)
    }

    private mutating func consume(_ count: Int) -> [UInt8] {
        defer { start += count }
        return Array(bytes[start..<start + count])
    }

    /// Decodes a UTF-8 character of several bytes (RFC 3629).
    private mutating func wide(_ isLate: Bool) -> Key? {
        let length =
            switch bytes[start] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        let present = min(length, bytes.count - start)
        let continues = bytes[(start + 1)..<(start + present)].allSatisfy { $0 & 0xC0 == 0x80 }
        if continues, present < length, !isLate { return nil }
        if continues, present == length, let text = String(validating: bytes[start..<start + length], as: UTF8.self),
            let scalar = text.unicodeScalars.first
        {
            start += length
            return .character(scalar)
        }
        start += 1
        return .garbage
    }

    private enum Escaped {
        case key(Key)
        /// A sequence that is no key: an unknown one, or the start of a paste.
        case nothing
    }

    /// Decodes a sequence that begins with an escape: CSI (ECMA-48), SS3 (keypad), or the escape alone.
    private mutating func sequence(_ isLate: Bool) -> Escaped? {
        guard bytes.count - start > 1 else { return isLate ? escape() : nil }
        switch bytes[start + 1] {
        case 0x5B:  // CSI: parameters, intermediates, one final byte
            guard let end = bytes[(start + 2)...].firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
                return isLate ? escape() : nil
            }
            guard (0x40...0x7E).contains(bytes[end]) else { return escape() }
            let sequence = consume(end + 1 - start)
            if sequence == Array("\u{1B}[200~".utf8) {
                pasted = []
                return .nothing
            }
            return Self.names[String(decoding: sequence.dropFirst(), as: UTF8.self)]
                .map { .key(.named($0, sequence: sequence)) } ?? .nothing
        case 0x4F:  // SS3: one byte
            guard bytes.count - start > 2 else { return isLate ? escape() : nil }
            let sequence = consume(3)
            return Self.names[String(decoding: sequence.dropFirst(), as: UTF8.self)]
                .map { .key(.named($0, sequence: sequence)) } ?? .nothing
        case 0x0A, 0x0D: return .key(.named(.newLine, sequence: consume(2)))
        case 0x50, 0x58, 0x5D, 0x5E, 0x5F: return controlString(isLate)
        default: return escape()
        }
    }

    /// Drops a control string (ECMA-48, 5.6): DCS, SOS, OSC, PM or APC, text, and ST; or BEL, as xterm ends them. A terminal
    /// may report by one what nobody asked for. With nothing but the first two bytes, it is a key with Alt.
    private mutating func controlString(_ isLate: Bool) -> Escaped? {
        let text = bytes[(start + 2)...].prefix(Self.longestString)
        guard let end = text.firstIndex(where: { $0 < 0x20 }) else {
            return isLate || text.count == Self.longestString ? escape() : nil
        }
        if bytes[end] == 0x07 {
            _ = consume(end + 1 - start)
            return .nothing
        }
        guard bytes[end] == 0x1B else { return escape() }
        guard end + 1 < bytes.count else { return isLate ? escape() : nil }
        guard bytes[end + 1] == 0x5C else { return escape() }
        _ = consume(end + 2 - start)
        return .nothing
    }

    /// The longest control string that is dropped, in bytes.
    private static let longestString = 4096

    private mutating func escape() -> Escaped { .key(.character(Unicode.Scalar(consume(1)[0]))) }

    private mutating func decodePaste(_ isLate: Bool) -> Key? {
        while start < bytes.count {
            let byte = bytes[start]
            start += 1
            pasted?.append(byte)
            if byte == 0x7E, let all = pasted, all.suffix(6).elementsEqual(Self.pasteEnd) {
                pasted = nil
                return .paste(String(decoding: all.dropLast(6), as: UTF8.self))
            }
            // What a terminal reports of its focus meanwhile is no text.
            if byte == 0x49 || byte == 0x4F, pasted?.suffix(3).starts(with: [0x1B, 0x5B]) == true {
                pasted?.removeLast(3)
            }
            // Keep only the useful part of an endless paste, and still look for its end.
            if let count = pasted?.count, count > Self.longestPaste + 64 {
                pasted?.removeSubrange(Self.longestPaste..<(count - 6))
            }
        }
        return nil
    }

    /// The sequences of the named keys, after the escape: those of xterm, VT220, the Linux console and rxvt.
    private static let names: [String: NamedKey] = [
        "[A": .up, "OA": .up, "[B": .down, "OB": .down, "[C": .right, "OC": .right, "[D": .left, "OD": .left,
        "[H": .home, "OH": .home, "[1~": .home, "[7~": .home, "[F": .end, "OF": .end, "[4~": .end, "[8~": .end,
        "[3~": .delete, "[5~": .pageUp, "[6~": .pageDown, "[1;5C": .wordRight, "[1;3C": .wordRight, "Oc": .wordRight,
        "[1;5D": .wordLeft,
        "[1;3D": .wordLeft, "Od": .wordLeft,
    ]
}
