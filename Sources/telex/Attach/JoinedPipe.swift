import Foundation
import TelexRuntime
import TelexWire

/// `telex pipe` on a profile that another telex owns: passes lines on to that one, and its lines back.
final class JoinedPipe: @unchecked Sendable {  // `lock` guards what changes
    private let link: OwnerLink
    private let output = FileOutput.standard
    private let lock = NSLock()
    private var isReading = false
    /// Why the input could not be read to its end.
    private var failure: InputFailure?

    init(_ options: SessionOptions, _ request: JoinRequest) { link = OwnerLink(options, request) }

    /// - Parameter connection: the first owner.
    func run(_ connection: OwnerConnection) throws {
        try link.run(
            connection, begin: startReading, part: { try self.output.write(self.link.lastLines) },
            take: output.write)
        if let failure = lock.withLock({ failure }) { throw failure }
    }

    /// Starts to read the input, once.
    private func startReading() {
        lock.lock()
        defer { lock.unlock() }
        if isReading { return }
        isReading = true
        Thread.launch { [self] in
            let input = LineInput(STDIN_FILENO, longest: LineError.longestLine) { bytes, _ in Array(bytes) }
            do throws(InputFailure) {
                try input.readAll { for line in $0 { link.send(line) } }
            } catch {
                lock.withLock { failure = error }
            }
            link.end()
        }
    }
}
