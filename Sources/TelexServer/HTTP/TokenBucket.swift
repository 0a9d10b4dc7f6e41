import NIOConcurrencyHelpers

/// A token bucket: allows a sustained rate, and short bursts above it.
struct TokenBucket: Sendable {
    let rate: Double
    let burst: Double
    private(set) var tokens: Double
    private var last: ContinuousClock.Instant

    init(rate: Double, burst: Double, now: ContinuousClock.Instant) {
        self.rate = rate
        self.burst = burst
        tokens = burst
        last = now
    }

    /// Takes one token out.
    ///
    /// - Returns: 0 if there was a token, otherwise the seconds until the next one.
    mutating func take(_ now: ContinuousClock.Instant) -> Double {
        fill(now)
        guard tokens >= 1 else { return (1 - tokens) / rate }
        tokens -= 1
        return 0
    }

    /// Whether the bucket is full, like a new one.
    mutating func isFull(_ now: ContinuousClock.Instant) -> Bool {
        fill(now)
        return tokens == burst
    }

    private mutating func fill(_ now: ContinuousClock.Instant) {
        tokens = min(burst, tokens + rate * ((now - last) / .seconds(1)))
        last = now
    }
}

/// A token bucket for each key.
final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    /// From this many keys on, full buckets are discarded.
    private static var crowd: Int { 10_000 }

    private let rate: Double
    private let buckets = NIOLockedValueBox<[Key: TokenBucket]>([:])

    /// - Parameter rate: tokens per second. A burst may have ten times as many.
    init(rate: Int) { self.rate = Double(rate) }

    /// The number of keys that have a bucket.
    var count: Int { buckets.withLockedValue { $0.count } }

    /// - Returns: the seconds to wait, 0 if there is a token.
    func take(_ key: Key, now: ContinuousClock.Instant = .now) -> Double {
        buckets.withLockedValue { buckets in
            if buckets.count >= Self.crowd, buckets[key] == nil {
                buckets = buckets.filter { entry in
                    var bucket = entry.value
                    return !bucket.isFull(now)
                }
            }
            return buckets[key, default: TokenBucket(rate: rate, burst: 10 * rate, now: now)].take(now)
        }
    }
}
