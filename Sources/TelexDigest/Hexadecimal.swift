extension Sequence<UInt8> {
    /// Two hexadecimal digits for each byte, in lower case.
    package var hexadecimal: String {
        var text = ""
        for byte in self {
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
        return text
    }
}
