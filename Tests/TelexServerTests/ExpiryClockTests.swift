import Foundation
import GRDB
import Logging
import TelexAPI
import Testing

@testable import TelexServer

/// Tests when the clock is too far ahead to delete what is old.
@Suite struct ExpiryClockTests {
    private let newest = Date(timeIntervalSince1970: 1_800_000_000)
    private let start = ContinuousClock.now
    private static let day: TimeInterval = 86_400

    private func isPlausible(_ clock: ExpiryClock, days: Double, running: Double = 0) -> Bool {
        clock.now(newest + days * Self.day, at: start + .seconds(running * Self.day)) != nil
    }

    @Test(arguments: [(-400, true), (0, true), (29, true), (31, false), (400, false)])
    func aClockFarAheadOfTheNewestMessageIsImplausible(days: Double, isPlausible: Bool) {
        let clock = ExpiryClock(reached: newest, now: newest + days * Self.day, at: start)
        #expect(self.isPlausible(clock, days: days) == isPlausible)
    }

    @Test func aClockThatGoesOnWithTheServerIsPlausible() {
        let clock = ExpiryClock(reached: newest, now: newest, at: start)
        #expect(isPlausible(clock, days: 300, running: 299))
        // It was put forward.
        #expect(!isPlausible(clock, days: 700, running: 300))
        // And back.
        #expect(isPlausible(clock, days: 301, running: 301))
    }

    @Test func aServerThatWasIdleDeletesAgainAfterAWeek() {
        let clock = ExpiryClock(reached: newest, now: newest + 200 * Self.day, at: start)
        #expect(!isPlausible(clock, days: 200))
        #expect(!isPlausible(clock, days: 206.9, running: 6.9))
        #expect(isPlausible(clock, days: 207, running: 7))
        #expect(isPlausible(clock, days: 208, running: 8))
        #expect(!isPlausible(clock, days: 608, running: 8))
    }

    @Test func aNewServerTrustsItsClock() {
        let clock = ExpiryClock(reached: nil, now: newest, at: start)
        #expect(isPlausible(clock, days: 0))
    }

    /// A token that is refused is gone for its client.
    @Test func noLoginExpiresByAnImplausibleClock() async throws {
        let house = try House()
        _ = try await house.user("ada")
        let (token, _) = try await house.accounts.logIn(house.accounts.invite("ada"))
        try await house.store.database.write { database in
            try ClockTable.note(Date() - 400 * Self.day, database)
            try database.execute(sql: "UPDATE token SET used = used - 400 * 86400")
        }
        // The store was opened when the login was new.
        #expect(try await house.accounts.caller(token) == nil)
        // What a wrong clock dates does not make it right.
        for _ in 0..<2 {
            let later = try ServerStore(path: house.path)
            #expect(try await Accounts(later).caller(token) != nil)
            try later.close()
        }
    }

    @Test func aClockThatWasPutBackDatesNothing() {
        let clock = ExpiryClock(reached: newest, now: newest - 400 * Self.day, at: start)
        #expect(clock.behind(newest - 400 * Self.day, at: start) == 400 * Self.day)
        #expect(clock.stamp(newest - 400 * Self.day, at: start) == newest)
        #expect(clock.stamp(newest - 400 * Self.day, at: start + .seconds(60)) == newest + 60)
        // Time zones, and a clock that goes slow.
        for date in [newest - 0.9 * Self.day, newest + Self.day] {
            #expect(clock.behind(date, at: start) == nil && clock.stamp(date, at: start) == date)
        }
    }

    @Test func notesTheTimeAndNeverGoesBack() throws {
        let house = try House()
        let reached = { try house.store.database.read { try ClockTable.reached($0) } }
        #expect(try reached() == nil)
        for date in [newest, newest - 1, newest + 1] {
            try house.store.database.write { try ClockTable.note(date, $0) }
        }
        #expect(try reached() == newest + 1)
    }

    @Test func anUpgradeBeginsWithTheNewestData() async throws {
        let house = try House()
        let (ada, _) = try await house.couple()
        _ = try await house.post("x", as: "1", from: ada.user, to: "ada+bob")
        func reached(_ sql: String) throws -> Date? {
            try house.store.database.write { database in
                try database.execute(
                    sql: sql + "; DROP TABLE clock; DELETE FROM grdb_migrations WHERE identifier = '13'")
            }
            return try ServerStore(path: house.path).database.read { try ClockTable.reached($0) }
        }
        #expect(
            try reached("UPDATE token SET used = 1000; UPDATE message SET date = 2000000")?.timeIntervalSince1970
                == 2000)
        #expect(try reached("UPDATE token SET used = 3000")?.timeIntervalSince1970 == 3000)
        #expect(try reached("DELETE FROM token; DELETE FROM message") == nil)
    }

    /// Such as that of a computer without a battery, until it has asked others for the time.
    @Test func whatAClockThatIsBehindHasDatedDoesNotExpire() async throws {
        let house = try House()
        let (ada, _) = try await house.couple()
        try await house.store.database.write { try ClockTable.note(Date() + 400 * Self.day, $0) }
        let store = try ServerStore(path: house.path)
        let service = try ChatService(store, ServerSettings(host: "", port: 0), seed: 1, logger: Logger(label: "test"))
        _ = try await service.post(PostRequest(id: "1", text: "x"), to: "ada+bob", from: ada.user)
        let accounts = Accounts(store)
        let (token, _) = try await accounts.logIn(accounts.invite("ada"))
        #expect(try await service.deleteMessages(before: Date() + 399 * Self.day) == 0)
        try await accounts.deleteExpired(now: Date() + 401 * Self.day)
        #expect(try await accounts.caller(token) != nil)
    }

    @Test func aLoginThatAWrongClockHasDatedLivesNoLonger() async throws {
        let house = try House()
        _ = try await house.user("ada")
        _ = try await house.caller("ada")
        try await house.store.database.write { try $0.execute(sql: "UPDATE token SET used = used + 400 * 86400") }
        try await house.accounts.deleteExpired(now: Date())
        try await house.accounts.deleteExpired(now: Date() + 91 * Self.day)
        #expect(try house.count("token") == 0)
    }
}
