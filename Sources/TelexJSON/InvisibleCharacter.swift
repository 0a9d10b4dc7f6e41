/// Characters that control a terminal, change the direction of text or are invisible, beyond ASCII's below U+0020.
enum InvisibleCharacter {
    private static func contains(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x7F..<0xA0: true  // DEL and C1
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F: true  // bidirectional controls (UAX #9)
        case 0x2028, 0x2029, 0xFEFF, 0xFFF9...0xFFFB: true  // separators, byte order mark, interlinear annotation
        case 0xE0000...0xE007F: true  // tags
        default: false
        }
    }

    /// Returns the character that starts at an index; `nil` if none of these does.
    ///
    /// - Parameter utf8: valid UTF-8.
    static func scalar(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Unicode.Scalar? {
        let (length, bits): (Int, UInt8)
        switch utf8[index] {
        case 0x7F: (length, bits) = (1, 0x7F)
        case 0xC2, 0xD8: (length, bits) = (2, 0x1F)
        case 0xE2, 0xEF: (length, bits) = (3, 0x0F)
        case 0xF3: (length, bits) = (4, 0x07)
        // No other byte starts one of them.
        default: return nil
        }
        let value = utf8[(index + 1)..<(index + length)].reduce(UInt32(utf8[index] & bits)) {
            $0 << 6 | UInt32($1 & 0x3F)
        }
        return contains(value) ? Unicode.Scalar(value) : nil
    }
}
