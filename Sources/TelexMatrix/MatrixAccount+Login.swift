import Foundation
import TelexNetwork

extension MatrixAccount {
    /// The credentials for a login.
    package enum Proof: Sendable {
        case password(String, user: String)
        /// The access token of a session that another client created.
        case token(String)
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
            case .token(let token):
                let answer = try await MatrixEndpoint(url: url, token: token, authority: authority)
                    .send(MatrixRequest(.get, ["account", "whoami"]))
                return try account(url, answer, token: token, authority)
            case .password(let password, let user):
                let endpoint = MatrixEndpoint(url: url, authority: authority)
                let flows = try await endpoint.send(MatrixRequest(.get, ["login"]))["flows"].array
                guard flows.contains(where: { $0["type"].string == "m.login.password" }) else {
                    throw LoginError.refused(
                        "\(url) does not allow password logins. Log in with another client, and give its access token "
                            + "with --token.")
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
