import Foundation
import GRDB

/// The connections to the server's file. Closing them waits for accesses in progress and refuses new ones.
///
/// Without this, a read that waits for a connection while GRDB closes its pool would crash.
final class ServerDatabase: Sendable {
    private let pool: DatabasePool
    /// A read-only connection for short queries.
    private let lookups: DatabaseQueue
    private let gate = Gate()

    init(_ pool: DatabasePool, lookups: DatabaseQueue) {
        self.pool = pool
        self.lookups = lookups
    }

    /// Runs a query that takes microseconds, on a connection that no long read uses.
    ///
    /// Blocks the calling thread, because that is faster than switching threads twice.
    func lookUp<Value>(_ query: (Database) throws -> Value) throws -> Value {
        let pass = try gate.enter()
        defer { pass.end() }
        return try lookups.inDatabase(query)
    }

    /// - Throws: `ServerError.stopping` after `close`, as all accesses do.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let pass = try gate.enter()
        defer { pass.end() }
        return try pool.read(body)
    }

    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let pass = try gate.enter()
        defer { pass.end() }
        return try pool.write(body)
    }

    func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let pass = try gate.enter()
        defer { pass.end() }
        return try pool.writeWithoutTransaction(body)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let pass = try gate.enter()
        // GRDB does not call the body of a cancelled task.
        defer { pass.end() }
        return try await pool.read { database in
            // End here, not only after the task resumes: `close` may block the thread that the task needs.
            defer { pass.end() }
            return try body(database)
        }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let pass = try gate.enter()
        defer { pass.end() }
        return try await pool.write { database in
            defer { pass.end() }
            return try body(database)
        }
    }

    /// Blocks until the accesses in progress have ended.
    func close() throws {
        gate.close()
        try lookups.close()
        try pool.close()
    }

    /// Counts the accesses in progress.
    private final class Gate: @unchecked Sendable {
        private let condition = NSCondition()
        private var count = 0
        private var isClosed = false

        func enter() throws(ServerError) -> Pass {
            condition.lock()
            defer { condition.unlock() }
            if isClosed { throw .stopping }
            count += 1
            return Pass(self)
        }

        func close() {
            condition.lock()
            defer { condition.unlock() }
            isClosed = true
            while count > 0 { condition.wait() }
        }

        func leave(_ pass: Pass) {
            condition.lock()
            defer { condition.unlock() }
            guard !pass.hasEnded else { return }
            pass.hasEnded = true
            count -= 1
            if count == 0 { condition.broadcast() }
        }
    }

    /// One access.
    private final class Pass: @unchecked Sendable {
        private let gate: Gate
        /// Protected by the gate's lock.
        var hasEnded = false

        init(_ gate: Gate) { self.gate = gate }

        /// Ends the access, if it has not ended yet.
        func end() { gate.leave(self) }
    }
}
