import Foundation
import Testing

@testable import TelexBot

@Suite struct ElizaTests {
    @Test(arguments: [
        ("* i am *", "well i am very tired", ["well", "i", "am", "very tired"]),
        ("* my @family *", "it is my mother again", ["it is", "my", "mother", "again"]),
        ("*", "anything at all", ["anything at all"]), ("* i *", "i", ["", "i", ""]),
        ("* you *", "nothing of the kind", nil), ("a * b *", "a x b y b z", ["a", "x", "b", "y b z"]),
    ])
    func splitsSentencesByPattern(pattern: String, sentence: String, parts: [String]?) {
        let pattern = ElizaPattern(pattern, families: ["family": ["mother", "father"]])
        let match = pattern.match(sentence.split(separator: " ").map(String.init))
        #expect(match?.map { $0.joined(separator: " ") } == parts)
    }

    @Test func swapsFirstAndSecondPerson() {
        var eliza = Eliza()
        #expect(eliza.reply(to: "I think you hate me because of my hair") == "Your hair?")
        #expect(eliza.reply(to: "You are afraid of me.") == "What makes you think that I am afraid of you?")
    }

    @Test func returnsToEarlierTopic() {
        var eliza = Eliza()
        #expect(eliza.reply(to: "My brother is here.") == "Tell me more about your brother.")
        #expect(eliza.reply(to: "It rains.") == "Earlier you spoke of your brother. Has that to do with this?")
        #expect(eliza.reply(to: "It rains.") == "Tell me a little more about that.")
    }

    @Test func usesAnswersInTurn() {
        var eliza = Eliza()
        let answers = (0..<6).map { _ in eliza.reply(to: "It rains.") }
        #expect(Set(answers).count == 6)
        #expect(eliza.reply(to: "It rains.") == answers[0])
    }

    @Test func usesKeywordWithHighestRank() {
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
    func answersAnyText(text: String) {
        var eliza = Eliza()
        #expect(!eliza.reply(to: Speech(text)).text.isEmpty)
    }

    @Test func everyScriptRuleIsValid() {
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

@Suite struct BotTalkTests {
    @Test func givesTheSamePausesForTheSameSeed() {
        func pauses(_ seed: UInt64) -> [TimeInterval] {
            var pauses = Pauses(seed: seed)
            return (0..<20).map { $0 % 2 == 0 ? pauses.reading() : pauses.typing("some text") }
        }
        #expect(pauses(1) == pauses(1) && pauses(1) != pauses(2))
    }

    @Test func doesNotAnswerMessagesBeyondQueueLimit() {
        var talk = BotTalk<Int>(Echo())
        var pauses = Pauses(seed: 1)
        let isTaken = (0..<70).map { number in
            if case .pause = talk.hear(number, "text", &pauses).first { true } else { false }
        }
        #expect(isTaken == Array(repeating: true, count: 64) + Array(repeating: false, count: 6))
    }

    @Test func ignoresStepsOfAnEarlierTalk() {
        var talk = BotTalk<Int>(Echo())
        var pauses = Pauses(seed: 1)
        #expect(talk.handle(.receive, &pauses).isEmpty && talk.handle(.read, &pauses).isEmpty)
        #expect(talk.hear(1, "one", &pauses).count == 1)
        #expect(talk.handle(.read, &pauses).isEmpty)
        #expect(talk.handle(.receive, &pauses).count == 2)
    }

    @Test func doesOneThingAtATime() {
        var talk = BotTalk<Int>(Echo())
        var pauses = Pauses(seed: 1)
        var said: [String] = []
        var steps: [BotTalk<Int>.Step] = []
        func note(_ deeds: [BotTalk<Int>.Action]) {
            for deed in deeds {
                switch deed {
                case .pause(_, let step): steps.append(step)
                case .delivered(let name): said.append("delivered \(name)")
                case .read(let name): said.append("read \(name)")
                case .types: said.append("types")
                case .says(let speech): said.append(speech.isEmote ? "* \(speech.text)" : speech.text)
                }
            }
        }
        note(talk.hear(1, "one", &pauses))
        note(talk.hear(2, Speech("waves", isEmote: true), &pauses))
        while !steps.isEmpty { note(talk.handle(steps.removeFirst(), &pauses)) }
        #expect(
            said == ["delivered 1", "delivered 2", "read 1", "types", "one", "read 2", "types", "* waves"])
    }
}
