import Foundation
import Testing

@testable import TelexRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct InputOutputTests {
    /// Makes a pipe. Both ends are non-blocking if `blocks` is false.
    private func makePipe(blocks: Bool = true) -> (reading: CInt, writing: CInt) {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        if !blocks { for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) } }
        return (ends[0], ends[1])
    }

    private func read(_ descriptor: CInt, into mailbox: Mailbox<String>) {
        mailbox.read(
            LineInput(descriptor, longest: 100) { bytes, number in
                "\(number) \(bytes.count > 100 ? "too long" : String(decoding: bytes, as: UTF8.self))"
            })
    }

    /// An empty pipe that another process has made non-blocking is neither ended nor broken.
    @Test func readsNothingFromAnEmptyPipe() {
        let pipe = makePipe(blocks: false)
        defer { close(pipe.writing) }
        let input = LineInput(pipe.reading, longest: 100) { _, number in number }
        let empty = input.read()
        #expect(empty.lines.isEmpty && empty.rest == .open)
    }

    @Test func isReadyOnceThereIsSomethingToRead() throws {
        let pipe = makePipe()
        let input = LineInput(pipe.reading, longest: 100) { _, number in number }
        #expect(!input.isReady(within: 0))
        try FileOutput(pipe.writing).write([0x0A])
        #expect(input.isReady(within: -1) && input.read().lines == [1])
        #expect(!input.isReady(within: 0))
        // The end is something, too.
        close(pipe.writing)
        #expect(input.isReady(within: -1) && input.read().rest == .end)
        close(pipe.reading)
    }

    #if os(Linux)
        /// A writer that has come and gone while the FIFO was opened again leaves half a line, which nobody completes.
        @Test func takesWhatAWriterLeftWhileAFIFOWasOpenedAgain() throws {
            let path = "\(NSTemporaryDirectory())/telex-fifo.\(UUID().uuidString)"
            #expect(mkfifo(path, 0o600) == 0)
            defer { unlink(path) }
            let open = { @Sendable in Foundation.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
            let write = { @Sendable (text: String) in
                let writer = Foundation.open(path, O_WRONLY | O_NONBLOCK)
                try? FileOutput(writer).write(Array(text.utf8))
                close(writer)
            }
            let descriptor = open()
            defer { close(descriptor) }
            let reopen = { @Sendable in
                write("two\nhal")
                return open()
            }
            let input = LineInput(descriptor, longest: 100, reopen: reopen) { bytes, _ in
                String(decoding: bytes, as: UTF8.self)
            }
            write("one\n")
            #expect(input.read().lines == ["one"] && input.isReady(within: 0))
            #expect(input.read().lines.isEmpty && input.isReady(within: 0))
            #expect(input.read().lines == ["two", "hal"])
        }
    #endif

    @Test func readsNoFolder() {
        let folder = open("/", O_RDONLY)
        defer { close(folder) }
        let input = LineInput(folder, longest: 100) { _, number in number }
        let reason = String(cString: strerror(EISDIR))
        #expect(input.read().rest == .failed(reason))
        #expect(throws: InputFailure(reason: reason)) { try input.readAll { #expect($0.isEmpty) } }
    }

    @Test(arguments: [true, false]) func readsAllLines(blocks: Bool) throws {
        let ends = makePipe(blocks: blocks)
        var left = 3
        func writeLine() {
            left -= 1
            if left == -1 { close(ends.writing) }
            if left >= 0 { #expect(throws: Never.self) { try FileOutput(ends.writing).write(Array("a line\n".utf8)) } }
        }
        if blocks { writeLine() }
        var numbers: [Int] = []
        try LineInput(ends.reading, longest: 100) { _, number in number }.readAll { lines in
            numbers += lines
            // Input that does not block is empty before each line, and before the end.
            if lines.isEmpty != blocks { writeLine() }
        }
        #expect(numbers == [1, 2, 3])
        close(ends.reading)
    }

    /// Returns all lines, and the reason if the input fails.
    private func rest(of mailbox: Mailbox<String>) -> ([String], String?) {
        var lines: [String] = []
        while true {
            switch mailbox.next(until: nil) {
            case .lines(let more): lines += more
            case .end: return (lines, nil)
            case .failed(let reason): return (lines, reason)
            default: Issue.record("nothing else was delivered")
            }
        }
    }

    @Test func numbersLinesAndEndsWithTheInput() throws {
        let ends = makePipe()
        try FileOutput(ends.writing).write(Array("one\n\(String(repeating: "x", count: 101))\n\nlast".utf8))
        close(ends.writing)
        let mailbox = Mailbox<String>()
        read(ends.reading, into: mailbox)
        #expect(rest(of: mailbox) == (["1 one", "2 too long", "3 ", "4 last"], nil))
    }

    @Test func waitsForNonBlockingInput() throws {
        let ends = makePipe(blocks: false)
        let mailbox = Mailbox<String>()
        read(ends.reading, into: mailbox)
        // By the end, the thread has found nothing to read more than once.
        for number in 1...20 {
            try FileOutput(ends.writing).write(Array("line\n".utf8))
            guard case .lines(let lines) = mailbox.next(until: nil) else { return #expect(Bool(false), "no line came") }
            #expect(lines == ["\(number) line"])
        }
        close(ends.writing)
        #expect(rest(of: mailbox) == ([], nil))
    }

    @Test func readsABacklogInOrderAndLaterLinesAfterAPause() throws {
        let ends = makePipe()
        let mailbox = Mailbox<String>(capacity: 2)
        // More than the mailbox and the pipe hold together. The last piece is a small one.
        let count = 90_000
        Thread {
            let lines = (1...count).map { "\($0)\n" }.joined()
            #expect(throws: Never.self) { try FileOutput(ends.writing).write(Array(lines.utf8)) }
        }.start()
        read(ends.reading, into: mailbox)
        var lines: [String] = []
        while lines.count < count, case .lines(let more) = mailbox.next(until: nil) { lines += more }
        #expect(lines == (1...count).map { "\($0) \($0)" })
        // Long enough for the thread that reads ahead to give the input back.
        guard case .due = mailbox.next(until: Date().addingTimeInterval(0.1)) else {
            return #expect(Bool(false), "nothing was written")
        }
        try FileOutput(ends.writing).write(Array("last\n".utf8))
        close(ends.writing)
        #expect(rest(of: mailbox) == (["\(count + 1) last"], nil))
    }

    @Test func readsSeveralInputsUntilTheLastOneEnds() throws {
        let (first, second) = (makePipe(), makePipe())
        let mailbox = Mailbox<String>()
        read(first.reading, into: mailbox)
        mailbox.read(LineInput(second.reading, isLast: false, longest: 100) { _, number in "other \(number)" })
        for _ in 1...2 {
            try FileOutput(second.writing).write([0x0A])
            guard case .lines(let lines) = mailbox.next(until: nil) else { return #expect(Bool(false), "no line came") }
            #expect(lines.first?.hasPrefix("other") == true)
        }
        // The end of this one ends nothing.
        close(second.writing)
        try FileOutput(first.writing).write(Array("a".utf8))
        close(first.writing)
        #expect(rest(of: mailbox) == (["1 a"], nil))
    }

    /// Lines that are not wanted yet stay in the pipe; an answer still arrives.
    @Test func wakesForAnAnswerWhileLinesAreNotWanted() throws {
        let ends = makePipe()
        let mailbox = Mailbox<String>()
        read(ends.reading, into: mailbox)
        try FileOutput(ends.writing).write(Array("a\n".utf8))
        Thread { mailbox.deliver(.ended(effect: 1)) }.start()
        guard case .answers = mailbox.next(until: nil, takesLines: false) else {
            return #expect(Bool(false), "an answer has come")
        }
        #expect(mailbox.takeAnswers().count == 1)
        close(ends.writing)
        #expect(rest(of: mailbox) == (["1 a"], nil))
    }

    @Test func reportsWhyInputCannotBeRead() {
        let mailbox = Mailbox<String>()
        read(open("/", O_RDONLY), into: mailbox)
        #expect(rest(of: mailbox) == ([], "Is a directory"))
    }

    @Test(arguments: [true, false])
    func writesEverythingToASlowReader(blocks: Bool) throws {
        let ends = makePipe(blocks: blocks)
        // More than a pipe holds, and no two pieces of it alike.
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        let mailbox = Mailbox<[UInt8]>()
        Thread {
            var buffer = [UInt8](repeating: 0, count: 5000)
            while true {
                let count = Foundation.read(ends.reading, &buffer, buffer.count)
                if count > 0 { mailbox.deliver([Array(buffer[..<count])]) }
                if count == 0 { return mailbox.deliver([], then: .end) }
            }
        }.start()
        Thread {
            #expect(throws: Never.self) { try FileOutput(ends.writing).write(bytes) }
            close(ends.writing)
        }.start()
        var came: [UInt8] = []
        while case .lines(let pieces) = mailbox.next(until: nil) { came += pieces.joined() }
        #expect(came == bytes)
    }

    @Test func reportsWhyAWriteFailed() {
        signal(SIGPIPE, SIG_IGN)
        let ends = makePipe()
        close(ends.reading)
        #expect(throws: FileOutput.Failure.closed) { try FileOutput(ends.writing).write([1]) }
        #expect(throws: FileOutput.Failure.failed(reason: "Bad file descriptor")) { try FileOutput(-1).write([1]) }
        #expect(throws: Never.self) { try FileOutput(-1).write([]) }
    }
}
