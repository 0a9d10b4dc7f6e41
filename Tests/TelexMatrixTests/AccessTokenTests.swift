import Testing

@testable import TelexMatrix
@testable import TelexNetwork

/// Access tokens that belong to another client.
@Suite struct AccessTokenTests {
    @Test(
        arguments: [
            (#"{"device_keys":{"@ada:x":{"D":{"keys":{"ed25519:D":"k"}}}}}"#, true),
            (#"{"device_keys":{"@ada:x":{"D":{"keys":{"ed25519:D":"k"}}}},"failures":{"y":{}}}"#, true),
            (#"{"device_keys":{"@ada:x":{"E":{"keys":{"ed25519:E":"k"}}}}}"#, false),
            (#"{"device_keys":{"@ada:x":{"D":{}}}}"#, false), (#"{"device_keys":{},"failures":{}}"#, false),
            (#"{"device_keys":{"@ada:x":{}}}"#, false), (#"{"device_keys":{}}"#, false), ("{}", nil),
            (#"{"device_keys":null}"#, nil), (#"{"device_keys":[]}"#, nil), (#"{"device_keys":{"@ada:x":null}}"#, nil),
            (#"{"device_keys":{},"failures":{"x":{}}}"#, nil),
            (#"{"device_keys":{"@ada:x":{}},"failures":{"x":{"status":503}}}"#, nil),
        ] as [(String, Bool?)])
    func knowsADeviceWithEncryptionKeys(answer: String, holdsKeys: Bool?) {
        #expect(MatrixAccount.holdsKeys(JSON(text: answer), of: Driven.account) == holdsKeys)
    }

    @Test func saysThatTheServerDoesNotTell() {
        #expect(
            MatrixAccount.keysAreUnknown("D", "No.")
                == "The server does not tell whether the access token belongs to a client with encryption keys (device D). No. "
                + "That client would lose the keys of messages. Log in with --user, or add --force if no client uses the "
                + "device any more.")
    }

    /// A homeserver without the request says so in its own words. Anybody in between may answer anything else.
    @Test(
        arguments: [
            (404, #"{"errcode":"M_UNRECOGNIZED","error":"?"}"#, true), (400, #"{"errcode":"M_UNRECOGNIZED"}"#, true),
            (405, #"{"errcode":"M_UNRECOGNIZED"}"#, true), (404, #"{"errcode":"M_NOT_FOUND"}"#, true),
            (403, #"{"errcode":"M_FORBIDDEN"}"#, false), (404, "<html>", false), (405, "", false),
        ] as [(Int, String, Bool)])
    func knowsAHomeserverWithoutKeys(status: Int, body: String, isMissing: Bool) {
        #expect(Driven.answers(.keys(of: "D", "@ada:x"), status, body, isMissing: isMissing))
    }

    @Test(
        arguments: [
            (404, #"{"errcode":"M_UNKNOWN","error":"No row found"}"#, true), (404, #"{"errcode":"M_NOT_FOUND"}"#, true),
            (403, #"{"errcode":"M_FORBIDDEN"}"#, false), (404, #"{"errcode":"M_UNRECOGNIZED"}"#, false),
            (404, "<html>", false), (302, "", false),
        ] as [(Int, String, Bool)])
    func knowsAnUnknownPerson(status: Int, body: String, isMissing: Bool) {
        #expect(Driven.answers(.profile("@bob:x"), status, body, isMissing: isMissing))
    }
}

extension Driven {
    /// Whether a request is refused, as one for what does not exist or not.
    fileprivate static func answers(_ request: MatrixRequest, _ status: Int, _ body: String, isMissing: Bool) -> Bool {
        let endpoint = MatrixEndpoint(url: "http://x", authority: nil)
        do {
            try endpoint.check(
                .init(statusCode: status), JSON(body.utf8) ?? .null, nil, missingCodes: request.missingCodes)
            return false
        } catch {
            return if case .refused(_, isMissing: true) = error { isMissing } else { !isMissing }
        }
    }
}
