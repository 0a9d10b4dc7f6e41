import Foundation
import TelexCore
import Testing

@testable import TelexBot

@Suite struct ElizaTests {
    @Test(arguments: [
        ("* i am *", "well i am very tired", ["well", "i", "am", "very tired"]),
        ("* my @family *", "it is my mother again", ["it is", "my", "mother", "again"]),
        ("*", "anything at all", ["anything at all"]), ("* i *", "i", ["", "i", ""]),
        ("* you *", "nothing of the kind", nil), ("a * b *", "a x b y b z", ["a", "x", "b", "y b z"]),
    ])
    func takesSentencesApart(pattern: String, sentence: String, parts: [String]?) {
        let pattern = ElizaPattern(pattern, families: ["family": ["mother", "father"]])
        let match = pattern.match(sentence.split(separator: " ").map(String.init))
        #expect(match?.map { $0.joined(separator: " ") } == parts)
    }

    @Test func exchangesThePersons() {
        var eliza = Eliza()
        #expect(eliza.reply(to: "I think you hate me because of my hair") == "Your hair?")
        #expect(eliza.reply(to: "You are afraid of me.") == "What makes you think that I am afraid of you?")
    }

    @Test func comesBackToWhatWasSaid() {
        var eliza = Eliza()
        #expect(eliza.reply(to: "My brother is here.") == "Tell me more about your brother.")
        #expect(eliza.reply(to: "It rains.") == "Earlier you spoke of your brother. Has that to do with this?")
        #expect(eliza.reply(to: "It rains.") == "Tell me a little more about that.")
    }

    @Test func saysTheSameThingInTurn() {
        var eliza = Eliza()
        let answers = (0..<6).map { _ in eliza.reply(to: "It rains.") }
        #expect(Set(answers).count == 6)
        #expect(eliza.reply(to: "It rains.") == answers[0])
    }

    @Test func takesTheWeightiestKeyword() {
        var eliza = Eliza()
        #expect(eliza.reply(to: "I am sad that my computer is broken") == "Do computers trouble you?")
    }

    @Test func saysGoodbyeOnlyToAGoodbye() {
        var eliza = Eliza()
        #expect(eliza.reply(to: "Bye!") == "Goodbye. I have enjoyed our talk.")
        #expect(eliza.reply(to: "I said bye to my mother") == "Tell me more about your mother.")
    }

    @Test(arguments: [
        "", "   ", "!!!", "...\n...", "😀", "(1) (2)", "'''", String(repeating: "you me you ", count: 5000),
    ])
    func hasAnAnswerToAnything(text: String) {
        var eliza = Eliza()
        #expect(!eliza.reply(to: text).isEmpty)
    }

    @Test func hasAScriptWhoseEveryRuleCanAnswer() {
        for keyword in ElizaScript.standard.keywords {
            for rule in keyword.rules {
                let parts = rule.match.split(separator: " ").count
                #expect(!rule.say.isEmpty)
                for sentence in rule.say + [rule.remember ?? ""] {
                    for number in (parts + 1)...9 {
                        #expect(!sentence.contains("(\(number))"), "\(keyword.word): \(sentence)")
                    }
                }
                for family in rule.match.split(separator: " ") where family.hasPrefix("@") {
                    #expect(ElizaScript.standard.families[String(family.dropFirst())] != nil)
                }
            }
        }
    }
}

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
            [.say(IncomingMessage(chat: "a", message: "m", text: "t"))]
        ),
    ])
    func readsFaults(json: String, faults: [Fault]) throws { #expect(try Fault.parse(json) == faults) }

    @Test(arguments: [
        "{}", "7", "[]", #"{"refuse":1}"#, #"{"delay":"soon"}"#, #"{"online":false}"#, #"{"say":{"chat":"a"}}"#,
    ])
    func refusesFaultsThatAreNone(json: String) {
        #expect(throws: BackendControlError.self) { try Fault.parse(json) }
    }

    @Test func givesTheSamePausesForTheSameSeed() {
        func pauses(_ seed: UInt64) -> [TimeInterval] {
            var pauses = Pauses(seed: seed)
            return (0..<20).map { $0 % 2 == 0 ? pauses.reading() : pauses.typing("some text") }
        }
        #expect(pauses(1) == pauses(1) && pauses(1) != pauses(2))
    }
}
