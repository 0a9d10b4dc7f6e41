import Foundation
import Synchronization
import TelexRuntime
import TelexWire
import Testing

@Suite struct LineOutputTests {
    /// Collects bytes. Fails once it has more than `room`.
    private final class Sink: ByteSink {
        private let bytes = Mutex<[UInt8]>([])
        private let room: Int
        private let gate: DispatchSemaphore

        /// - Parameter isOpen: whether it takes bytes before `open` is called.
        init(room: Int = .max, isOpen: Bool = true) {
            self.room = room
            gate = DispatchSemaphore(value: isOpen ? 1 : 0)
        }

        func open() { gate.signal() }

        var lines: [String] {
            String(decoding: bytes.withLock { $0 }, as: UTF8.self).split(separator: "\n").map(String.init)
        }

        func write(_ new: [UInt8]) throws(FileOutput.Failure) {
            gate.wait()
            gate.signal()
            let isFull = bytes.withLock { bytes in
                bytes += new
                return bytes.count > room
            }
            if isFull { throw .closed }
        }
    }

    private static let paces = [LineOutput.Pace.direct, .shared, .coalesced]

    /// Writes a few lines, and then so many at a time that another thread takes them.
    @Test(arguments: paces) func writesAllLinesInOrder(pace: LineOutput.Pace) throws {
        let sink = Sink()
        let output = LineOutput(sink, pace: pace)
        var number = 0
        for count in [1, 5000, 1, 1, 100, 20_000, 2] {
            for _ in 0..<count {
                output.write(.settled("\(number)"))
                number += 1
            }
            try output.release()
        }
        try output.finish()
        #expect(sink.lines == (0..<number).map { #"{"seq":\#($0),"settled":"\#($0)","outcome":"done"}"# })
    }

    @Test(arguments: paces) func discardsUnreleasedLines(pace: LineOutput.Pace) throws {
        let sink = Sink()
        let output = LineOutput(sink, pace: pace)
        for number in 0..<100 { output.write(.settled("\(number)")) }
        try output.release()
        for _ in 0..<100 { output.write(.settled("not stored")) }
        output.discard()
        output.write(.bye(.storeFailed))
        try output.finish()
        #expect(sink.lines.count == 101 && sink.lines.last == #"{"seq":100,"bye":"storeFailed"}"#)
    }

    @Test(arguments: [LineOutput.Pace.shared, .coalesced]) func waitsForAReaderThatIsBehind(pace: LineOutput.Pace)
        throws
    {
        let sink = Sink(isOpen: false)
        let output = LineOutput(sink, pace: pace)
        let end = DispatchSemaphore(value: 0)
        Thread {
            for _ in 0..<30 {
                for number in 0..<1000 { output.write(.settled("\(number)")) }
                try? output.release()
            }
            end.signal()
        }.start()
        let waits = end.wait(timeout: .now() + 0.2) == .timedOut
        #expect(waits)
        sink.open()
        if waits { end.wait() }
        try output.finish()
        #expect(sink.lines.count == 30_000)
    }

    @Test(arguments: [LineOutput.Pace.shared, .coalesced]) func reportsThatTheReaderIsGone(pace: LineOutput.Pace) async
    {
        let sink = Sink(room: 1000)
        let output = await withCheckedContinuation { told in
            let output = Mutex<LineOutput?>(nil)
            let made = LineOutput(sink, pace: pace) { told.resume(returning: output.withLock { $0 }) }
            output.withLock { $0 = made }
            for number in 0..<1000 { made.write(.settled("\(number)")) }
            try? made.release()
        }
        #expect(throws: FileOutput.Failure.closed) { try output?.release() }
        #expect(throws: FileOutput.Failure.closed) { try output?.finish() }
    }
}
