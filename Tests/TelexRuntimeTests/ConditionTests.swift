import Foundation
import TelexRuntime
import Testing

@Suite struct ConditionTests {
    @Test func waitsNoLongerThanItShould() {
        let condition = Condition()
        condition.withLock {
            #expect(!condition.wait(until: .steady))
            #expect(!condition.wait(until: .steady.addingTimeInterval(-1e9)))
            #expect(!condition.wait(until: .distantPast))
            let end = Date.steady.addingTimeInterval(0.05)
            // It may wake up for no reason.
            while condition.wait(until: end) {}
            #expect(.steady >= end)
        }
    }

    @Test(arguments: [Date.distantFuture, .steady.addingTimeInterval(1e12)])
    func isWoken(until time: Date) {
        let condition = Condition()
        let flag = Flag()
        Thread.launch {
            condition.withLock {
                flag.isUp = true
                condition.broadcast()
            }
        }
        condition.withLock { while !flag.isUp { #expect(condition.wait(until: time)) } }
    }

    private final class Flag: @unchecked Sendable {  // the condition guards it
        var isUp = false
    }
}
