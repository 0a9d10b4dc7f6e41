import TelexRuntime

/// Asynchronous work of a command, such as a request to a server.
///
/// The commands themselves are synchronous. Swift's thread pool opens files when it starts, at some moment after the
/// first `await`, and the process crashes if it may not open that many.
enum AsyncWork {
    /// Starts the work on another thread, and waits for its end.
    static func wait(for work: @escaping @Sendable () async throws -> Void) throws {
        let promise = Promise<Void>()
        Task {
            do { promise.complete(with: .success(try await work())) } catch { promise.complete(with: .failure(error)) }
        }
        try promise.wait().get()
    }
}
