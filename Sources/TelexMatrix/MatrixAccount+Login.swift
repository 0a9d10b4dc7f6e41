import Foundation
import TelexNetwork

extension MatrixAccount {
    /// The credentials for a login.
    package enum Proof: Sendable {
        case password(String, user: String)
        /// An access token. One of a device with encryption keys is refused, unless it is forced: the homeserver gives
        /// the keys of encrypted messages to one client of a device, so the other one would lose them.
        case token(String, isForced: Bool)
    }

    /// Logs in to a homeserver.
    ///
    /// - Parameters:
    ///   - url: the homeserver, or a domain that names its homeserver (`.well-known`, client-server API, section 4.1).
    ///   - device: the device of an earlier login, to use again.
    package static func logIn(
        url: String, _ proof: Proof, device: String?, authority: String?
    ) async throws(LoginError) -> MatrixAccount {
        let url = await homeserver(of: url, authority)
        do {
            switch proof {
            case .token(let token, let isForced):
                let endpoint = MatrixEndpoint(url: url, token: token, authority: authority)
                let answer = try await endpoint.send(MatrixRequest(.get, ["account", "whoami"]))
                let account = try account(url, answer, token: token, authority)
                if !isForced { try await checkKeys(account, endpoint) }
                return account
            case .password(let password, let user):
                let endpoint = MatrixEndpoint(url: url, authority: authority)
                let flows = try await endpoint.send(MatrixRequest(.get, ["login"]))["flows"].array
                guard flows.contains(where: { $0["type"].string == "m.login.password" }) else {
                    throw LoginError.refused("\(url) does not allow password logins, which Telex needs.")
                }
                var body: [String: JSON] = [
                    "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(user)],
                    "password": .string(password), "initial_device_display_name": "telex",
                ]
                if let device { body["device_id"] = .string(device) }
                let answer = try await endpoint.send(MatrixRequest(.post, ["login"], body: .object(body)))
                return try account(url, answer, token: answer["access_token"].string ?? "", authority)
            }
        } catch {
            if let error = error as? LoginError { throw error }
            throw LoginError(error as? RequestFailure ?? .offline("\(error)"), loggedOut: tokenIsInvalid)
        }
    }

    /// Throws if a client has published encryption keys for the device, or may have (client-server API,
    /// `POST /keys/query`).
    private static func checkKeys(_ account: MatrixAccount, _ endpoint: MatrixEndpoint) async throws {
        if account.device.isEmpty { return }
        let hasKeys: Bool?
        do {
            hasKeys = holdsKeys(try await endpoint.send(.keys(of: account.device, account.user)), of: account)
        } catch {
            switch error {
            case .refused(_, isMissing: true): return
            case .refused(let reason, _), .foreign(_, let reason):
                throw LoginError.refused(keysAreUnknown(account.device, reason))
            case .busy(let reason, let seconds):
                throw RequestFailure.busy(keysAreUnknown(account.device, reason), retryAfter: seconds)
            case .offline, .untrusted, .loggedOut, .local: throw error
            }
        }
        switch hasKeys {
        case false?: break
        case true?: throw LoginError.refused(tokenHasKeys(account.device))
        case nil:
            throw LoginError.refused(keysAreUnknown(account.device, "Its answer to /keys/query is not complete."))
        }
    }

    /// Whether an answer to `POST /keys/query` has encryption keys of the device; `nil` if it does not tell.
    static func holdsKeys(_ answer: JSON, of account: MatrixAccount) -> Bool? {
        guard case .object(let users) = answer["device_keys"] else { return nil }
        if let devices = users[account.user] {
            guard case .object = devices else { return nil }
            if !devices[account.device].isHollow { return true }
        }
        return answer["failures"].object.isEmpty ? false : nil
    }

    static func tokenHasKeys(_ device: String) -> String {
        "The access token belongs to another client, which has encryption keys (device \(device)). \(loss)"
    }

    /// - Parameter reason: the answer of the server, as a sentence.
    static func keysAreUnknown(_ device: String, _ reason: String) -> String {
        "The server does not tell whether the access token belongs to a client with encryption keys (device \(device)). "
            + "\(reason) \(loss)"
    }

    private static let loss =
        "That client would lose the keys of messages. Log in with --user, or add --force if no client uses the device any "
        + "more."

    package func logOut() async throws(LoginError) {
        do { _ = try await MatrixEndpoint(self).send(MatrixRequest(.post, ["logout"], body: [:])) } catch {
            if case .loggedOut = error { return }
            throw LoginError(error, self)
        }
    }

    package func check() async throws(LoginError) {
        let endpoint = MatrixEndpoint(self)
        do throws(RequestFailure) {
            _ = try await endpoint.send(MatrixRequest(.get, ["account", "whoami"]))
            guard MatrixLink.Purpose.sync.fits(try await endpoint.send(.emptySync)) else {
                throw RequestFailure.offline(MatrixReason.invalidAnswer(url))
            }
        } catch {
            throw LoginError(error, self)
        }
    }

    private static let tokenIsInvalid = "The access token is invalid: it has expired, or its session was logged out."

    private static func account(
        _ url: String, _ answer: JSON, token: String, _ authority: String?
    ) throws(LoginError) -> MatrixAccount {
        guard let user = answer["user_id"].string, !token.isEmpty else {
            throw .unreachable(MatrixReason.invalidAnswer(url))
        }
        return MatrixAccount(
            url: url, user: user, device: answer["device_id"].string ?? "", token: token, authority: authority)
    }

    /// The homeserver that a domain names, or else the URL itself.
    private static func homeserver(of url: String, _ authority: String?) async -> String {
        let answer = try? await MatrixEndpoint(url: url, authority: authority).send(MatrixRequest(wellKnown: "client"))
        guard let found = answer?["m.homeserver"]["base_url"].string.flatMap(ServerAddress.normalized),
            found.hasPrefix("https://") || !url.hasPrefix("https://")
        else { return url }
        return found
    }
}
