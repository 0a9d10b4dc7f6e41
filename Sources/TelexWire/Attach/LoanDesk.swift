import Foundation
import TelexCore
import TelexRuntime

/// Reads the lines of a program that has joined, and joins each with the file that the program has opened for it. One thread
/// uses it.
final class LoanDesk {
    /// The most files of a program that are open here.
    static let most = 128

    /// Counts the files of the program that are open here.
    private let count = OpenCount()
    /// The files that no loan has named yet.
    private var files: [OpenFile] = []
    /// The loan for the next line.
    private var next: LentFile?
    private var number: Int

    /// - Parameter number: how many lines the program had sent to another owner.
    init(after number: Int) { self.number = number }

    /// Waits for bytes of the program, and for room for the files that come with them. Of files that no loan names, some are
    /// kept.
    ///
    /// - Returns: no bytes at the end, and `nil` after a failure.
    func receive(from socket: PeerSocket) -> ArraySlice<UInt8>? {
        while !count.hasRoom(below: Self.most - PeerSocket.mostFiles), !socket.isGone {}
        return socket.receive { descriptor in
            let file = count.counted(descriptor)
            if files.count < PeerSocket.mostFiles { files.append(file) }
        }
    }

    /// Decodes lines, apart from the loans among them.
    ///
    /// - Returns: each line with its text.
    func decode(_ lines: [[UInt8]]) -> [(line: InLine, text: [UInt8])] {
        lines.compactMap { text in
            if let loan = Loan.read(line: text) {
                next = loan.lent(loan.reason == nil && !files.isEmpty ? files.removeFirst() : nil)
                return nil
            }
            number += 1
            let line = LineDecoder.decode(text[...], number: number).lending(next?.loan)
            next = nil
            return (line, text)
        }
    }
}

/// How many files are open.
private final class OpenCount: @unchecked Sendable {  // `lock` guards `count`
    private let lock = Condition()
    private var count = 0

    /// A file that counts until it is closed.
    func counted(_ descriptor: CInt) -> OpenFile {
        lock.withLock { count += 1 }
        return OpenFile(descriptor) { [self] in
            lock.withLock {
                count -= 1
                lock.broadcast()
            }
        }
    }

    /// Whether fewer are open than that. Waits a moment if not.
    func hasRoom(below limit: Int) -> Bool {
        lock.withLock {
            if count >= limit { _ = lock.wait(until: Date.steady.addingTimeInterval(0.1)) }
            return count < limit
        }
    }
}

extension InLine {
    /// The line with what was opened for the file that it names.
    fileprivate func lending(_ loan: FileLoan?) -> InLine {
        guard let loan, case .event(var event) = content, event.userFile != nil else { return self }
        event.loan = loan
        return InLine(number: number, id: id, window: window, content: .event(event))
    }
}
