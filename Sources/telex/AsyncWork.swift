import Dispatch

/// Work of a command that waits for a server.
///
/// The commands themselves are synchronous. Swift's pool of threads opens files as it starts, at any moment from the
/// first `await` on, and a process that may not open so many crashes.
enum AsyncWork {
    /// Runs the work on another thread, and waits for its end.
    static func wait(for work: @escaping @Sendable () async throws -> Void) throws {
        let failure = Failure()
        let end = DispatchSemaphore(value: 0)
        Task {
            do { try await work() } catch { failure.error = error }
            end.signal()
        }
        end.wait()
        if let error = failure.error { throw error }
    }

    private final class Failure: @unchecked Sendable {  // the semaphore orders its uses
        var error: (any Error)?
    }
}
