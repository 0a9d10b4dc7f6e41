import Testing

@testable import TelexCore

/// Tests reports of messages.
@Suite struct ReportTests {
    /// A message of Bob's, a change that he made, and a message of ours.
    private let known: [MessageID: KnownMessage] = [
        "b1": KnownMessage(position: 1, content: MessageContent(text: "Buy!")),
        "s1": KnownMessage(position: 2, content: .system(.joined, by: "bob")),
        "m1": KnownMessage(position: 3, isOwn: true, content: MessageContent(text: "No.")),
    ]

    /// An open chat.
    private func chat(_ rights: [ChatRight]?) -> Flow {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "ada")
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", rights: rights)])))
        flow.forget()
        return flow
    }

    private func report(_ message: MessageID, _ reason: String = "", in chat: ChatID = "ada") -> Event {
        .message(.reporting(MessageReport(chat: chat, message: message, reason: reason)))
    }

    @Test func reportsAMessageAndSaysSo() throws {
        let flow = chat([.report])
        let action = try #require(flow.messages.model?.report)
        for revision in 1...2 {
            flow.send(action.filled("b1", " spam "), id: "c", known: known)
            let work = Effect.Work.ask(.report("ada", "b1", reason: "spam"))
            #expect(flow.takeWorks() == [work])
            flow.answer(
                try #require(flow.number(of: work)), [.message(.reported(MessageKey(chat: "ada", message: "b1")))])
            #expect(flow.settled.take() == ["c"])
            #expect(flow.messages.model?.noticeText == "The message was reported to the operators of the server.")
            #expect(flow.messages.model?.noticeRevision == revision)
        }
    }

    @Test func showsWhyAReportFailed() throws {
        let flow = chat([.report])
        flow.send(report("b1"), id: "c", known: known)
        let number = try #require(flow.number(of: .ask(.report("ada", "b1", reason: ""))))
        let failure = MessageFailure(chat: "ada", message: "b1", reason: "No.")
        flow.answer(number, [.message(.reportFailed(failure))])
        #expect(flow.settled.take() == ["c failed"] && flow.messages.model?.status.errorText == "No.")
        #expect(flow.messages.model?.noticeText == nil)
    }

    @Test func refusesWhatCannotBeReported() {
        let flow = chat([.report])
        for (event, outcome, reason) in [
            (report("m1"), "refused", "only messages of others"), (report("s1"), "refused", "a change of the chat"),
            (report("x"), "refused", "no message \"x\""),
            (report("b1", String(repeating: "x", count: 1001)), "refused", "too long"),
        ] {
            flow.send(event, id: "c", known: known)
            #expect(flow.takeWorks().isEmpty && flow.settled.take() == ["c \(outcome)"])
            #expect(flow.messages.model?.status.errorText?.contains(reason) == true)
        }
        flow.send(report("b1", in: "nobody"), id: "c", known: known)
        #expect(flow.takeWorks().isEmpty && flow.settled.take() == ["c ignored"])
    }

    /// A server that says what we may do, and names no reports, takes none.
    @Test(arguments: [[], nil] as [[ChatRight]?])
    func offersNoReportsWhereTheServerDoesNot(rights: [ChatRight]?) {
        let flow = chat(rights)
        #expect(flow.messages.model?.report == nil)
        flow.send(report("b1"), id: "c", known: known)
        #expect(flow.takeWorks().isEmpty == (rights != nil))
        if rights != nil { #expect(flow.messages.model?.status.errorText == BackendRequest.noReports) }
    }
}
