import GRDB
import TelexAPI
import Testing

@testable import TelexServer

@Suite struct NameIndexTests {
    private func house(_ displays: KeyValuePairs<String, String>) throws -> House {
        let house = try House()
        for (name, display) in displays { _ = try house.accounts.add(name, display: display) }
        return house
    }

    @Test(arguments: [
        "ada", "ADA", " Ada\u{7} ", "Ada Lovelace", "ada lovelace", "ÁDA LOVELACE", "A\u{301}da lovelace",
        "Ada Lovelace (ada)", "ada lovelace (ADA)",
    ])
    func findsAPersonByAnyName(_ name: String) async throws {
        let house = try house(["ada": "Ada Lovelace", "bob": "Adam", "cy": "Lovelace"])
        #expect(try await house.accounts.find(name).name == "ada")
    }

    @Test(arguments: [
        "Ada Lovel", "Lovelace (ada)", "Ada Lovelace (bob)", "(ada)", "Ada Lovelace ()", "ada)", "zoe",
        "Ada Lovelace\u{301}\u{301}x", String(repeating: "a", count: 100_000),
    ])
    func findsNobodyByAPartOfAName(_ name: String) async throws {
        let house = try house(["ada": "Ada Lovelace", "bob": "Bob"])
        await #expect(throws: ServerError.nobody(name)) { try await house.accounts.find(name) }
    }

    @Test func namesSomeOfSeveralPeopleWithOneName() async throws {
        let house = try house(["ada": "Sam", "bob": "sàm", "cy": "Other"])
        await #expect(throws: ServerError.severalPeople("SAM", users: ["ada", "bob"])) {
            try await house.accounts.find("SAM")
        }
        let ada = try await house.accounts.find("ada")
        #expect(try await house.accounts.find("Sam", for: ada).name == "bob")
        for number in 0..<100 { _ = try house.accounts.add("sam\(number)", display: "Sam") }
        await #expect {
            try await house.accounts.find("Sam")
        } throws: {
            if case ServerError.severalPeople(_, let users) = $0 { users.count == Limits.people + 2 } else { false }
        }
    }

    @Test func searchesByTheStartOfEachWord() async throws {
        let house = try house(["ada": "Ada  Lovelace-King", "bob": "Bob Émile adams", "cy": "Cy"])
        let cy = try await house.accounts.find("cy")
        func found(_ query: String) async throws -> [String] {
            try await house.accounts.people(query, for: cy).map(\.user)
        }
        for (query, users) in [
            ("ad", ["ada", "bob"]), ("LOVE", ["ada"]), ("emile a", ["bob"]), ("é", ["bob", "echo", "eliza"]),
            ("king", []), ("b", ["bob"]), ("bob émile adams", ["bob"]), ("cy", []), ("a\u{0}", []),
            ("", ["ada", "bob", "echo", "eliza"]), ("%", []), ("ada\u{10FFFF}", []),
        ] { #expect(try await found(query) == users, "\(query)") }
    }

    @Test func showsExactMatchesFirst() async throws {
        let house = try House()
        for number in 0..<50 { _ = try house.accounts.add("a\(number)", display: "Sam A \(number)") }
        _ = try house.accounts.add("zoe", display: "Sám")
        let asker = try await house.accounts.find("a0")
        let found = try await house.accounts.people("sam", for: asker).map(\.user)
        #expect(found.count == Limits.people && found.first == "zoe" && Set(found).count == found.count)
    }

    @Test func forgetsARemovedUser() async throws {
        let house = try house(["ada": "Ada Lovelace", "bob": "Bob"])
        try Removal("ada", house.store).carryOut()
        let bob = try await house.accounts.find("bob")
        #expect(try await house.accounts.people("lov", for: bob) == [])
        await #expect(throws: ServerError.nobody("Ada Lovelace")) { try await house.accounts.find("Ada Lovelace") }
    }

    /// The work for each lookup must not grow with the number of users.
    @Test(arguments: [
        "SELECT * FROM userName JOIN user ON user.key = userName.user WHERE folded = ? AND isWhole = 1 ORDER BY user LIMIT ?",
        "SELECT * FROM user WHERE name = ? AND NOT isRemoved",
    ])
    func looksNamesUpInAnIndex(_ sql: String) throws {
        let house = try House()
        try house.store.database.read { database in
            let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
            let arguments: StatementArguments = statement.sql.contains("LIMIT") ? ["x", 1] : ["x"]
            let steps = try Row.fetchAll(statement, arguments: arguments).map {
                try $0.decode(String.self, forColumn: "detail")
            }
            #expect(!steps.isEmpty && steps.allSatisfy { $0.hasPrefix("SEARCH") }, "\(steps)")
        }
    }
}
