import Dispatch

/// Runs an actor on its own queue, so that its disk access does not block other tasks.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(_ name: String) { queue = DispatchQueue(label: name) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
