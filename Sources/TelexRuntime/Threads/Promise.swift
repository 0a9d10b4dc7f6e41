import Dispatch

/// The result of work on another thread. One thread waits for it.
package final class Promise<Value: Sendable>: @unchecked Sendable {  // the semaphore orders its uses
    private let end = DispatchSemaphore(value: 0)
    private var result: Result<Value, any Error>?

    package init() {}

    /// Ends the waiting. Must be called exactly once.
    package func complete(with result: Result<Value, any Error>) {
        self.result = result
        end.signal()
    }

    /// Waits for the end of the work. Must be called at most once.
    package func wait() -> Result<Value, any Error> {
        end.wait()
        return result!
    }
}
