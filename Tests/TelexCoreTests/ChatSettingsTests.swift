import Foundation
import Testing

@testable import TelexCore

/// How chats are arranged: pinned, muted, archived, marked as unread.
@Suite struct ChatSettingsTests {
    private let flow = Flow(isStrict: false)

    /// Three chats, of which the last one has the latest message.
    init() {
        for chat in ["ada", "bo", "cy"] as [ChatID] { flow.receive(chat, "\(chat)1", title: "\(chat)") }
        flow.forget()
    }

    private var list: [String] { flow.chatList.model?.chats.map { "\($0.chat) \($0.section)" } ?? [] }
    private var notified: [String] { flow.notification.model?.notifications.map(\.id) ?? [] }

    private func pin(_ chat: ChatID, before: ChatID? = nil) {
        flow.send(.chat(.pinning(PinWish(chat: chat, before: before))))
    }

    private func mute(_ chat: ChatID, _ due: String = "", keepsMentions: Bool = false, id: String? = nil) {
        flow.send(.chat(.muting(MuteWish(chat: chat, due: due, keepsMentions: keepsMentions))), id: id)
    }

    /// What the server is told of what we have read and that we type, since the last call: `-` stands for a private mark.
    private func told() -> [String] {
        flow.takeWorks().compactMap { work in
            switch work {
            case .ask(.markRead(let chat, _, let isPrivate)), .resend(.markRead(let chat, _, let isPrivate)):
                "\(isPrivate ? "-" : "+")\(chat)"
            case .ask(.typing(let chat)): "typing \(chat)"
            default: nil
            }
        }
    }

    private func read(_ chat: ChatID) { flow.send(.message(.reading(chat: chat))) }

    @Test func tellsOthersNothingOfWhatWeReadIfWeWish() {
        flow.send(.chat(.hidingReceipts(chat: nil)))
        #expect(flow.takeSaves() == [.sendsReceipts(false)] && flow.chatList.model?.sendsReceipts == false)
        flow.send(.chat(.sendingReceipts(chat: "bo")))
        #expect(flow.chatList.model?.chats.map(\.sendsReceipts) == [false, true, false])
        var first: [String] = []
        for chat in ["ada", "bo"] as [ChatID] {
            flow.open(chat, title: "\(chat)")
            read(chat)
            flow.send(.presence(.typing(chat: chat)))
            first += told()
        }
        #expect(first == ["-ada", "+bo", "typing bo"])
        // What the server has not confirmed is told in the same way.
        flow.send(.connection(.connected))
        #expect(told() == ["-ada", "+bo"])
        flow.send(.chat(.sendingReceipts(chat: nil)))
        flow.send(.chat(.hidingReceipts(chat: "cy")))
        #expect(flow.chatList.model?.sendsReceipts == true)
        read("cy")
        #expect(told() == ["-cy"])
        flow.send(.chat(.hidingReceipts(chat: "nobody")), id: "nobody")
        flow.send(.chat(.sendingReceipts(chat: nil)), id: "same")
        #expect(flow.settled.take() == ["nobody ignored", "same ignored"])
    }

    @Test func knowsAfterARestartThatOthersAreToldNothing() {
        let flow = Flow(isStarted: false, isStrict: false)
        flow.send(.chat(.loading))
        flow.answer(
            .load(.chats(first: 50)),
            .chat(.loaded(LoadedChats(chats: [.ada], others: OtherChats(count: 1), sendsReceipts: false))))
        flow.answer(.load(.chats(first: nil)), .chat(.loaded(LoadedChats(chats: [.ada]))))
        #expect(flow.chatList.model?.sendsReceipts == false)
    }

    private func configure(
        _ chat: ChatID, _ settings: ChatSettings, isComplete: Bool = true, isAnswer: Bool = false
    ) {
        let configured = ConfiguredChat(
            chat: chat, settings: settings, isComplete: isComplete, isAnswer: isAnswer)
        flow.send(.chat(.configured(configured)))
    }

    /// What the server is asked to keep, since the last call.
    private func asked() -> [ChatSettings] { askedChanges().map(\.settings) }

    private func askedChanges() -> [(settings: ChatSettings, parts: Set<ChatSettings.Part>)] {
        flow.takeWorks().compactMap { work in
            switch work {
            case .ask(.configure(_, let settings, let parts)), .resend(.configure(_, let settings, let parts)):
                (settings, parts)
            default: nil
            }
        }
    }

    /// Only the request that asked for the change fails, not the retry.
    @Test func tellsOnceThatTheServerRefusesThem() throws {
        flow.send(.chat(.markingUnread(chat: "ada")), id: "u")
        let refusal = [Event.chat(.configureFailed(ChatFailure(chat: "ada", reason: "No.")))]
        let settings = ChatSettings(isMarkedUnread: true)
        let asked = try #require(flow.number(of: .ask(.configure("ada", settings, changes: [.unreadMark]))))
        // The connection comes while the request is under way.
        flow.send(.connection(.connected))
        #expect(flow.settled.take() == [])
        flow.answer(asked, refusal)
        let first = try #require(flow.number(of: .resend(.configure("ada", settings, changes: [.unreadMark]))))
        flow.answer(first, refusal)
        #expect(flow.settled.take() == ["u failed"])
        flow.send(.connection(.connected))
        let again = try #require(flow.number(of: .resend(.configure("ada", settings, changes: [.unreadMark]))))
        flow.open("bo", title: "bo")
        flow.answer(again, refusal)
        #expect(flow.settled.take() == [] && flow.messages.model?.status.errorText == nil)
        flow.send(.screen(.opening(.chatList)))
        #expect(flow.chatList.model?.chats.first { $0.chat == "ada" }?.isMarkedUnread == true)
    }

    // MARK: The order

    @Test func invitationsComeFirstThenPinsAndTheArchiveComesLast() {
        pin("ada")
        flow.send(.chat(.archiving(chat: "cy")))
        let invitation = ReceivedInvitation(chat: "club", title: "Club", inviter: "Dee")
        flow.send(.invitation(.received(invitation)))
        flow.receive("dee", "d1", title: "Dee")
        flow.receive("bo", "b2")
        #expect(list == ["club invitations", "ada pinned", "bo chats", "dee chats", "cy archived"])
        flow.send(.chat(.unpinning(chat: "ada")))
        flow.send(.chat(.unarchiving(chat: "cy")))
        #expect(list == ["club invitations", "bo chats", "dee chats", "cy chats", "ada chats"])
    }

    @Test func pinsKeepTheOrderThatWeGiveThem() {
        for chat in ["ada", "bo", "cy"] as [ChatID] { pin(chat) }
        #expect(list == ["ada pinned", "bo pinned", "cy pinned"])
        pin("cy", before: "bo")
        #expect(list == ["ada pinned", "cy pinned", "bo pinned"])
        flow.receive("bo", "b2")
        #expect(list == ["ada pinned", "cy pinned", "bo pinned"])
        pin("ada")
        #expect(list == ["cy pinned", "bo pinned", "ada pinned"])
        flow.send(.chat(.pinning(PinWish(chat: "ada", before: "nobody"))), id: "p")
        #expect(flow.settled.take() == ["p refused"])
    }

    /// Halves of the room between two places are used up after 30 times.
    @Test func thereIsAlwaysRoomForAnotherPin() {
        for chat in ["ada", "bo", "cy"] as [ChatID] { pin(chat) }
        for turn in 0..<100 { pin(turn.isMultiple(of: 2) ? "cy" : "bo", before: turn.isMultiple(of: 2) ? "bo" : "cy") }
        #expect(list == ["ada pinned", "bo pinned", "cy pinned"])
        pin("cy", before: "ada")
        #expect(list == ["cy pinned", "ada pinned", "bo pinned"])
    }

    /// A flipped bit in a store, or an imported file, may have any.
    @Test(arguments: [Int64.min, -1, 1 << 43, 1 << 53, .max]) func showsAPinWithAnImpossibleOrder(order: Int64) {
        let flow = Flow(
            chats: [
                Chat(id: "odd", title: "Odd", settings: ChatSettings(pinOrder: order)),
                Chat(id: "plain", title: "Plain"),
            ], isStrict: false)
        #expect(flow.chatList.model?.chats.map(\.section) == [.pinned, .chats])
    }

    // MARK: Muting

    @Test func aMutedChatCountsApartAndDoesNotNotify() {
        mute("bo")
        #expect(notified == ["chat:cy", "chat:ada"])
        flow.send(.message(.received(.new("b2", in: "bo", attention: .mention))))
        #expect(notified == ["chat:cy", "chat:ada"])
        #expect(flow.badge.model == BadgeViewModel(unreadCount: 2, mentionCount: 0, mutedCount: 2))
        let row = flow.chatList.model?.chats.first { $0.chat == "bo" }
        #expect(row?.unreadCount == 2 && row?.muteText == "Muted")
        flow.send(.chat(.unmuting(chat: "bo")))
        #expect(flow.badge.model == BadgeViewModel(unreadCount: 4, mentionCount: 1))
    }

    @Test func mentionsMayNotifyNevertheless() {
        mute("bo", keepsMentions: true)
        flow.receive("bo", "b2")
        #expect(notified == ["chat:cy", "chat:ada"])
        flow.send(.message(.received(.new("b3", in: "bo", attention: .mention))))
        #expect(notified == ["chat:bo", "chat:cy", "chat:ada"])
        #expect(flow.badge.model == BadgeViewModel(unreadCount: 3, mentionCount: 1, mutedCount: 2))
    }

    @Test func aMuteEndsAtItsTime() {
        mute("bo", "8h")
        mute("ada", "2 hours")
        let end = flow.now + 7200
        #expect(flow.takeWorks().contains(.wake(at: end, .chat(.muteEnded))))
        #expect(flow.chatList.model?.chats.map(\.muteText) == [nil, "Muted until 17:00", "Muted until 11:00"])
        flow.now = end
        flow.send(.chat(.muteEnded))
        #expect(flow.chatList.model?.chats.map(\.muteText) == [nil, "Muted until 17:00", nil])
        #expect(flow.takeWorks().contains(.wake(at: end + 6 * 3600, .chat(.muteEnded))))
        mute("cy", "blue", id: "m")
        #expect(flow.settled.take() == ["m refused"])
    }

    // MARK: The archive

    @Test func aMessageBringsAChatBackUnlessItIsMuted() {
        flow.send(.chat(.archiving(chat: "ada")))
        flow.send(.chat(.archiving(chat: "bo")))
        mute("bo")
        _ = asked()
        let joined = MessageContent.system(.joined, by: "eve", senderName: nil)
        flow.send(.message(.received(IncomingMessage(chat: "ada", message: "s", content: joined))))
        #expect(list == ["cy chats", "bo archived", "ada archived"] && asked() == [])
        flow.receive("ada", "a2")
        flow.receive("bo", "b2")
        #expect(list == ["ada chats", "cy chats", "bo archived"])
        // The server has not been told that it was archived, and is told at once that it is not.
        #expect(asked() == [ChatSettings()])
    }

    /// The server sees all messages, in the order in which it archived the chat. This device may get them later.
    @Test func whereTheServerKeepsTheArchiveItBringsAChatBack() {
        configure("ada", ChatSettings(archiveKeeper: .server))
        flow.receive("ada", "a2")
        #expect(list == ["cy chats", "bo chats", "ada archived"])
        configure("ada", ChatSettings())
        #expect(list == ["ada chats", "cy chats", "bo chats"])
    }

    // MARK: The server

    @Test func ourSettingsCountUntilTheServerHasThem() {
        pin("ada")
        var ours = ChatSettings(pinOrder: 500_000_000)
        #expect(asked() == [ours])
        // Another device has marked the chat as unread meanwhile.
        configure("ada", ChatSettings(isMarkedUnread: true))
        #expect(list.first == "ada pinned")
        flow.send(.connection(.disconnected(Disconnection("No network", .unreachable))))
        flow.send(.connection(.connected))
        ours.isMarkedUnread = true
        #expect(asked() == [ours])
        // It may have been changed again before the answer came.
        configure("ada", ChatSettings(pinOrder: 7), isAnswer: true)
        #expect(flow.chatList.model?.chats.first?.isMarkedUnread == false)
        flow.send(.connection(.connected))
        #expect(asked() == [])
        configure("ada", ChatSettings(pinOrder: -5, muted: .init(), isMarkedUnread: true))
        let row = flow.chatList.model?.chats.first
        #expect(row?.chat == "ada" && row?.muteText == "Muted" && row?.isMarkedUnread == true)
    }

    @Test func asksTheServerOnlyForWhatWeHaveChangedSinceItsLastAnswer() {
        configure("ada", ChatSettings(muted: .init(), isMarkedUnread: true))
        pin("ada")
        #expect(askedChanges().map(\.parts) == [[.pinOrder]])
        flow.send(.chat(.archiving(chat: "ada")))
        #expect(askedChanges().map(\.parts) == [[.pinOrder, .archive]])
        configure("ada", ChatSettings(pinOrder: 7, archiveKeeper: .server), isAnswer: true)
        mute("ada")
        #expect(askedChanges().map(\.parts) == [[.muted]])
    }

    /// The server may have got the change before it was changed back.
    @Test func whatWasChangedBackIsAChangeToo() {
        pin("ada")
        flow.send(.chat(.unpinning(chat: "ada")))
        #expect(askedChanges().map(\.parts) == [[.pinOrder], [.pinOrder]])
        configure("ada", ChatSettings(pinOrder: 500_000_000, isMarkedUnread: true))
        #expect(list.last == "ada chats" && flow.chatList.model?.chats.last?.isMarkedUnread == true)
        flow.send(.connection(.connected))
        let last = askedChanges()
        #expect(last.map(\.settings) == [ChatSettings(isMarkedUnread: true)] && last.map(\.parts) == [[.pinOrder]])
    }

    @Test func aServerThatKnowsNoArchiveAndNoEndOfAMuteChangesNeither() {
        mute("ada", "8h")
        flow.send(.chat(.archiving(chat: "ada")))
        configure("ada", ChatSettings(muted: .init()), isComplete: false, isAnswer: true)
        #expect(flow.chatList.model?.chats.last?.muteText == "Muted until 17:00" && list.last == "ada archived")
        _ = asked()
        flow.send(.connection(.connected))
        #expect(asked() == [])
        configure("ada", ChatSettings(), isComplete: false)
        #expect(flow.chatList.model?.chats.last?.muteText == nil && list.last == "ada archived")
    }

    /// A server could otherwise keep us busy with it.
    @Test func aMuteThatHasEndedIsNone() {
        configure("ada", ChatSettings(muted: .init(until: flow.now)))
        #expect(flow.chatList.model?.chats.last?.muted == nil && asked() == [])
    }

    // MARK: Marking as unread

    @Test func readingAChatEndsTheMark() {
        for ending in [
            Event.message(.reading(chat: "ada")),
            .message(.showing(MessageRange(chat: "ada", first: "ada1", last: "ada1"))),
        ] {
            flow.send(.message(.reading(chat: "ada")))
            flow.send(.chat(.markingUnread(chat: "ada")), id: "m")
            #expect(flow.chatList.model?.chats.last?.isMarkedUnread == true)
            let known = KnownMessage(position: 1, content: .text("hello"))
            flow.send(ending, known: ["ada1": known])
            #expect(flow.chatList.model?.chats.last?.isMarkedUnread == false)
        }
        #expect(flow.settled.take() == ["m", "m"])
    }

    @Test func saysThatAChatDoesNotExist() {
        flow.send(.chat(.archiving(chat: "nobody")), id: "a")
        flow.send(.chat(.unmuting(chat: "ada")), id: "b")
        #expect(flow.settled.take() == ["a ignored", "b ignored"])
    }

    @Test func theActionsOfTheListArrangeAnyChat() throws {
        let model = try #require(flow.chatList.model)
        flow.send(model.pin.filled("ada"))
        pin("bo", before: "ada")
        flow.send(model.archive.filled("cy"))
        #expect(list == ["bo pinned", "ada pinned", "cy archived"])
        flow.send(model.unpin.filled("ada"))
        flow.send(model.unarchive.filled("cy"))
        flow.send(model.mute.filled("cy", "8h"))
        flow.send(model.markUnread.filled("bo"))
        #expect(list == ["bo pinned", "cy chats", "ada chats"])
        let rows = try #require(flow.chatList.model?.chats)
        #expect(rows.map(\.isMarkedUnread) == [true, false, false] && rows[1].muted?.until == flow.now + 8 * 3600)
        flow.send(model.unmute.filled("cy"))
        #expect(flow.chatList.model?.chats[1].muted == nil)
        flow.send(model.hideReceipts.filled("bo"))
        #expect(flow.chatList.model?.chats.map(\.sendsReceipts) == [false, true, true])
        flow.send(model.sendReceipts.filled("bo"))
        #expect(flow.chatList.model?.chats.map(\.sendsReceipts) == [true, true, true])
    }
}
