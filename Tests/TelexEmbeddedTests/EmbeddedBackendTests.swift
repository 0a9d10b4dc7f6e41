import Foundation
import TelexCore
import Testing

@testable import TelexEmbedded

@Suite struct EmbeddedBackendTests {
    @Test(arguments: [
        ("Eliza", "eliza"), ("Ada Lovelace", "ada-lovelace"), ("  É.  Zola!", "é-zola"), ("!!!", "!!!"), ("😀", "😀"),
        ("日本", "日本"),
    ])
    func derivesChatIDFromName(name: String, address: ChatID) { #expect(EmbeddedBackend.address(of: name) == address) }

    @Test(arguments: [
        (#"{"refuse":"send"}"#, Fault.refuse(.send, reason: "The server refused.")),
        (#"{"refuse":"create","reason":"Full."}"#, .refuse(.create, reason: "Full.")),
        (#"{"delay":"2s"}"#, .delay(2)), (#"{"duplicate":true}"#, .duplicate),
        (#"{"reorder":true}"#, .reorder),
        (#"{"offline":true}"#, .offline(reason: "no connection")),
        (#"{"offline":"tunnel"}"#, .offline(reason: "tunnel")),
        (#"{"online":true}"#, .online),
        (
            #"{"say":{"chatId":"a","text":"t","messageId":"m"}}"#,
            .say(IncomingMessage(chat: "a", message: "m", content: .text("t")))
        ),
        (
            #"{"say":{"chatId":"a","senderId":"@bo:example.org","senderName":"Bo","kind":"emote","text":"t"}}"#,
            .say(
                IncomingMessage(
                    chat: "a",
                    content: MessageContent(kind: .emote, text: "t", sender: "@bo:example.org", senderName: "Bo")))
        ),
        (
            #"{"hold":{"chatId":"a","kind":"system","text":"","change":{"changeKind":"joined"}}}"#,
            .hold(IncomingMessage(chat: "a", content: MessageContent(kind: .system, text: "", change: .joined)))
        ),
        (#"{"invite":{"chatId":"a","title":"A"}}"#, .invite(ReceivedInvitation(chat: "a", title: "A", inviter: ""))),
        (
            #"{"keep":{"beforeToken":"1","messages":[{"chatId":"a","text":"t","attention":"silent"}],"nextToken":"2"}}"#,
            .keep(
                before: "1",
                [IncomingMessage(chat: "a", content: MessageContent(text: "t", attention: .silent))],
                next: "2")
        ),
    ])
    func parsesFaults(json: String, fault: Fault) throws { #expect(try Fault.parse(json) == fault) }

    @Test(arguments: [
        "{}", "7", "[]", #"{"refuse":1}"#, #"{"delay":"soon"}"#, #"{"online":false}"#,
        #"{"duplicate":true,"reorder":true}"#, #"{"say":{"chatId":"a"}}"#,
        #"{"say":{"chatId":"a","text":"t","kind":"shout"}}"#, #"{"say":{"chatId":"","text":"t"}}"#, #"{"say":true}"#,
        #"{"invite":{"chatId":"a"}}"#, #"{"keep":{"beforeToken":"1"}}"#, "no JSON",
    ])
    func refusesInvalidFaults(json: String) {
        #expect(throws: BackendControlError.self) { try Fault.parse(json) }
    }
}
