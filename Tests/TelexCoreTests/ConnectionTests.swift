import Foundation
import Testing

@testable import TelexCore

@Suite struct ConnectionTests {
    @Test func showsTheReasonAndRetries() throws {
        let flow = Flow()
        flow.send(.connection(.disconnected(Disconnection("No route.", .unreachable))))
        flow.expect(
            changes: """
                connection: state = offline, offlineReason = unreachable, statusText = Offline: No route., retry = connection.retrying
                """)
        flow.send(try #require(flow.connection.model?.retry).event)
        flow.expect(
            works: [.ask(.sync)],
            changes: "connection: state = connecting, offlineReason = nil, statusText = Connecting…, retry = nil")
        flow.answer(.ask(.sync), .connection(.connected))
        flow.expect(changes: "connection: state = online, statusText = Online")
    }

    @Test func showsWhenItWasFirstLost() {
        let flow = Flow()
        flow.now += 60
        flow.send(.connection(.disconnected(Disconnection("No route."))))
        flow.now += 60
        flow.send(.connection(.retrying))
        flow.forget()
        flow.now += 60
        flow.answer(.ask(.sync), .connection(.disconnected(Disconnection("No route."))))
        flow.expect(
            changes: """
                connection: state = offline, statusText = Offline: No route., since = 2026-01-05T09:01:00Z, sinceText = 09:01, retry = connection.retrying
                """)
    }

    @Test func resetsTheTimeOnceConnected() {
        let flow = Flow()
        flow.send(.connection(.disconnected(Disconnection("No route."))))
        flow.send(.connection(.connected))
        flow.forget()
        flow.now += 60
        flow.send(.connection(.disconnected(Disconnection("No route."))))
        flow.expect(
            changes: """
                connection: state = offline, statusText = Offline: No route., since = 2026-01-05T09:01:00Z, sinceText = 09:01, retry = connection.retrying
                """)
    }

    @Test func showsProgressWhileConnecting() {
        let flow = Flow()
        flow.send(.connection(.progressed(SyncProgress(done: 1, total: 2))))
        flow.expect()
        flow.send(.connection(.retrying))
        flow.forget()
        flow.send(.connection(.progressed(SyncProgress(done: 1, total: 2))))
        flow.expect(changes: "connection: progressText = 1 of 2 chats")
        flow.answer(.ask(.sync), .connection(.connected))
        flow.expect(changes: "connection: state = online, statusText = Online, progressText = nil")
    }

    @Test(arguments: [
        (ConnectionEvent.socketClosed(chat: "ada"), "connection: liveChat = nil"),
        (
            .disconnected(Disconnection("No route.")),
            "connection: state = offline, statusText = Offline: No route., retry = connection.retrying"
        ),
    ])
    func showsNobodyTypingWithoutALiveChannel(event: ConnectionEvent, changes: String) {
        let flow = Flow()
        flow.open("ada", title: "Ada")
        flow.send(.connection(.socketOpened(chat: "ada")))
        flow.send(.presence(.typingStarted(Typist(chat: "ada", sender: nil))))
        flow.send(.presence(.typingStarted(Typist(chat: "ada", sender: "Bo"))))
        flow.forget()
        flow.send(.connection(event))
        flow.expect(changes: "messages: typingText = nil\n\(changes)")
    }

    @Test func ignoresTheClosingOfAnotherChannel() {
        let flow = Flow()
        flow.send(.connection(.socketOpened(chat: "ada")))
        flow.expect(changes: "connection: liveChat = ada")
        flow.send(.connection(.socketClosed(chat: "bo")))
        flow.expect()
    }
}
