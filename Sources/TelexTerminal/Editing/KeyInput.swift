import Foundation
import TelexRuntime

/// Reads keys from a terminal.
struct KeyInput {
    private let descriptor: CInt
    private var decoder = KeyDecoder()
    /// Keys to return before those of the terminal.
    private var pushed: [Key] = []
    private(set) var hasEnded = false
    /// Whether the last key was decoded because nothing followed it in time.
    private(set) var wasLate = false
    /// When an incomplete sequence is decoded as it is.
    private var deadline: ContinuousClock.Instant?

    /// How long to wait for the rest of a sequence, and of a paste.
    private static let patience = Duration.milliseconds(50)
    private static let pastePatience = Duration.seconds(10)

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// What a terminal has answered that was asked for its background.
    var answers: TerminalAnswers {
        get { decoder.answers }
        set { decoder.answers = newValue }
    }

    /// Returns whether the terminal has got the focus or lost it since the last call; `nil` for neither.
    mutating func takeFocus() -> Bool? { decoder.takeFocus() }

    /// Waits until the terminal has answered, at most for so long. What is typed meanwhile is kept.
    mutating func waitForAnswers(atMost patience: Duration) {
        let end = ContinuousClock.now + patience
        while answers.areAwaited, !hasEnded {
            guard ContinuousClock.now < end else { return }
            var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&input, 1, Self.milliseconds(until: end)) <= 0 { continue }
            readKeys()
            while let key = decoder.next() { pushed.append(key) }
        }
    }

    mutating func next() -> Key? {
        if !pushed.isEmpty { return pushed.removeFirst() }
        let isLate = deadline.map { ContinuousClock.now >= $0 } ?? false
        if isLate { deadline = nil }
        wasLate = isLate
        return decoder.next(isLate: isLate)
    }

    /// Has these keys returned before those of the terminal.
    mutating func push(_ keys: [Key]) { pushed.insert(contentsOf: keys, at: 0) }

    /// Waits for keys, or for a write to `wake`.
    ///
    /// - Parameters:
    ///   - isBusy: whether there is other work, so that it returns immediately.
    ///   - deadline: when it returns at the latest; `nil` for never.
    mutating func wait(wake: CInt, isBusy: Bool, until deadline: ContinuousClock.Instant?) {
        var inputs = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        if poll(&inputs, 2, isBusy ? 0 : timeout(until: deadline)) <= 0 { return }
        if inputs[1].revents != 0 { Self.empty(wake) }
        if inputs[0].revents != 0 { readKeys() }
    }

    /// Waits for a write to `wake`, until the deadline.
    func waitForOthers(wake: CInt, until deadline: ContinuousClock.Instant) {
        var input = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        if poll(&input, 1, Self.milliseconds(until: deadline)) > 0 { Self.empty(wake) }
    }

    private static func empty(_ wake: CInt) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(wake, &buffer, buffer.count) == buffer.count {}
    }

    /// Returns the milliseconds until the end of an incomplete sequence or until `other`; -1 for neither.
    private mutating func timeout(until other: ContinuousClock.Instant?) -> CInt {
        deadline =
            decoder.isInTheMiddle
            ? deadline ?? ContinuousClock.now + (decoder.isPasting ? Self.pastePatience : Self.patience) : nil
        guard let end = [deadline, other].compactMap(\.self).min() else { return -1 }
        return Self.milliseconds(until: end)
    }

    private static func milliseconds(until end: ContinuousClock.Instant) -> CInt {
        let rest = (end - ContinuousClock.now).components
        return CInt(max(0, rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000) + 1)
    }

    private mutating func readKeys() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 {
            deadline = nil
            decoder.feed(buffer[..<count])
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            hasEnded = true
        }
    }
}
