import Foundation
@testable import TelexCore
import TelexJSON
import TelexRuntime
import Synchronization
import Testing

@testable import TelexWire

@Suite struct LineTests {
    private func decode(_ text: String) -> InLine { LineDecoder.decode(Array(text.utf8)[...], number: 7) }

    private func refusal(_ text: String) -> LineError? {
        if case .refused(let error) = decode(text).content { error } else { nil }
    }

    @Test(arguments: EventForm.lines.map(\.name))
    func requiresEveryMemberThatIsNotOptional(name: String) throws {
        let form = try #require(EventForm.named(name))
        guard case .object(let object) = form.schema().sample({ 0 }) else { return #expect(Bool(false)) }
        for member in form.members where !member.isOptional {
            var less = JSONWriter()
            less.beginObject()
            for other in object.members where other.name != member.name {
                less.name(other.name)
                less.write(other.value)
            }
            less.endObject()
            guard case .missingMember(member.name, form.name, _) = refusal(String(decoding: less.bytes, as: UTF8.self))
            else { return #expect(Bool(false), "\(form.name) without \(member.name)") }
        }
    }

    /// A new event must be added to one of these lists, so that nobody forgets to say who sends it.
    @Test func saysOfEveryEventWhoSendsIt() {
        func names(_ origins: EventOrigin...) -> [String] {
            EventForm.all.filter { origins.contains($0.origin) }.map(\.name)
        }
        let user = [
            "chat.loading", "chat.listing", "chat.drafting", "chat.creating", "chat.knocking", "chat.retitling",
            "chat.settingTopic",
            "chat.leaving", "chat.pinning", "chat.unpinning", "chat.muting", "chat.unmuting", "chat.archiving",
            "chat.unarchiving", "chat.markingUnread", "chat.hidingReceipts", "chat.sendingReceipts",
            "invitation.accepting",
            "invitation.declining", "member.listing", "member.inviting", "member.removing", "member.ignoring",
            "member.unignoring", "member.assigning", "message.sending",
            "message.reading", "message.showing", "message.reporting",
            "history.loading",
            "history.seeking", "outbox.retrying", "file.fetching", "file.fetchingThumbnail", "file.saving",
            "file.cancelling", "revision.editing",
            "revision.deleting", "revision.keeping",
            "reaction.adding", "reaction.removing", "presence.typing", "presence.focusing", "presence.unfocusing",
            "search.searching", "search.opening",
            "messageSearch.searching", "messageSearch.listing", "messageSearch.opening",
            "messageSearch.searchingServer", "screen.opening",
            "screen.closing", "contact.listing", "contact.adding", "contact.renaming", "contact.deleting",
            "contact.restoring", "contact.reverting", "contact.opening", "contact.importing", "reminder.listing",
            "reminder.typing",
            "reminder.adding",
            "reminder.completing", "reminder.reopening", "reminder.removing", "reminder.reverting",
            "reminder.importing", "reminder.opening",
            "notification.openingReminder", "notification.dismissingReminder", "notification.listing",
            "notification.opening", "notification.dismissing", "notification.snoozing", "connection.retrying",
        ]
        let network = [
            "chat.synced", "chat.created", "chat.createFailed", "chat.knocked", "chat.changeFailed", "chat.configured",
            "chat.configureFailed",
            "activity.counted",
            "invitation.received", "invitation.requested", "invitation.accepted", "invitation.declined",
            "invitation.failed", "member.synced", "member.ignoredSynced", "member.ignoreFailed", "message.sent",
            "message.sendFailed",
            "message.delivered",
            "message.received", "message.read", "message.readByOther", "message.reported", "message.reportFailed",
            "history.loadFailed", "history.synced",
            "history.fetched", "outbox.queued", "revision.edited", "revision.deleted", "revision.failed",
            "revision.postponed", "reaction.added", "reaction.removed", "reaction.listed", "reaction.failed",
            "presence.typingStarted", "presence.typingStopped", "search.found", "messageSearch.serverFound",
            "messageSearch.serverFailed", "connection.connected",
            "connection.progressed", "connection.disconnected", "connection.socketOpened", "connection.socketClosed",
        ]
        let inside = [
            "chat.loaded", "chat.loadFailed", "chat.muteEnded", "activity.shortened", "history.loaded", "outbox.loaded",
            "file.taken", "file.refused", "file.uploaded", "file.progressed", "file.fetched",
            "file.thumbnailFetched", "file.thumbnailFailed", "file.saved", "file.failed", "file.kept", "file.dropped",
            "file.unused",
            "revision.cameDue",
            "revision.flushing", "messageSearch.found", "messageSearch.counted", "messageSearch.failed",
            "messageSearch.serverChecked",
            "inbox.following", "inbox.leaving", "inbox.loaded", "inbox.loadFailed",
            "contact.loaded", "contact.loadFailed", "reminder.loaded", "reminder.loadFailed", "reminder.cameDue",
            "notification.cameDue", "clock.dayChanged",
        ]
        #expect(names(.user, .look) == user && names(.network) == network && names(.inside) == inside)
    }

    @Test(arguments: EventForm.all.filter { $0.origin == .inside }.map(\.name))
    func refusesEventsOfTheStoreOfTimersAndOfTheSession(name: String) {
        #expect(refusal(#"{"event":"\#(name)"}"#) == .insideEvent(name))
    }

    @Test(arguments: [
        "activity.messaged", "history.opening", "contact.met", "notification.raised", "connection.queued",
    ])
    func doesNotKnowEventsInsideTheCore(name: String) {
        guard case .unknownEvent(name, _) = refusal(#"{"event":"\#(name)"}"#) else { return #expect(Bool(false)) }
    }

    /// As `maxLength` of JSON Schema does.
    @Test(arguments: ["x", "é", "👍"]) func countsAnIDInCodePoints(character: String) {
        let longest = String(repeating: character, count: 128)
        #expect(decode(#"{"event":"chat.listing","rowLimit":1,"id":"\#(longest)"}"#).id == longest)
        guard case .mistypedMember("id", _, _) = refusal(#"{"event":"chat.listing","rowLimit":1,"id":"\#(longest)x"}"#)
        else { return #expect(Bool(false)) }
    }

    @Test(arguments: [
        (#"{"advance":"1s","event":"chat.loading"}"#, ["event", "advance"]),
        (#"{"subscribe":[],"unsubscribe":[]}"#, ["subscribe", "unsubscribe"]),
    ])
    func refusesALineOfTwoKinds(line: String, members: [String]) {
        #expect(refusal(line) == .ambiguous(members))
    }

    @Test func ignoresUnknownMembers() {
        let line = decode(#"{"future":{"deep":[1]},"event":"chat.listing","rowLimit":3,"id":"a","later":null}"#)
        #expect(line == InLine(number: 7, id: "a", content: .event(.chat(.listing(rows: 3)))))
        #expect(line.cause == Cause(id: "a", number: 7))
    }

    @Test(
        arguments: [
            (#"{"window":"w","subscribe":[]}"#, "w"), (#"{"closeWindow":"é"}"#, "é"),
            (#"{"window":null,"subscribe":[]}"#, nil),
            (#"{"window":"w","event":"chat.listing","rowLimit":3}"#, "w"),
        ] as [(String, String?)])
    func readsTheWindowOfALine(text: String, window: String?) {
        #expect(decode(text).window == (window.map { WindowID($0) } ?? .main))
        if case .refused = decode(text).content { #expect(Bool(false)) }
    }

    @Test(arguments: [
        (#"{"window":"","subscribe":[]}"#, "mistypedMember"), (#"{"window":7,"subscribe":[]}"#, "mistypedMember"),
        ("{\"window\":\"" + String(repeating: "w", count: 65) + "\",\"subscribe\":[]}", "mistypedMember"),
        (#"{"closeWindow":null}"#, "mistypedMember"), (#"{"window":"w","closeWindow":true}"#, "mistypedMember"),
        (#"{"closeWindow":"w","subscribe":[]}"#, "ambiguous"),
        (#"{"window":"w"}"#, "noEvent"),
    ])
    func refusesInvalidWindows(text: String, code: String) {
        guard case .refused(let error) = decode(text).content else { return #expect(Bool(false)) }
        #expect(error.code == code)
    }

    @Test func readsControlLines() {
        #expect(
            decode(#"{"subscribe":["badge","messages"]}"#).content
                == .control(.subscribe([BadgeViewModel.view, MessagesViewModel.view], after: nil)))
        #expect(
            decode(#"{"subscribe":["inbox"],"after":"s.7"}"#).content
                == .control(.subscribe([InboxViewModel.view], after: InboxCursor(store: "s", arrival: 7))))
        #expect(decode(#"{"unsubscribe":[]}"#).content == .control(.unsubscribe([])))
        #expect(decode(#"{"advance":"90s"}"#).content == .control(.advance(90)))
        #expect(decode(#"{"backend":{"b":1,"a":[null]}}"#).content == .control(.backend(#"{"b":1,"a":[null]}"#)))
    }

    @Test(arguments: [
        (LineError.notUTF8, "The line is not UTF-8. Write it in UTF-8."),
        (
            .notJSON(byte: 3, reason: "expected a value"),
            "The line is not JSON: expected a value, at byte 3. Write one JSON object per line."
        ),
        (
            .notObject(kind: "an array"),
            #"The line is an array. Write one JSON object per line, such as {"event":"chat.listing","rowLimit":50}."#
        ),
        (.tooLong, "The line is longer than 1048576 bytes. Split it."),
        (.tooDeep, "The line nests arrays and objects more than 64 levels deep. No event needs that."),
        (
            .noEvent,
            "The line must have one of these members: event, subscribe, unsubscribe, closeWindow, advance, backend."
        ),
        (
            .ambiguous(["event", "advance"]), "The line has the members event and advance. Write one line for each."
        ),
        (.unknownEvent("a.b", nearest: nil), #"Unknown event "a.b". telex schema lists them all."#),
        (
            .unknownEvent("a.b", nearest: "a.c"),
            #"Unknown event "a.b". Did you mean "a.c"? telex schema lists them all."#
        ),
        (
            .insideEvent("a.b"),
            "A line cannot send a.b: only Telex itself does. telex schema lists the events for lines."
        ),
        (
            .networkEvent("a.b"),
            "a.b speaks for the server, and this profile uses a real one. Start with --play-network to send it anyway."
        ),
        (
            .unopenedFile,
            "The line names a file, but no open descriptor of it came. A program that joins by itself opens the file, and passes the descriptor. telex pipe does that for you."
        ),
        (
            .unknownView("x", nearest: nil), #"Unknown view "x". telex schema lists them all."#
        ),
        (
            .unknownView("bagde", nearest: "badge"),
            #"Unknown view "bagde". Did you mean "badge"? telex schema lists them all."#
        ),
        (
            .missingMember("rowLimit", of: "chat.listing", expected: "an integer"),
            #"chat.listing needs the member "rowLimit": an integer."#
        ),
        (
            .mistypedMember("rowLimit", of: "chat.listing", expected: "an integer"),
            #"The member "rowLimit" of chat.listing takes an integer."#
        ),
        (.notVirtual, "Time can be advanced only under a virtual clock. Start with --clock virtual."),
        (.unsupported("No."), "No."), (.malformedCommand("No."), "No."),
        (.storeFailed("disk full"), "The line's changes were not stored: disk full"),
        (
            .unfinished,
            "The input ended, and time ran out before this request was done. Messages that are stored are sent at the next start. Allow more time with --drain."
        ),
        (
            .stopped,
            "The program ended before this request was done. Messages that are stored are sent at the next start."
        ),
    ])
    func saysWhatToDo(error: LineError, sentence: String) {
        #expect(error.description == sentence)
        #expect(LineError.codes.contains(error.code))
    }

    @Test func numbersLinesAndReportsRowChanges() {
        var encoder = LineEncoder()
        func encode(_ line: OutLine) -> String {
            var writer = JSONWriter()
            encoder.encode(line, to: &writer)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        let list = NotificationViewModel.listing
        #expect(
            encode(.view(list([("a", 1), ("b", 1)]), cause: nil, isFirst: false)).hasPrefix(
                #"{"seq":0,"view":"notification","cause":null,"changes":{"came":["chat:a","chat:b"],"changed":[],"went":[]},"#
            ))
        #expect(
            encode(.view(list([("c", 1), ("a", 2)]), cause: "x", isFirst: false)).hasPrefix(
                #"{"seq":1,"view":"notification","cause":"x","changes":{"came":["chat:c"],"changed":["chat:a"],"went":["chat:b"]},"#
            ))
        #expect(
            encode(.closed(NotificationViewModel.view, cause: nil))
                == "{\"seq\":2,\"view\":\"notification\",\"cause\":null,\"closed\":true}\n")
        #expect(encode(.view(list([("a", 2)]), cause: nil, isFirst: false)).contains(#""came":["chat:a"]"#))
        #expect(encode(.settled("é\"")) == "{\"seq\":4,\"settled\":\"é\\\"\",\"outcome\":\"done\"}\n")
        #expect(encode(.gap(.lines(3))) == "{\"seq\":5,\"gap\":{\"lineCount\":3}}\n")
        #expect(encode(.bye(.eof)) == "{\"seq\":6,\"bye\":\"eof\"}\n")
    }

    @Test func takesBackUnreleasedLines() throws {
        let (read, write) = try pipe()
        let output = LineOutput(FileOutput(write.fileDescriptor))
        output.write(.settled("1"))
        try output.release()
        output.write(.settled("not stored"))
        output.discard()
        output.write(.bye(.storeFailed))
        try output.release()
        try write.close()
        let text = String(decoding: read.readDataToEndOfFile(), as: UTF8.self)
        #expect(
            text
                == "{\"seq\":0,\"settled\":\"1\",\"outcome\":\"done\"}\n{\"seq\":1,\"bye\":\"storeFailed\"}\n"
        )
    }

    private func pipe() throws -> (FileHandle, FileHandle) {
        let pipe = Pipe()
        return (pipe.fileHandleForReading, pipe.fileHandleForWriting)
    }
}
