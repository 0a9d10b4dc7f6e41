import Testing

@testable import TelexCore

@Suite struct NavigationTests {
    // MARK: Screens

    private func screens(_ opened: Screen...) -> ScreenModel {
        var model = ScreenModel()
        for screen in opened { _ = model.open(screen) }
        return model
    }

    @Test func reopeningAScreenClosesItAndAllAboveIt() {
        var model = screens(.contactList, .messages("ada"), .reminderForm("ada"))
        let consequences = model.open(.messages("bo"))
        #expect(model.stack == [.chatList, .contactList, .messages("bo")])
        #expect(
            consequences
                == Consequences(followUps: [
                    .reminder(.formClosed), .history(.opening(chat: "bo")), .notification(.dismissing(chat: "bo")),
                ]))
    }

    @Test func theChatListStaysOpen() {
        var model = screens(.contactList)
        #expect(model.close(.chatList) == .ignored("The chat list is always open."))
        #expect(model.open(.chatList).followUps == [])
        #expect(model.stack == [.chatList])
        #expect(model.remove(.messages("ada")) == .none)
    }

    @Test func removingAScreenClosesAllAboveIt() {
        var model = screens(.contactList, .messages("ada"), .reminderForm("ada"))
        #expect(model.remove(.messages("bo")) == .none)
        #expect(
            model.remove(.messages("ada"))
                == Consequences(followUps: [.reminder(.formClosed), .contact(.loading)]))
        #expect(model.stack == [.chatList, .contactList])
    }

    @Test func removingAChatClosesItsScreenAndAllAboveIt() {
        let flow = Flow()
        flow.send(.invitation(.received(ReceivedInvitation(chat: "team", title: "Team", inviter: "Ada"))))
        flow.open("team", title: "Team")
        flow.send(.screen(.opening(.reminderForm("team"))))
        flow.forget()
        flow.send(.invitation(.declined(chat: "team")))
        flow.expect(
            saves: [.chatRemoved("team")],
            changes: """
                chatList: shouldShowEmpty = true, totalCount = 0
                chatList[team] goes
                reminderForm closes
                """)
    }

    @Test func removingAChatKeepsTheScreensOfOthers() {
        let flow = Flow()
        flow.open("ada", title: "Ada")
        flow.send(.screen(.vanished(.messages("bo"))))
        flow.expect()
        flow.send(.screen(.vanished(.messages("ada"))))
        flow.expect(works: [.cancel], changes: "messages closes")
    }

    // MARK: Windows

    @Test func countsWritesToAWindowButNotReads() {
        var windows = Windows(1)
        #expect(windows[.main] == 1 && windows.all { $0 == 1 } == [.main])
        #expect(windows.revision(of: .main) == 0)
        windows[.main] += 1
        #expect(windows[.main] == 2 && windows.revision(of: .main) == 1)
    }

    @Test func keepsTheRevisionOfUnchangedWindows() {
        var windows = Windows(1)
        windows.update(where: { $0 > 1 }) { $0 = 9 }
        #expect(windows[.main] == 1 && windows.revision(of: .main) == 0)
        windows.update { $0 = 9 }
        #expect(windows[.main] == 9 && windows.revision(of: .main) == 1)
        #expect(windows.all { $0 == 1 } == [])
    }

    @Test func addressesFollowUpsToTheirWindow() {
        let window = WindowID("7")
        let own = Consequences(followUps: [.connection(.retrying)])
        let other = Consequences(followUps: [.contact(.formClosed)]).of(window)
        #expect((own + other).followUps.map(\.window) == [nil, window])
        let stamp = Stamp(time: .start, order: 3, freshID: "fresh", cause: Cause(id: "a", number: 1))
        let addressed = stamp.of(window, stamp.cause)
        #expect(addressed.window == window && addressed.of(.main, stamp.cause) == stamp)
    }
}
