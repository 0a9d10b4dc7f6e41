import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Runs periodic tasks and handles SIGHUP. Ends all channels when the server stops or its terminal closes.
struct Upkeep: Service {
    /// How often to look for tokens that another process has revoked.
    private static let sweepInterval = Duration.seconds(1)
    /// How often to delete old messages, and to clear the WAL of deleted data.
    private static let wipeInterval = Duration.seconds(3600)

    let service: ChatService
    let certificate: ServerCertificate?
    /// After how many days messages are deleted; `nil` keeps them.
    let retainedDays: Int?
    let hangUp: HangUp
    let logger: Logger

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await often(Self.sweepInterval, "cannot check tokens and deleted files") { try await service.sweep() }
            }
            group.addTask { await often(Self.wipeInterval, "cannot delete old messages") { try await wipe() } }
            await reloadOnHangUp()
            group.cancelAll()
        }
        await service.stop()
    }

    /// Does the work immediately, and then again after each interval until it is cancelled.
    private func often(_ interval: Duration, _ failure: Logger.Message, _ work: () async throws -> Void) async {
        // Log an error that stays the same once.
        var last: String?
        while !Task.isCancelled {
            do {
                try await work()
                last = nil
            } catch is CancellationError {
                return
            } catch {
                if last != "\(error)" { logger.error(failure, metadata: ["error": "\(error)"]) }
                last = "\(error)"
            }
            try? await Task.sleep(for: interval)
        }
    }

    private func wipe() async throws {
        if let behind = service.expiry.behind() {
            logger.warning(
                "the clock is behind the last time that the server has noted, so messages and logins get later dates. Correct the clock",
                metadata: ["days": "\(Int(behind / 86_400))"])
        }
        if let now = service.expiry.now() {
            try await service.noteTime(now)
            if let retainedDays { try await deleteMessages(olderThan: retainedDays, now) }
            try await service.deleteExpired(now: now)
        } else if let ahead = service.expiry.ahead() {
            logger.warning(
                "nothing is deleted because of its age, and no login expires: the clock is far ahead of the last time that the server has noted. Correct it. If it is right, this ends once the server has run for a week",
                metadata: ["days": "\(Int(ahead / 86_400))"])
        }
        try await service.checkpoint()
    }

    private func deleteMessages(olderThan days: Int, _ now: Date) async throws {
        let date = now - 86_400 * TimeInterval(days)
        var count = 0
        // Delete in batches, so that requests are served in between.
        while !Task.isCancelled {
            let deleted = try await service.deleteMessages(before: date)
            if deleted == 0 { break }
            count += deleted
        }
        if count > 0 { logger.info("deleted old messages", metadata: ["count": "\(count)", "days": "\(days)"]) }
    }

    /// Reloads the certificate on SIGHUP. Returns when the server is to stop.
    private func reloadOnHangUp() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            if hangUp.endsServer { return logger.info("the terminal has closed") }
            do {
                try certificate?.reload()
                logger.info(certificate == nil ? "nothing to reload" : "reloaded the certificate")
            } catch {
                logger.error(
                    "cannot reload the certificate; the old one stays in use", metadata: ["error": "\(error)"])
            }
        }
    }
}
