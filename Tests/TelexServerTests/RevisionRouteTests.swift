import Foundation
import TelexAPI
import Testing

@testable import TelexServer

/// Tests edits, deletions and reactions over the routes and channels, and messages that expire.
@Suite struct RevisionRouteTests {
    @Test(arguments: TestServer.Way.allCases) func sendsRevisionsToAllAndKeepsThemForLater(way: TestServer.Way)
        async throws
    {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let first = try await ada.post("fisrt", as: "1", kind: "emote")
            _ = try await ada.post("second", as: "2")
            let before = try await bob.chats()
            #expect(before.revised == nil)
            let channels = try await [ada, bob].asyncMap { [try await $0.push(), try await $0.live()] }.flatMap(\.self)
            let edited = try await ada.edit("ada/1", "first")
            let deleted = try await ada.delete("ada/2")
            let reacted = try await bob.react("👍/", to: "ada/1")
            // Without an effect, nothing is sent.
            #expect(try await ada.edit("ada/1", "first") == reacted)
            #expect(try await ada.delete("ada/2") == deleted)
            #expect(try await bob.react("👍/", to: "ada/1") == reacted)
            let third = try await ada.post("third", as: "3")
            var expected = first
            (expected.text, expected.edited, expected.revised) = ("first", true, edited.revised)
            #expect(edited == expected && deleted.text.isEmpty && deleted.kind == "deleted" && deleted.edited == nil)
            #expect(
                before.cursor < edited.revised! && edited.revised! < deleted.revised!
                    && deleted.revised! < reacted.revised!)
            for channel in channels {
                for message in [edited, deleted, reacted] {
                    let item = try await channel.next()
                    #expect(item.frame == .revision(message) && [nil, message.revised].contains(item.event))
                }
                try await channel.expect(.message(third))
            }
            #expect(try await bob.messages() == [reacted, deleted, third])
            #expect(try await bob.page(.before(3)).messages == [reacted, deleted])
            // Those who missed it get each message as it is now.
            #expect(try await bob.missed(since: before.cursor).revisions == [reacted, deleted, reacted])
            let page = try await bob.chats(since: before.cursor)
            #expect(page.chats.map(\.chat) == ["ada+bob"] && page.revised == reacted.revised)
            #expect(
                try await bob.revisions()
                    == RevisionPage(messages: [deleted, reacted], cursor: reacted.revised!, more: false))
            #expect(try await bob.revisions(since: deleted.revised!).messages == [reacted])
            #expect(
                try await bob.revisions(limit: 1)
                    == RevisionPage(messages: [deleted], cursor: deleted.revised!, more: true))
        }
    }

    @Test func onlyOnesOwnMessagesCanBeRevised() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let message = try await ada.post("first", as: "1")
            let carol = try await server.client("carol")
            for act in [{ try await $0.edit($1, "changed") }, { try await $0.delete($1) }]
                as [(TestClient, String) async throws -> MessageInfo]
            {
                try await refuses(409, word: "not yours") { try await act(bob, "ada/1") }
                for id in ["ada/2", "bob/1", "1", "ada/", "/1", "zoe/1", "ADA/1", "ada/1/"] {
                    try await refuses(404, about: "\(id)") { try await act(ada, id) }
                }
                try await refuses(404) { try await act(carol, "ada/1") }
            }
            #expect(try await bob.messages() == [message])
            #expect(try await bob.revisions().messages == [])
        }
    }

    @Test func anEditedTextHasTheLimitsOfAMessage() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            _ = try await ada.post("first", as: "1")
            let text = String(repeating: "\u{e9}", count: 32_768)
            #expect(try await ada.edit("ada/1", text).text == text)
            try await refuses(413, word: "65536") { try await ada.edit("ada/1", text + "x") }
            #expect(try await bob.texts() == [text])
            // A post whose response was lost may be repeated, even then.
            #expect(try await ada.post("first", as: "1", isNew: false).text == text)
            let deleted = try await ada.delete("ada/1")
            #expect(try await bob.mark(read: "ada/1").readSeq == 1)
            #expect(try await ada.post("first", as: "1", isNew: false) == deleted)
            try await refuses(409, word: "deleted") { try await ada.edit("ada/1", "back") }
        }
    }

    @Test func erasesDeletedAndReplacedTextsFromTheFile() async throws {
        try await TestServer.run { server in
            let (ada, _) = try await server.couple()
            _ = try await ada.post(String(repeating: "xyzzy ", count: 100), as: "1")
            _ = try await ada.post(String(repeating: "plugh ", count: 100), as: "2")
            _ = try await ada.edit("ada/1", "harmless")
            _ = try await ada.delete("ada/2")
            try await server.restart()
            let bytes = try server.bytes()
            #expect(bytes.firstRange(of: Data("harmless".utf8)) != nil)
            for word in ["xyzzy", "plugh"] { #expect(bytes.firstRange(of: Data(word.utf8)) == nil) }
            #expect(server.findings().contains { $0.text == "No chat is missing messages." })
        }
    }

    // MARK: Retention

    @Test func deletesExpiredMessagesAndKeepsNewerOnes() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let carol = try await server.client("carol")
            _ = try await carol.create("ada")
            try await carol.post(1...3, to: "ada+carol")
            try await server.fill(1...1040, from: bob)
            _ = try await ada.mark(read: "bob/7", delivered: "bob/1020")
            let deleted = try await ada.post("early", as: "early")
            _ = try await bob.edit("bob/1030", "new")
            _ = try await bob.delete("bob/1")
            let day = 86_400_000
            // A message with a wrong date does not expire those before it.
            try await server.execute(
                "UPDATE message SET date = date - ? WHERE (seq <= 1010 OR seq = 1035) AND chat = 1", [31 * day])
            try await server.execute("UPDATE message SET date = date - ? WHERE chat != 1", [29 * day])
            let date = Date(timeIntervalSinceNow: -30 * 86_400)
            // It is done in batches.
            for count in [1000, 10, 0] { #expect(try await server.service.deleteMessages(before: date) == count) }
            let kept = (1011...1041).map { $0 == 1030 ? "new" : $0 == 1041 ? "early" : "\($0)" }
            for range in [.after(0), .before(2000), .latest] as [Route.MessageRange] {
                let page = try await bob.page(range, limit: 500)
                #expect(page.messages.map(\.text) == kept && !page.more)
            }
            #expect(try await bob.page(.after(1000), limit: 1).messages.map(\.seq) == [1011])
            #expect(try await bob.page(.before(1011)).messages == [])
            #expect(try await carol.texts("ada+carol") == ["1", "2", "3"])
            let mark = try await bob.chats().chats.first { $0.chat == "ada+bob" }!.marks[0]
            #expect(mark.read == nil && mark.readSeq == 7 && mark.delivered == "bob/1020" && mark.deliveredSeq == 1020)
            try await refuses(404) { try await ada.mark(read: "bob/8") }
            #expect(try await bob.post("next", as: "next").seq == deleted.seq + 1)
            // Clients that catch up do not get them.
            #expect(try await bob.revisions().messages.map(\.text) == ["new"])
            let cursor = try await server.store.database.read { try EventLog.last($0) } - 40
            #expect(try await ada.missed(since: cursor).messages.first?.seq == 1011)
            #expect(server.findings().contains { $0.text == "No chat is missing messages." })
        }
    }
}
