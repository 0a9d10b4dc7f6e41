import ArgumentParser
import Foundation
import TelexNetwork
import TelexStorage

/// Looks at whom a profile talks with: whether the server is there, is to be trusted, and takes the login.
struct BackendExam {
    private static let subject = "backend"
    /// How long the server may take, in seconds.
    private static let patience = 5

    let choice: ProfileOptions
    /// Whose the chats are.
    let owner: String?

    func finding() async -> Finding {
        do {
            if let account = try choice.place.account() { return await finding(account) }
        } catch {
            return Finding(Self.subject, .problem(Failures.code(error)), error.description)
        }
        guard let owner else {
            return Finding(Self.subject, .fine, "The bots in the program; telex login connects with people.")
        }
        return Finding(
            Self.subject, .warning,
            "The profile is that of \(owner), and logged out, so what is sent waits. Log in again with telex login\(choice.place.option)."
        )
    }

    private func finding<Kept: ProfileAccount>(_ account: Kept) async -> Finding {
        let (url, path) = (account.url, AccountFile<Kept>(choice.place).path)
        if StoreExam.isOpenToOthers(path) {
            return Finding(
                Self.subject, .problem(ExitCodes.findings),
                "Others may read the login in \(path), and use it. Keep it to yourself: chmod go= \(path)")
        }
        if let owner, owner != account.owner {
            let error = AccountError.otherOwner(owner, account: account.owner)
            return Finding(Self.subject, .problem(Failures.code(error)), error.description)
        }
        do {
            try await Self.patiently(url) { try await account.check() }
        } catch LoginError.refused(let reason) {
            return Finding(Self.subject, .problem(ExitCodes.refused), Self.sentence(reason))
        } catch LoginError.unreachable(let reason) {
            return Finding(
                Self.subject, .problem(ExitCodes.unavailable),
                Self.sentence(reason) + " What is sent waits. Is the server running, and the network up?")
        } catch {
            return Finding(Self.subject, .problem(ExitCodes.unavailable), Self.sentence("\(error)"))
        }
        if url.hasPrefix("http:"), !Self.isHere(url) {
            return Finding(
                Self.subject, .warning,
                "\(account.owner): the login is valid, but whoever is on the way there can read all. Ask for an https "
                    + "address.")
        }
        let trust = url.hasPrefix("https:") ? ", the certificate good" : ""
        return Finding(Self.subject, .fine, "\(account.owner): the login is valid\(trust).")
    }

    private static func patiently(_ url: String, _ check: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await check() }
            group.addTask {
                try await Task.sleep(for: .seconds(patience))
                throw LoginError.unreachable("The server at \(url) does not answer within \(patience) seconds")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Whether the address is one of this machine.
    private static func isHere(_ url: String) -> Bool {
        let host = URL(string: url)?.host ?? ""
        return ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.")
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
