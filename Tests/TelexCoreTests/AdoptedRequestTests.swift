import Foundation
import Testing

@testable import TelexCore

/// Requests that an earlier run left waiting.
@Suite struct AdoptedRequestTests {
    private let key = MessageKey(chat: "ada", message: "m")
    private let sending = Event.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m")))
    private let cause = Cause(id: "a", number: 7, window: WindowID("w"))

    /// Starts a flow whose store has these messages in its outbox; returns what the request is told.
    private func flow(_ outbox: [Message], isStored: Bool = true, _ event: Event) -> (Flow, Recorder) {
        let flow = Flow(isStarted: false, isStrict: false)
        flow.send(.chat(.loading))
        flow.answer(.load(.chats(first: 50)), .chat(.loaded(LoadedChats(chats: [.ada]))))
        flow.answer(.load(.outbox), .outbox(.loaded(messages: outbox)))
        let recorder = Recorder()
        flow.telex.bind(requests: recorder)
        flow.telex.adopt(cause, event, key, isStored: isStored)
        return (flow, recorder)
    }

    @Test func hearsOfAMessageOnceItIsSent() {
        let (flow, recorder) = self.flow([.own("m", at: 1, .waiting)], sending)
        #expect(recorder.concluded.isEmpty)
        flow.send(.connection(.connected))
        flow.send(.message(.sent(key)))
        #expect(recorder.concluded == [Outcome(.sent, chat: "ada", message: "m")] && recorder.settled.isEmpty)
    }

    @Test func hearsOfADeletionOnceItIsMade() {
        let deletion = MessageDeletion(chat: "ada", message: "m", delay: 10)
        let (flow, recorder) = self.flow([.own("m", at: 1, .deleting(at: .start + 10))], .revision(.deleting(deletion)))
        #expect(recorder.concluded.isEmpty)
        flow.send(.revision(.deleted(key)), known: .known("m", at: 1, isOwn: true, MessageContent(text: "hi")))
        #expect(recorder.concluded == [Outcome(chat: "ada", message: "m")])
    }

    @Test func hearsOfAnEditOnceItIsMade() {
        var message = Message.own("m", at: 1, .sending)
        message.pendingText = "hey"
        let edit = MessageEdit(chat: "ada", message: "m", text: "hey")
        let (flow, recorder) = self.flow([message], .revision(.editing(edit)))
        #expect(recorder.concluded.isEmpty)
        flow.send(.connection(.connected))
        flow.send(.message(.sendFailed(MessageFailure(chat: "ada", message: "m", reason: "full"))))
        #expect(recorder.concluded == [Outcome(chat: "ada", message: "m")])
    }

    @Test func hearsAtOnceOfWhatWaitsNoLonger() {
        #expect(flow([], sending).1.concluded.map(\.kind) == [.sent])
        #expect(flow([], isStored: false, sending).1.concluded.map(\.kind) == [.ignored])
        let failed = flow([.own("m", at: 1, .failed(reason: "full"))], sending).1.concluded
        #expect(failed == [Outcome(.failed, reason: "full", chat: "ada", message: "m")])
        let deletion = Event.revision(.deleting(MessageDeletion(chat: "ada", message: "m")))
        #expect(flow([], deletion).1.concluded.map(\.kind) == [.failed])
    }
}
