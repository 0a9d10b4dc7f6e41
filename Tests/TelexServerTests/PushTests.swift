import Foundation
import NIOCore
import TelexAPI
import Testing

@testable import TelexServer

/// Tests what a push channel replays.
@Suite struct PushTests {
    private let house: House
    private let ada: Caller

    init() async throws {
        house = try House()
        ada = try await house.couple().ada
    }

    private func post(_ numbers: ClosedRange<Int>) async throws {
        for number in numbers { _ = try await house.post("\(number)", as: "\(number)", from: ada.user, to: "ada+bob") }
    }

    /// The events that a channel has sent, by number.
    private static func events(_ subscription: Subscription) async -> [Int64] {
        subscription.end(.stopping)
        var events: [Int64] = []
        for await item in subscription.items {
            switch item {
            case .missed(let text):
                events += String(buffer: text).split(separator: "\n").compactMap {
                    $0.hasPrefix("id: ") ? Int64($0.dropFirst(4)) : nil
                }
            case .frame(let event?, let kind, _) where kind != .ready: events.append(event)
            default: break
            }
        }
        return events
    }

    @Test func sendsEachEventOnceWhileMessagesArrive() async throws {
        try await post(1...100)
        let (service, ada) = (house.service, ada)
        let channels = try await withThrowingTaskGroup(of: Subscription.self) { group in
            for _ in 0..<9 { group.addTask { try await service.openPush(for: ada, after: 0) } }
            try await post(101...200)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let all = try await Self.events(service.openPush(for: ada, after: 0))
        #expect(all.count == 201 && all == Set(all).sorted())
        for channel in channels { #expect(await Self.events(channel) == all) }
    }

    @Test func countsChannelsThatAreBeingOpened() async throws {
        try await post(1...100)
        let (service, ada) = (house.service, ada)
        let opened = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<30 { group.addTask { (try? await service.openPush(for: ada, after: 0)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(opened == 10)
    }

    @Test func splitsALongReplayIntoParts() throws {
        let message = MessageInfo(
            chat: "c", seq: 1, id: "ada/1", sender: "ada", name: "Ada", text: String(repeating: "x", count: 10_000),
            date: Date(timeIntervalSince1970: 0))
        let parts = EventText.parts((1...20).map { (Int64($0), .message(message)) })
        #expect(parts.count == 3 && parts.allSatisfy { $0.readableBytes < 80_000 })
        #expect(parts.map { String(buffer: $0) }.joined().components(separatedBy: "event: message\n").count == 21)
        #expect(EventText.parts([]).isEmpty)
    }
}
