extension Unicode.Scalar {
    /// Whether this is a control character: general category Cc, which Unicode's stability policy makes immutable.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
