import ArgumentParser
import Foundation
import TelexNetwork
import TelexStorage

/// Checks a profile's server: whether it answers, can be trusted, and accepts the login.
struct BackendExam {
    private static let subject = "backend"
    /// How long to wait for the server, in seconds.
    private static let patience = 5

    let choice: ProfileOptions
    /// The owner of the store; `nil` if it has none.
    let owner: String?

    func finding() -> Finding {
        do {
            if let account = try choice.place.account() { return finding(account) }
        } catch {
            return Finding(Self.subject, .problem(error.exitCode), error.sentence)
        }
        guard let owner else {
            return Finding(
                Self.subject, .fine, "Built-in bots only. Connect to a server: telex login URL\(choice.place.option)")
        }
        return Finding(
            Self.subject, .warning,
            "The profile belongs to \(owner) and is logged out, so messages wait. "
                + "Log in again: \(LinkReason.loginCommand(owner, choice.place.option))"
        )
    }

    private func finding<Kept: ProfileAccount>(_ account: Kept) -> Finding {
        let (url, path) = (account.url, AccountFile<Kept>(choice.place).path)
        if StoreExam.isOpenToOthers(path) {
            return Finding(
                Self.subject, .problem(.findings),
                "Other users can read the login in \(path). Make it private: chmod go= \(path)")
        }
        if let owner, owner != account.owner {
            let error = AccountError.otherOwner(owner, account: account.owner)
            return Finding(Self.subject, .problem(error.exitCode), error.sentence)
        }
        do {
            try AsyncWork.wait { try await Self.patiently(url) { try await account.check() } }
        } catch LoginError.refused(let reason) {
            return Finding(Self.subject, .problem(.refused), Self.sentence(reason))
        } catch LoginError.unreachable(let reason) {
            return Finding(
                Self.subject, .problem(.unavailable),
                Self.sentence(reason) + " Messages wait. Check that the server is running and that you are online.")
        } catch {
            return Finding(Self.subject, .problem(.unavailable), Self.sentence("\(error)"))
        }
        if url.hasPrefix("http:"), !ServerAddress.isLoopback(address: url) {
            return Finding(
                Self.subject, .warning,
                "\(account.owner): the login is valid, but the connection is not encrypted. Anybody on the network can read it. "
                    + "Ask for an https address.")
        }
        let trust = url.hasPrefix("https:") ? ", and the certificate is trusted" : ""
        return Finding(Self.subject, .fine, "\(account.owner): the login is valid\(trust)\(Self.way(url)).")
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

    private static func way(_ url: String) -> String {
        guard let proxy = try? ProxySettings.system.proxy(for: url) else { return "" }
        return ", through the proxy at \(proxy.name), which \(proxy.variable) names"
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
