import Foundation

extension Thread {
    /// Starts a thread for work that may wait. The stack is large enough for any of ours.
    package static func launch(_ work: @escaping @Sendable () -> Void) {
        let thread = Thread(block: work)
        thread.stackSize = 1 << 20
        thread.start()
    }
}
