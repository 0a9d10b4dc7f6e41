import Foundation
import TelexCore
import Testing

@testable import TelexEmbedded

@Suite struct EmbeddedBackendTests {
    @Test(arguments: [
        ("Eliza", "eliza"), ("Ada Lovelace", "ada-lovelace"), ("  É.  Zola!", "é-zola"), ("!!!", "chat"), ("日本", "日本"),
    ])
    func addressesChatsByName(name: String, address: ChatID) { #expect(EmbeddedBackend.address(of: name) == address) }

    @Test(arguments: [
        (#"{"refuse":"send"}"#, [Fault.refuse(.send, reason: "The server refused.")]),
        (#"{"refuse":"create","reason":"Full."}"#, [.refuse(.create, reason: "Full.")]),
        (#"{"delay":"2s"}"#, [.delay(2)]), (#"{"duplicate":true,"reorder":true}"#, [.duplicate, .reorder]),
        (#"{"offline":true}"#, [.offline(reason: "no connection")]),
        (#"{"offline":"tunnel"}"#, [.offline(reason: "tunnel")]),
        (#"{"online":true}"#, [.online]),
        (
            #"{"say":{"chat":"a","text":"t","message":"m"}}"#,
            [.say(IncomingMessage(chat: "a", message: "m", content: .text("t")))]
        ),
    ])
    func readsFaults(json: String, faults: [Fault]) throws { #expect(try Fault.parse(json) == faults) }

    @Test(arguments: [
        "{}", "7", "[]", #"{"refuse":1}"#, #"{"delay":"soon"}"#, #"{"online":false}"#, #"{"say":{"chat":"a"}}"#,
    ])
    func refusesFaultsThatAreNone(json: String) {
        #expect(throws: BackendControlError.self) { try Fault.parse(json) }
    }
}
