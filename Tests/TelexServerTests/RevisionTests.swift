import Foundation
import GRDB
import TelexAPI
import Testing

@testable import TelexServer

@Suite struct RevisionTests {
    @Test func listsRevisionsInOrderToMembers() async throws {
        let house = try House()
        let (ada, bob, cleo) = (try await house.user("ada"), try await house.user("bob"), try await house.user("cleo"))
        _ = try await house.service.create("bob", for: Caller(user: ada, token: 1))
        let group = try await house.service.createGroup(CreateGroupRequest(people: ["bob", "cleo"]), for: ada)
        for id in ["1", "2", "3"] { _ = try await house.post("text", as: id, from: ada, to: "ada+bob") }
        _ = try await house.post("text", as: "g", from: ada, to: group.chat)
        func page(_ user: User, _ event: Int64 = 0, limit: Int = 100) async throws -> RevisionPage {
            try await house.reader.revisions(since: event, limit: limit, for: user)
        }
        #expect(try await page(bob).messages == [])
        // There was no such event.
        #expect(try await page(bob, 7).cursor == 0)
        #expect(try await house.reader.chats(since: 0, limit: 9, for: bob).revised == nil)
        var changes: [MessageInfo] = []
        for (id, text) in [("3", "a"), ("1", "b"), ("3", "c"), ("2", "d")] {
            changes.append(
                try await house.service.edit("ada/\(id)", in: "ada+bob", to: EditRequest(text: text), by: ada))
        }
        let inGroup = try await house.service.delete("ada/g", in: group.chat, by: ada)
        #expect(try await page(bob).messages.map(\.text) == ["b", "c", "d"])
        #expect(try await page(cleo).messages == [])
        #expect(try await page(ada).messages.map(\.id) == ["ada/1", "ada/3", "ada/2", "ada/g"])
        #expect(try await house.reader.chats(since: 0, limit: 9, for: bob).revised == changes[3].revised)
        let first = try await page(bob, limit: 2)
        #expect(first.messages.map(\.text) == ["b", "c"] && first.more && first.cursor == changes[2].revised)
        let rest = try await page(bob, first.cursor)
        #expect(rest.messages.map(\.text) == ["d"] && !rest.more)
        _ = try await house.service.join(group.chat, cleo)
        #expect(try await page(cleo).messages == [inGroup])
    }

    @Test func skipsEventNumbersAtEachStart() throws {
        let house = try House()
        try house.store.database.write { database in
            let start = try EventLog.last(database)
            #expect(try EventLog.isPassed(0, database) && EventLog.isPassed(start, database))
            #expect(try !EventLog.isPassed(1, database) && !EventLog.isPassed(start + 1, database))
            let next = Date(timeIntervalSince1970: Double(start) / 1000 + 60)
            try EventLog.begin(next, database)
            #expect(try EventLog.last(database) == start + 60_000)
            #expect(try EventLog.isPassed(start, database) && EventLog.isPassed(start + 60_000, database))
            // These events belong to another file that was restored from a copy of this one.
            #expect(try !EventLog.isPassed(start + 1, database) && !EventLog.isPassed(start + 59_999, database))
            // A clock that goes back does not move the numbers back.
            try EventLog.begin(Date(timeIntervalSince1970: 0), database)
            #expect(try EventLog.last(database) == start + 60_000)
            #expect(try EventLog.isPassed(start + 60_000, database))
        }
    }

    /// In the WAL, text stays readable until a checkpoint.
    @Test(arguments: [true, false]) func erasesDeletedTextFromTheLogSoon(edits: Bool) async throws {
        let house = try House()
        let (ada, _) = try await house.couple()
        let secret = "a secret that was sent to the wrong person"
        _ = try await house.post(secret, as: "1", from: ada.user, to: "ada+bob")
        func isStored() throws -> Bool {
            try ["", "-wal"].contains { end in
                try Data(contentsOf: URL(fileURLWithPath: house.path + end)).firstRange(of: Data(secret.utf8)) != nil
            }
        }
        #expect(try isStored())
        if edits {
            _ = try await house.service.edit("ada/1", in: "ada+bob", to: EditRequest(text: "x"), by: ada.user)
        } else {
            _ = try await house.service.delete("ada/1", in: "ada+bob", by: ada.user)
        }
        #expect(try isStored())
        try await house.service.sweep()
        #expect(try !isStored())
    }
}
