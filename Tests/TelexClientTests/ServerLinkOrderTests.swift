import TelexAPI
import TelexCore
import TelexNetwork
import Testing

@testable import TelexClient

/// Requests that change a chat reach the server in the order in which they were made.
@Suite struct ServerLinkOrderTests {
    private func title(_ number: Int, in chat: ChatID = "club") -> LinkInput<ServerLink> {
        .perform(.change(chat, .title("\(number)")), effect: 100 + number)
    }

    private func titles(_ driven: Driven) -> [String] {
        driven.requests.map { asked in
            asked.body.map { String(decoding: $0, as: UTF8.self) } ?? asked.route.path
        }
    }

    @Test func changesAChatOnceTheServerHasAnsweredTheLastChange() {
        var driven = Driven()
        for number in 1...3 { driven.take(title(number)) }
        #expect(titles(driven) == [#"{"title":"1"}"#])
        driven.answer(.done)
        #expect(titles(driven) == [#"{"title":"2"}"#] && driven.ended == [101])
        // One that fails is reported, and the next goes on.
        driven.fail(.refused("No."))
        #expect(titles(driven) == [#"{"title":"3"}"#] && driven.ended == [101, 102])
        #expect(driven.takeEvents() == [.chat(.changeFailed(ChatFailure(chat: "club", reason: "No.")))])
        // Other chats do not wait.
        driven.take(title(4, in: "team"))
        #expect(titles(driven) == [#"{"title":"3"}"#, #"{"title":"4"}"#])
    }

    @Test func leavesAfterItsMessages() {
        var driven = Driven()
        driven.take(.perform(.change("ada+bob", .topic("films")), effect: 10))
        driven.take(.perform(.post(own("m1")), effect: 11))
        driven.take(.perform(.change("ada+bob", .leave), effect: 12))
        #expect(driven.requests.count == 1)
        driven.answer(.done)
        #expect(driven.requests.map(\.purpose) == [.post(number: 1)])
        driven.answer(.message(posted("m1")))
        #expect(driven.ended == [10, 11] && driven.requests.map(\.purpose) == [.change(effect: 12)])
    }

    private func posted(_ id: String) -> MessageInfo {
        MessageInfo(
            chat: "ada+bob", seq: 1, id: "ada/\(id)", sender: "ada", name: "Ada", text: "hi", date: message(1).date)
    }

    @Test func reportsEveryChangeThatWaitsWhenTheConnectionIsLost() {
        var driven = Driven()
        for number in 1...3 { driven.take(title(number)) }
        driven.endPush(.offline("Cut"))
        #expect(driven.ended == [102, 103])
        // The first one may have been done.
        driven.fail(.offline("Cut"))
        #expect(driven.ended == [102, 103, 101])
    }

    @Test func editsAndDeletesInOrder() {
        var driven = Driven()
        for (effect, text) in ["one", "two"].enumerated() {
            driven.take(.perform(.edit("ada+bob", "m", text: text), effect: effect))
        }
        // Nobody waits for the edits any more.
        driven.take(.cancel(effect: 0))
        driven.take(.cancel(effect: 1))
        driven.take(.perform(.delete("ada+bob", "m"), effect: 2))
        #expect(driven.requests.map(\.purpose) == [.revise(effect: 0)])
        driven.fail(.offline("Cut"))
        #expect(driven.requests.map(\.purpose) == [.revise(effect: 2)])
    }
}
