import Foundation

/// A lock, and a wait for what another thread does, as `NSCondition`, whose waits last longer or end early if somebody sets the
/// system's clock.
package final class Condition: NSLocking, @unchecked Sendable {  // the locks guard themselves
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        #if canImport(Darwin)
            pthread_cond_init(condition, nil)
        #else
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    package func lock() { pthread_mutex_lock(mutex) }
    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Wakes all threads that wait.
    package func broadcast() { pthread_cond_broadcast(condition) }

    /// Waits until it is woken. The caller has the lock.
    package func wait() { pthread_cond_wait(condition, mutex) }

    /// Waits until it is woken, or until a time. The caller has the lock.
    ///
    /// - Parameter time: by `Date.steady`.
    /// - Returns: `false` if the time has come.
    package func wait(until time: Date) -> Bool {
        let left = time.timeIntervalSince(.steady)
        guard left > 0 else { return false }
        // A day at most: a later time need not be one that the system can express.
        let seconds = min(left, 86_400)
        var span = timespec(tv_sec: Int(seconds), tv_nsec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e9))
        #if canImport(Darwin)
            pthread_cond_timedwait_relative_np(condition, mutex, &span)
        #else
            var end = timespec()
            clock_gettime(CLOCK_MONOTONIC, &end)
            let nanoseconds = end.tv_nsec + span.tv_nsec
            span = timespec(
                tv_sec: end.tv_sec + span.tv_sec + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
            pthread_cond_timedwait(condition, mutex, &span)
        #endif
        return time > .steady
    }
}
