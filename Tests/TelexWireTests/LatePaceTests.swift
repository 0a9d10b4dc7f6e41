import Foundation
import Synchronization
@testable import TelexCore
import TelexRuntime
import TelexWire
import Testing

/// What happens to models while their reader is behind.
@Suite struct LatePaceTests {
    /// Blocks all writes until it is opened.
    private final class Gate: ByteSink {
        private let bytes = Mutex<[UInt8]>([])
        let isEntered = DispatchSemaphore(value: 0)
        let opening = DispatchSemaphore(value: 0)

        var lines: Int { bytes.withLock { $0.count { $0 == 0x0A } } }

        func write(_ new: [UInt8]) throws(FileOutput.Failure) {
            isEntered.signal()
            opening.wait()
            opening.signal()
            bytes.withLock { $0 += new }
        }
    }

    @Test(arguments: [(LineOutput.Pace.coalesced, 101), (.shared, 200)])
    func keepsOnlyTheNewestModelWhenCoalescing(pace: LineOutput.Pace, count: Int) throws {
        let gate = Gate()
        let output = LineOutput(gate, pace: pace)
        // So many lines that another thread takes them, and waits at the gate.
        for number in 0..<100 { output.write(.settled("\(number)")) }
        try output.release()
        gate.isEntered.wait()
        for total in 0..<100 {
            output.write(
                .view(BadgeViewModel(unreadCount: total, mentionCount: 0), cause: nil, isFirst: false))
        }
        try output.release()
        gate.opening.signal()
        try output.finish()
        #expect(gate.lines == count)
    }

    @Test func isFullOnceManyLinesAreHeldBack() throws {
        let gate = Gate()
        gate.opening.signal()
        let output = LineOutput(gate)
        for number in 0..<2047 { output.write(.settled("\(number)")) }
        #expect(!output.isFull)
        output.write(.settled("2047"))
        #expect(output.isFull)
        try output.release()
        #expect(!output.isFull && gate.lines == 2048)
    }
}
