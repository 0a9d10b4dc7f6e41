import Foundation
import TelexCore
import TelexRuntime

/// Reads the lines of a program that has joined, and joins each with the file that the program has opened for it. One thread
/// uses it.
final class LoanDesk {
    /// The most files of a program that are open here.
    static let most = 128
    /// How many files and sockets this process needs beside those of programs.
    private static let reserve = 64
    /// How many files of all programs may be open here. Programs wait until there is room.
    private static let mostOfAll = max(8, StandardDescriptors.raiseLimit(to: 4096) - reserve)

    /// Counts the files of all programs that are open here.
    private static let total = OpenCount()
    /// Counts the files of the program that are open here.
    private let count = OpenCount(within: total)
    /// The files that no loan has named yet.
    private var files: [OpenFile] = []
    /// Whether files of the program were lost on the way.
    private var hasLost = false
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
        while !Self.total.hasRoom(below: Self.mostOfAll), !socket.isGone {}
        return socket.receive(
            { descriptor in
                let file = count.counted(descriptor)
                if files.count < PeerSocket.mostFiles { files.append(file) }
            }, lose: { hasLost = true })
    }

    /// Decodes lines, apart from the loans among them.
    ///
    /// - Returns: each line with its text.
    func decode(_ lines: [[UInt8]]) -> [(line: InLine, text: [UInt8])] {
        lines.compactMap { text in
            if let loan = Loan.read(line: text) {
                let file = takeFile(of: loan)
                let isLost = file == nil && loan.reason == nil && hasLost
                next = isLost ? LentFile(.failure(Self.lost)) : loan.lent(file)
                return nil
            }
            number += 1
            let line = LineDecoder.decode(text[...], number: number).lending(next?.loan)
            next = nil
            return (line, text)
        }
    }

    /// The file that goes with a loan. Those before it have none.
    private func takeFile(of loan: Loan) -> OpenFile? {
        if loan.reason != nil { return nil }
        // Without an identity, the order tells, unless some were lost.
        let place =
            loan.identity.map { identity in files.firstIndex { $0.identity == identity } } ?? (hasLost ? nil : 0)
        guard let place, place < files.count else { return nil }
        defer { files.removeFirst(place + 1) }
        return files[place]
    }

    private static let lost = FileFailure(
        reason:
            "the telex that owns the profile has too many files open; raise its limit (ulimit -n), or send fewer at once",
        .unavailable)
}

/// How many files are open.
private final class OpenCount: @unchecked Sendable {  // `lock` guards `count`
    private let lock = Condition()
    private var count = 0
    /// Counts these files, too.
    private let whole: OpenCount?

    init(within whole: OpenCount? = nil) { self.whole = whole }

    /// A file that counts until it is closed.
    func counted(_ descriptor: CInt) -> OpenFile {
        change(by: 1)
        return OpenFile(descriptor) { [self] in change(by: -1) }
    }

    private func change(by number: Int) {
        lock.withLock {
            count += number
            lock.broadcast()
        }
        whole?.change(by: number)
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
