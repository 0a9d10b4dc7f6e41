extension Unicode.Scalar {
    /// Whether this is a control character, of category Cc. The Unicode Standard never changes that category, and finding
    /// it in a table takes longer.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
