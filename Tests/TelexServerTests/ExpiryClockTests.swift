import Foundation
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
        let clock = ExpiryClock(newest: newest, now: newest + days * Self.day, at: start)
        #expect(self.isPlausible(clock, days: days) == isPlausible)
    }

    @Test func aClockThatGoesOnWithTheServerIsPlausible() {
        let clock = ExpiryClock(newest: newest, now: newest, at: start)
        #expect(isPlausible(clock, days: 300, running: 299))
        // It was put forward.
        #expect(!isPlausible(clock, days: 700, running: 300))
        // And back.
        #expect(isPlausible(clock, days: 301, running: 301))
    }

    @Test func aServerThatWasIdleDeletesAgainAfterAWeek() {
        let clock = ExpiryClock(newest: newest, now: newest + 200 * Self.day, at: start)
        #expect(!isPlausible(clock, days: 200))
        #expect(!isPlausible(clock, days: 206.9, running: 6.9))
        #expect(isPlausible(clock, days: 207, running: 7))
        #expect(isPlausible(clock, days: 208, running: 8))
        #expect(!isPlausible(clock, days: 608, running: 8))
    }

    @Test func aNewServerTrustsItsClock() {
        let clock = ExpiryClock(newest: nil, now: newest, at: start)
        #expect(isPlausible(clock, days: 0))
    }

    /// A token that is refused is gone for its client.
    @Test func noLoginExpiresByAnImplausibleClock() async throws {
        let house = try House()
        _ = try await house.user("ada")
        let (token, _) = try await house.accounts.logIn(house.accounts.invite("ada"))
        try await house.store.database.write { try $0.execute(sql: "UPDATE token SET used = used - 400 * 86400") }
        // The store was opened when the login was new.
        #expect(try await house.accounts.caller(token) == nil)
        let later = Accounts(try ServerStore(path: house.path))
        #expect(try await later.caller(token) != nil)
    }

    @Test func findsTheNewestMessageAndLogin() async throws {
        let house = try House()
        let newest = { try house.store.database.read { try ServerStore.newest($0) } }
        #expect(try newest() == nil)
        let (ada, _) = try await house.couple()
        _ = try await house.post("x", as: "1", from: ada.user, to: "ada+bob")
        try await house.store.database.write {
            try $0.execute(sql: "UPDATE token SET used = 1000; UPDATE message SET date = 2000000")
        }
        #expect(try newest() == Date(timeIntervalSince1970: 2000))
        try await house.store.database.write { try $0.execute(sql: "UPDATE token SET used = 3000") }
        #expect(try newest() == Date(timeIntervalSince1970: 3000))
    }
}
