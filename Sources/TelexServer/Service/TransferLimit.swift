import NIOConcurrencyHelpers

/// Limits the files that are open at a time, so that descriptors are left for everything else.
final class TransferLimit: Sendable {
    private let limit: Int
    private let count = NIOLockedValueBox(0)

    init(_ limit: Int) { self.limit = limit }

    /// Counts a file until the returned place is released.
    ///
    /// - Throws: `ServerError.tooManyTransfers`.
    func enter() throws(ServerError) -> Place {
        let isFree = count.withLockedValue { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        if !isFree { throw .tooManyTransfers }
        return Place(self)
    }

    final class Place: Sendable {
        private let limit: TransferLimit

        fileprivate init(_ limit: TransferLimit) { self.limit = limit }

        deinit { limit.count.withLockedValue { $0 -= 1 } }
    }
}
