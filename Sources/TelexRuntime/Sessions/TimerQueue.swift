import Foundation
import HeapModule
import TelexCore

/// Callbacks in the order in which they are due. Callbacks due at the same time keep the order in which they were
/// scheduled.
struct TimerQueue {
    private struct Entry: Comparable {
        let time: Date
        let number: Int

        static func < (first: Entry, second: Entry) -> Bool {
            (first.time, first.number) < (second.time, second.number)
        }
    }

    private var heap = Heap<Entry>()
    private var callBacks: [Int: () -> Void] = [:]
    private var lastNumber = 0

    mutating func add(at time: Date, _ callBack: @escaping () -> Void) -> TimerID {
        lastNumber += 1
        heap.insert(Entry(time: time, number: lastNumber))
        callBacks[lastNumber] = callBack
        return TimerID(number: lastNumber)
    }

    mutating func cancel(_ timer: TimerID) { callBacks[timer.number] = nil }

    /// Makes all callbacks due earlier.
    mutating func advance(by seconds: TimeInterval) {
        heap = Heap(heap.unordered.map { Entry(time: $0.time.addingTimeInterval(-seconds), number: $0.number) })
    }

    /// Returns when the next callback is due; `nil` if there is none.
    mutating func nextDue() -> Date? {
        while let first = heap.min, callBacks[first.number] == nil { heap.removeMin() }
        return heap.min?.time
    }

    /// Removes and returns the next callback if it is due by `time`.
    mutating func popDue(by time: Date) -> (time: Date, callBack: () -> Void)? {
        guard let due = nextDue(), due <= time, let first = heap.popMin() else { return nil }
        return callBacks.removeValue(forKey: first.number).map { (due, $0) }
    }
}
