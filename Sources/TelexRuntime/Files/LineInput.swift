import Foundation

/// Reads lines from a file descriptor.
///
/// The owner of a mailbox reads them itself while it keeps up, because waking another thread can take longer than
/// handling a line. When there is a backlog, another thread reads ahead until the sender pauses.
public final class LineInput<Line: Sendable>: @unchecked Sendable {  // only one thread at a time has it
    /// What comes after the lines that were read.
    enum Rest: Equatable {
        /// Perhaps more lines, later.
        case open
        /// Probably more lines already: the sender is ahead.
        case backlog
        case end
        /// The input cannot be read any further, for this reason.
        case failed(String)
    }

    /// The most bytes to read at once: what a pipe holds on Linux (pipe(7)).
    private static var pieceLength: Int { 65_536 }
    /// How often to read at most until a line is whole.
    private static var mostPieces: Int { 64 }

    let descriptor: CInt
    /// Whether the end of this input ends the mailbox's lines.
    let isLast: Bool
    private let reopen: (@Sendable () -> CInt)?
    private let longest: Int
    private let decode: @Sendable (ArraySlice<UInt8>, Int) -> Line
    private var splitter: LineSplitter
    private var number = 0
    /// Whether no line of this writer has been read yet.
    private var isStart = true
    private var buffer = [UInt8](repeating: 0, count: LineInput.pieceLength)

    /// - Parameters:
    ///   - reopen: opens the input again when it has ended: a FIFO ends whenever it has no writer. What its last writer left
    ///     unfinished is a line then. If it is `nil`, the input ends.
    ///   - longest: the maximum length of a line in bytes. Of a longer one, only the beginning is decoded, one byte more than
    ///     this.
    ///   - decode: makes a line from its bytes, without the newline, and its number, from 1.
    public init(
        _ descriptor: CInt, isLast: Bool = true, longest: Int, reopen: (@Sendable () -> CInt)? = nil,
        decode: @escaping @Sendable (ArraySlice<UInt8>, Int) -> Line
    ) {
        self.descriptor = descriptor
        self.isLast = isLast
        self.reopen = reopen
        self.decode = decode
        self.longest = longest
        splitter = LineSplitter(longest: longest)
    }

    /// Reads once, or, from an input that is opened again, until no line is begun or nothing is left. A byte order mark before
    /// the first line of a writer is skipped. Waits if there is nothing to read, unless the descriptor is non-blocking.
    func read() -> (lines: [Line], rest: Rest) {
        var lines: [Line] = []
        let take = { (bytes: ArraySlice<UInt8>) in
            self.number += 1
            let hasMark =
                self.isStart && bytes.count <= self.longest && bytes.starts(with: [0xEF, 0xBB, 0xBF])
            self.isStart = false
            lines.append(self.decode(hasMark ? bytes.dropFirst(3) : bytes, self.number))
        }
        for piece in 1... {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count == -1 {
                // Another process that shares the pipe may have made it non-blocking.
                return (lines, errno == EINTR || errno == EAGAIN ? .open : .failed(SystemError.text()))
            }
            if count == 0 { break }
            splitter.split(buffer[..<count], take)
            // poll(2) does not tell that a writer has gone if it had come and gone before the FIFO was opened again.
            if reopen == nil || !splitter.hasBegun || piece == Self.mostPieces {
                return (lines, count >= Self.pieceLength / 2 ? .backlog : .open)
            }
        }
        for line in splitter.finish() { take(line[...]) }
        isStart = startAgain()
        return (lines, isStart ? .open : .end)
    }

    /// Opens the input again, under the same descriptor; returns `false` if it has ended.
    private func startAgain() -> Bool {
        guard let next = reopen?(), next >= 0 else { return false }
        defer { close(next) }
        return dup2(next, descriptor) >= 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0
    }

    /// Reads to the end, waiting for lines. Calls `take` with those that arrive together.
    public func readAll(_ take: ([Line]) -> Void) throws(InputFailure) {
        while true {
            let (lines, rest) = read()
            take(lines)
            switch rest {
            case .open: if lines.isEmpty { _ = isReady(within: -1) }
            case .backlog: break
            case .end: return
            case .failed(let reason): throw InputFailure(reason: reason)
            }
        }
    }

    /// Waits until there is something to read; returns `false` after this many milliseconds without.
    func isReady(within milliseconds: CInt) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, milliseconds) != 0
    }
}

/// Splits a stream of bytes into lines. The stream may arrive in pieces of any size.
public struct LineSplitter: Sendable {
    private let longest: Int
    private var rest: [UInt8] = []

    /// - Parameter longest: the maximum length of a line in bytes. Of a longer one, only the beginning is passed on, one byte
    ///   more than this.
    public init(longest: Int) { self.longest = longest }

    /// Whether a line is begun and not complete.
    var hasBegun: Bool { !rest.isEmpty }

    /// Calls `line` with each line that the bytes complete.
    public mutating func split(_ bytes: ArraySlice<UInt8>, _ line: (ArraySlice<UInt8>) -> Void) {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            if rest.isEmpty {
                line(beginning(of: bytes[start..<end]))
            } else {
                keep(bytes[start..<end])
                line(rest[...])
            }
            rest.removeAll(keepingCapacity: rest.count <= 65_536)
            start = end + 1
        }
        keep(bytes[start...])
    }

    private func beginning(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.count > longest ? bytes.prefix(longest + 1) : bytes
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        if rest.count <= longest { rest += bytes.prefix(longest - rest.count + 1) }
    }

    /// Returns the lines that the bytes complete.
    public mutating func split(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        split(bytes) { lines.append(Array($0)) }
        return lines
    }

    /// Returns the text after the last newline as a line, unless it is empty.
    public mutating func finish() -> [[UInt8]] {
        defer { rest = [] }
        return rest.isEmpty ? [] : [rest]
    }
}
