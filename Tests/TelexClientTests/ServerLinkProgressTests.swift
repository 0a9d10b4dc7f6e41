import TelexAPI
import TelexCore
import Testing

@testable import TelexClient

@Suite struct ServerLinkProgressTests {
    @Test(arguments: [(count: 45, last: 20, reported: []), (45, 30, [0, 20, 40]), (1, 1001, [0])])
    func reportsProgressOfALongSync(count: Int, last: Int64, reported: [Int]) {
        var driven = Driven(isOnline: false)
        driven.push(.ready(Frame.Ready(event: 5)))
        let chats = (0..<count).map {
            ChatInfo(chat: "c\($0)", title: "Bob", last: last, lastID: "bob/\(last)", marks: [], event: 9)
        }
        driven.answer(.chats(ChatPage(chats: chats, cursor: 9, more: false)))
        while case .messages(let chat, _, _) = driven.requests.first?.route {
            let messages = (1...last).map { message($0, in: chat) }
            driven.answer(.messages(MessagePage(messages: messages, more: false)))
        }
        let progress = driven.takeEvents().filter { if case .connection(.progressed) = $0 { true } else { false } }
        #expect(progress == reported.map { .connection(.progressed(SyncProgress(done: $0, total: count))) })
        #expect(driven.ended == [2])
    }
}
