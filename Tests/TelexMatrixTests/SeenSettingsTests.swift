import TelexCore
import Testing

/// How rooms are arranged, here and on another device.
@Suite struct SeenSettingsTests {
    private let club: ChatID = "!club:x"

    @Test func keepsTheSettingsOnTheServerAndLearnsThoseOfOtherDevices() {
        let seen = Seen("settings")
        func configure(_ step: String, _ settings: ChatSettings) -> [String] {
            seen.step(step, .configure(club, settings))
        }
        #expect(seen.step("start") == ["0 of 1", "!club:x: Club of 3", "@ada:x: joined", "Cyd: joined", "connected"])
        var settings = ChatSettings(pinOrder: 250_000_000, muted: .init(), isMarkedUnread: true)
        // A homeserver knows nothing of the archive.
        settings.archiveKeeper = .device
        let all = "!club:x (pinned at 250000000) (muted) (marked unread)"
        #expect(configure("pinned, muted and marked as unread", settings) == [all])
        #expect(seen.step("the server has all that") == [])
        settings.muted?.keepsMentions = true
        let mentions = "!club:x (pinned at 250000000) (muted but for mentions) (marked unread)"
        #expect(configure("mentions notify", settings) == [mentions])
        #expect(seen.step("the server has that, too") == [])
        // The rule was removed elsewhere meanwhile.
        #expect(configure("as before", ChatSettings(archiveKeeper: .device)) == ["!club:x"])
        #expect(seen.step("the server has nothing of it") == [])
        seen.restart()
        #expect(seen.step("arranged elsewhere") == ["!club:x (pinned at 1000000000) (marked unread)", "connected"])
        #expect(
            seen.step("muted elsewhere") == [
                "!club:x (pinned at 1000000000) (muted but for mentions) (marked unread)"
            ])
        seen.device()
        #expect(
            seen.step("all on another device") == [
                "0 of 1", "!club:x: Club of 3",
                "!club:x (pinned at 1000000000) (muted but for mentions) (marked unread)", "@ada:x: joined",
                "Cyd: joined", "connected",
            ])
        #expect(seen.isOver)
    }
}
