import NIOConcurrencyHelpers

/// Limits the responses to each user that are not fully written yet.
final class AnswerLimit: Sendable {
    /// The most unfinished responses per user.
    private static let limit = 16

    private let counts = NIOLockedValueBox<[Int64: Int]>([:])

    /// Counts a response until the returned place is released.
    ///
    /// - Returns: `nil` if the user has too many.
    func enter(_ user: Int64) -> Slot? {
        let isFree = counts.withLockedValue { counts in
            guard counts[user, default: 0] < Self.limit else { return false }
            counts[user, default: 0] += 1
            return true
        }
        return isFree ? Slot(user: user, limit: self) : nil
    }

    final class Slot: Sendable {
        private let user: Int64
        private let limit: AnswerLimit

        fileprivate init(user: Int64, limit: AnswerLimit) {
            self.user = user
            self.limit = limit
        }

        deinit { limit.leave(user) }
    }

    private func leave(_ user: Int64) {
        counts.withLockedValue { counts in counts[user] = counts[user].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }
}
