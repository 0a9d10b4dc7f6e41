import Testing

@testable import TelexServer

@Suite struct TokenBucketTests {
    private let start = ContinuousClock.now

    @Test func allowsABurstThenTheRate() {
        var bucket = TokenBucket(rate: 2, burst: 3, now: start)
        let waits = [0, 0, 0, 0, 250, 500, 500].map { bucket.take(start + .milliseconds($0)) }
        #expect(waits == [0, 0, 0, 0.5, 0.25, 0, 0.5])
    }

    @Test func holdsNoMoreThanABurst() {
        var bucket = TokenBucket(rate: 2, burst: 3, now: start)
        let later = start + .seconds(1000)
        let isFull = bucket.isFull(later)
        let waits = (0..<4).map { _ in bucket.take(later) }
        #expect(isFull && waits == [0, 0, 0, 0.5])
    }

    @Test func limitsEachKeySeparately() {
        let limiter = RateLimiter<String>(rate: 1)
        for _ in 0..<10 { #expect(limiter.take("ada", now: start) == 0) }
        #expect(limiter.take("ada", now: start) == 1)
        #expect(limiter.take("bob", now: start) == 0)
    }

    @Test func discardsOnlyFullBuckets() {
        let limiter = RateLimiter<Int>(rate: 1)
        for key in 0..<10_000 { #expect(limiter.take(key, now: start) == 0) }
        for _ in 0..<9 { #expect(limiter.take(0, now: start) == 0) }
        let later = start + .seconds(5)
        #expect(limiter.take(10_000, now: later) == 0)
        #expect(limiter.count == 2)
        for _ in 0..<5 { #expect(limiter.take(0, now: later) == 0) }
        #expect(limiter.take(0, now: later) > 0)
    }
}
