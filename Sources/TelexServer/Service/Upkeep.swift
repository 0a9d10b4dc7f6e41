import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// What is done from time to time, on SIGHUP, and at the end. It ends when the terminal of the server closes.
struct Upkeep: Service {
    /// How often tokens are looked at that were taken back by another process.
    private static let sweepInterval = Duration.seconds(1)
    /// How often messages are looked for that are too old, and what was deleted is wiped.
    private static let wipeInterval = Duration.seconds(3600)

    let service: ChatService
    let certificate: ServerCertificate?
    /// After how many days messages are deleted, if they are.
    let retainedDays: Int?
    let hangUp: HangUp
    let logger: Logger

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await often(Self.sweepInterval, "tokens could not be looked at") { try await service.sweep() }
            }
            group.addTask { await often(Self.wipeInterval, "old messages could not be deleted") { try await wipe() } }
            await reloadOnHangUp()
            group.cancelAll()
        }
        await service.stop()
    }

    /// Does something at once and then again and again.
    private func often(_ interval: Duration, _ failure: Logger.Message, _ work: () async throws -> Void) async {
        while !Task.isCancelled {
            do { try await work() } catch { logger.error(failure, metadata: ["error": "\(error)"]) }
            try? await Task.sleep(for: interval)
        }
    }

    private func wipe() async throws {
        if let retainedDays { try await deleteMessages(olderThan: retainedDays) }
        try await service.deleteExpired()
        try await service.checkpoint()
    }

    private func deleteMessages(olderThan days: Int) async throws {
        let date = Date(timeIntervalSinceNow: -86_400 * Double(days))
        var count = 0
        // Batch by batch, so that others come in between.
        while !Task.isCancelled {
            let deleted = try await service.deleteMessages(before: date)
            if deleted == 0 { break }
            count += deleted
        }
        if count > 0 { logger.info("old messages were deleted", metadata: ["count": "\(count)", "days": "\(days)"]) }
    }

    /// Returns when the server is to stop.
    private func reloadOnHangUp() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            if hangUp.endsServer { return logger.info("the terminal has closed") }
            do {
                try certificate?.reload()
                logger.info(certificate == nil ? "nothing to read anew" : "the certificate was read anew")
            } catch {
                logger.error(
                    "the certificate could not be read anew; the one before stays", metadata: ["error": "\(error)"])
            }
        }
    }
}
