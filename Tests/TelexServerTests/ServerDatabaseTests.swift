import Foundation
import GRDB
import Testing

@testable import TelexServer

@Suite struct ServerDatabaseTests {
    /// Uses more readers than the pool has, so that some of them wait for a connection while the file is closed.
    @Test func closeWaitsForReadsAndRefusesNewOnes() async throws {
        let house = try House()
        let (store, database) = (house.store, house.store.database)
        let (inside, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let count = Configuration().maximumReaderCount
        let ended = Counter()
        let readers = (0..<4 * count).map { number in
            Task.detached {
                try await database.read { database in
                    if number < count { inside.signal() }
                    release.wait()
                    ended.add()
                    return try Int.fetchOne(database, sql: "SELECT count(*) FROM user")
                }
            }
        }
        await Self.wait { inside.wait() }
        let closing = Task.detached { await Self.wait { try! store.close() } }
        // New accesses are refused as soon as closing has begun, although it still waits.
        while Self.mayWrite(database) { await Task.yield() }
        await #expect(throws: ServerError.stopping) { try await database.read { _ in } }
        await #expect(throws: ServerError.stopping) { try await database.write { _ in } }
        for _ in readers { release.signal() }
        var counts: [Int?] = []
        for reader in readers { if let count = try? await reader.value { counts.append(count) } }
        await closing.value
        #expect(counts.count == ended.value && counts.allSatisfy { $0 == 2 })
    }

    @Test func aCancelledReadDoesNotKeepTheFileOpen() async throws {
        let house = try House()
        let database = house.store.database
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await database.read { _ in }
        }
        _ = await task.result
        try house.store.close()
        #expect(!Self.mayWrite(database))
    }

    private static func mayWrite(_ database: ServerDatabase) -> Bool { (try? database.write { _ in }) != nil }

    /// Blocks a thread outside Swift's pool.
    private static func wait(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                body()
                continuation.resume()
            }
        }
    }

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0
        var value: Int { lock.withLock { count } }
        func add() { lock.withLock { count += 1 } }
    }
}
