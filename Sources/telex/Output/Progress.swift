import Foundation
import TelexRuntime

/// Shows the progress of an operation that takes long, if the standard error is a terminal.
struct Progress {
    private static let patience: TimeInterval = 1
    private static let pace: TimeInterval = 0.2
    private let what: String
    private let isShown: Bool
    private var next: Date
    private var count = 0
    private var hasShown = false

    /// - Parameters:
    ///   - what: the counted things, with a verb.
    ///   - isAlone: whether nothing else is printed to the terminal meanwhile.
    ///   - patience: how long nothing is shown, in seconds.
    init(_ what: String, isAlone: Bool = true, patience: TimeInterval = patience) {
        self.what = what
        next = Date.steady.addingTimeInterval(patience)
        isShown = isAlone && isatty(STDERR_FILENO) == 1
    }

    mutating func step() {
        count += 1
        // Read the clock only now and then.
        if count.isMultiple(of: 256) { show("\(count)") }
    }

    /// Shows how many of all there are now.
    mutating func show(_ count: Int, of all: Int) { show("\(count) of \(all)") }

    private mutating func show(_ count: String) {
        guard isShown, Date.steady >= next else { return }
        next = Date.steady.addingTimeInterval(Self.pace)
        hasShown = true
        FileOutput.warn("\r\(count) \(what)…")
    }

    /// Erases the progress line.
    mutating func finish() {
        if hasShown { FileOutput.warn("\r\u{1B}[K") }
        hasShown = false
    }
}
