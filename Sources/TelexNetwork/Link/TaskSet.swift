import Foundation

/// Tasks that are cancelled when the set is released.
package final class TaskSet: @unchecked Sendable {  // `lock` guards the variables
    private let lock = NSLock()
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var last = 0

    package init() {}

    deinit { cancelAll() }

    /// Returns the number of the task, by which it can be cancelled.
    @discardableResult package func start(_ work: @escaping @Sendable () async -> Void) -> Int {
        lock.withLock {
            last += 1
            tasks[last] = Task { [weak self, last] in
                await work()
                self?.remove(last)
            }
            return last
        }
    }

    package func cancel(_ number: Int) { lock.withLock { tasks.removeValue(forKey: number) }?.cancel() }

    package func cancelAll() {
        lock.withLock {
            for task in tasks.values { task.cancel() }
            tasks = [:]
        }
    }

    private func remove(_ number: Int) { _ = lock.withLock { tasks.removeValue(forKey: number) } }
}
