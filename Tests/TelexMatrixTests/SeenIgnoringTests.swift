import TelexCore
import Testing

/// People whom we ignore, here and on another device.
@Suite struct SeenIgnoringTests {
    @Test func readsTheListBeforeItWritesIt() {
        let seen = Seen("ignoring")
        #expect(seen.step("start") == ["0 of 1", "!club:x: Club of 3", "@ada:x: joined", "Cyd: joined", "connected"])
        #expect(seen.step("somebody is ignored", .ignore("@cyd:x", isIgnored: true)) == ["ignored:", "@cyd:x"])
        #expect(seen.step("the server has the list") == ["ignored:", "@cyd:x"])
        // Whom another device has added, and what we do not know, stays.
        #expect(
            seen.step("no longer, after a change elsewhere", .ignore("@cyd:x", isIgnored: false))
                == ["ignored:", "@eve:x"])
        #expect(seen.step("the server has that, too") == ["ignored:", "@eve:x"])
        #expect(seen.step("the list is emptied elsewhere") == ["ignored:"])
        #expect(seen.isOver)
    }
}
