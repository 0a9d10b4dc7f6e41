import Foundation
import GRDB
import NIOConcurrencyHelpers

/// The connections to the server's file. Closing them waits for accesses in progress and refuses new ones.
///
/// Without this, a read that waits for a connection while GRDB closes its pool would crash. Once the file was moved or
/// replaced, all accesses throw `ServerError.replaced`: nothing is confirmed that the next start would not find.
final class ServerDatabase: Sendable {
    private let pool: DatabasePool
    /// A read-only connection for short queries.
    private let lookups: DatabaseQueue
    /// A read-only connection for long reads, of which it does one at a time.
    private let replays: DatabaseQueue
    private let file: ServerFile
    private let isFinished = NIOLockedValueBox(false)
    private let gate: Gate

    init(_ pool: DatabasePool, lookups: DatabaseQueue, replays: DatabaseQueue, _ file: ServerFile) {
        self.pool = pool
        self.lookups = lookups
        self.replays = replays
        self.file = file
        gate = Gate(file)
    }

    /// - Throws: `ServerError.replaced`.
    func check() throws(ServerError) { try file.check() }

    /// Whether the file was neither moved nor replaced since it was opened.
    var isInPlace: Bool { file.isInPlace }

    /// Runs a query that takes microseconds, on a connection that no long read uses.
    ///
    /// Blocks the calling thread, because that is faster than switching threads twice.
    func lookUp<Value>(_ query: (Database) throws -> Value) throws -> Value {
        try access { try lookups.inDatabase(query) }
    }

    /// - Throws: `ServerError.stopping` after `close`, as all accesses do.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try access { try pool.read(body) }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let value = try access { try pool.write(body) }
        try file.check()
        return value
    }

    /// Reads on the writing connection, so that no long read can keep the caller waiting.
    ///
    /// For a caller that makes nearly all writes itself, and short queries.
    func look<Value>(_ query: (Database) throws -> Value) throws -> Value { try writeWithoutTransaction(query) }

    func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try access { try pool.writeWithoutTransaction(body) }
    }

    private func access<Value>(_ body: () throws -> Value) throws -> Value {
        let pass = try gate.enter()
        defer { pass.end() }
        return try body()
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

    /// Reads and does other work that takes long, one caller after the other, so that they leave time for everybody else.
    func replay<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let pass = try gate.enter()
        defer { pass.end() }
        return try await replays.writeWithoutTransaction { database in
            defer { pass.end() }
            try database.beginTransaction(.deferred)
            // In a damaged file, even the end of a read-only transaction can fail.
            defer { do { try database.commit() } catch { try? database.rollback() } }
            return try body(database)
        }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let pass = try gate.enter()
        defer { pass.end() }
        let value = try await pool.write { database in
            defer { pass.end() }
            return try body(database)
        }
        try file.check()
        return value
    }

    /// After the file was moved or replaced: merges the WAL into it, so that its replacement does not get the WAL.
    func finish() {
        let isFirst = isFinished.withLockedValue { isFinished in
            defer { isFinished = true }
            return !isFinished
        }
        // Later, the WAL may be that of another process that has opened the replacement.
        if isFirst { try? pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
    }

    /// Blocks until the accesses in progress have ended.
    func close() throws {
        gate.close()
        try lookups.close()
        try replays.close()
        if !isInPlace { finish() }
        try pool.close()
    }

    /// Counts the accesses in progress.
    private final class Gate: @unchecked Sendable {  // `condition` guards the variables below it
        private let file: ServerFile
        private let condition = NSCondition()
        private var count = 0
        private var isClosed = false

        init(_ file: ServerFile) { self.file = file }

        /// - Throws: `ServerError.replaced` and `.stopping`.
        func enter() throws(ServerError) -> Pass {
            try file.check()
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
    private final class Pass: @unchecked Sendable {  // the gate's `condition` guards `hasEnded`
        private let gate: Gate
        var hasEnded = false

        init(_ gate: Gate) { self.gate = gate }

        /// Ends the access, if it has not ended yet.
        func end() { gate.leave(self) }
    }
}
