import Testing

@testable import TelexMatrix

/// Access tokens that belong to another client.
@Suite struct AccessTokenTests {
    @Test(
        arguments: [
            (#"{"device_keys":{"@ada:x":{"D":{"keys":{"ed25519:D":"k"}}}}}"#, true),
            (#"{"device_keys":{"@ada:x":{"E":{"keys":{"ed25519:E":"k"}}}}}"#, false),
            (#"{"device_keys":{"@ada:x":{"D":{}}}}"#, false), (#"{"device_keys":{}}"#, false), ("{}", false),
        ])
    func knowsADeviceWithEncryptionKeys(answer: String, holdsKeys: Bool) {
        #expect(MatrixAccount.holdsKeys(JSON(text: answer), of: Driven.account) == holdsKeys)
    }
}
