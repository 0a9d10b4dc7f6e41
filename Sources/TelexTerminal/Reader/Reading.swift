import TelexCore

/// The reader on the full screen, and what its keys wait for.
struct Reading {
    var reader: Reader
    /// Until when keys wait at most; `nil` if they do not.
    var deadline: ContinuousClock.Instant?
    /// The key that it begins with once it is opened again.
    var firstKey: ReaderKey?
    /// Whether a key waits for the message that it is about.
    var holdsKey = false
    /// Until when keys that follow a failed one are dropped, and why it failed.
    var deaf: (until: ContinuousClock.Instant, reason: StyledText?)?
    /// Whether keys go to the line below the reader.
    var composes = false
    /// What was told last of the messages that the reader has shown.
    var toldSeen: Event?
    /// What came for the transcript meanwhile.
    private(set) var covered: [Printed] = []

    /// The most that is kept for the transcript while the reader covers it.
    private static let mostCovered = 8192

    mutating func cover(_ printed: [Printed]) {
        covered += printed
        guard covered.count > 2 * Self.mostCovered else { return }
        covered.removeFirst(covered.count - Self.mostCovered)
        covered.insert(.line(StyledText("… older lines are not shown. Open a chat to read them.", .secondary)), at: 0)
    }
}
