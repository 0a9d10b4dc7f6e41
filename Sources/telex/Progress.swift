import Foundation

/// Tells a person at a terminal, on the standard error output, how far something is that takes longer than a second.
struct Progress {
    private static let patience: TimeInterval = 1
    private static let pace: TimeInterval = 0.2
    private let what: String
    private let isShown: Bool
    private var next = Date().addingTimeInterval(patience)
    private var count = 0
    private var hasShown = false

    /// - Parameters:
    ///   - what: what is counted.
    ///   - isAlone: whether nothing else is printed to the terminal meanwhile.
    init(_ what: String, isAlone: Bool = true) {
        self.what = what
        isShown = isAlone && isatty(STDERR_FILENO) == 1
    }

    mutating func step() {
        count += 1
        // The clock is not asked each time.
        guard isShown, count.isMultiple(of: 256), Date() >= next else { return }
        next = Date().addingTimeInterval(Self.pace)
        hasShown = true
        write("\r\(count) \(what)…")
    }

    /// Takes back what was shown.
    mutating func finish() {
        if hasShown { write("\r\u{1B}[K") }
        hasShown = false
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
