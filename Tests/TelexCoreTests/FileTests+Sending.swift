import Foundation
import Testing

@testable import TelexCore

/// Tests of files that we send: uploads, captions and deletions.
extension FileTests {
    /// A chat in which a file was sent and read, with the message.
    func sent() throws -> (Flow, Message) {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "ada")
        flow.forget()
        let send = try #require(flow.messages.model?.sendFile)
        guard case .message(.sending(var outgoing)) = send.filled("Look", "/tmp/photo.png") else {
            throw Failed()
        }
        outgoing.message = "m1"
        flow.send(.message(.sending(outgoing)), id: "a")
        #expect(flow.takeWorks() == [.file(.take(outgoing))] && flow.takeSaves() == [])
        var file = Self.file
        file.source = nil
        flow.answer(
            try #require(flow.number(of: .file(.take(outgoing)))),
            [
                .file(.kept(KeptFiles(folder: "/files", ids: [file.id]))),
                .file(.taken(TakenFile(outgoing, file))),
            ])
        guard case .message(let message)? = flow.takeSaves().first else { throw Failed() }
        #expect(flow.takeWorks() == [.ask(.post(message))] && message.kind == .file && message.file == file)
        #expect(message.text == "Look" && flow.settled.take() == [])
        return (flow, message)
    }

    private struct Failed: Error {}

    @Test func uploadsAFileBeforeItsMessageIsSent() throws {
        let (flow, message) = try sent()
        let number = try #require(flow.number(of: .ask(.post(message))))
        let here =
            ["m1": KnownMessage(position: message.position, isOwn: true, content: message.content)]
            as [MessageID: KnownMessage]
        flow.answer(
            number,
            [
                .file(.progressed(FileProgress(chat: "ada", message: "m1", done: 4000))),
                .file(.uploaded(UploadedFile(chat: "ada", message: "m1", source: "place"))),
                .message(.sent(MessageKey(chat: "ada", message: "m1"))),
            ], known: here)
        let release = Effect.Work.file(.release(Self.file.id))
        #expect(flow.takeWorks() == [release] && flow.transfers.model == nil)
        flow.answer(release)
        #expect(flow.settled.take() == ["a sent"])
        let stored = flow.takeSaves().compactMap { save in
            if case .revised(_, _, let content) = save { content.file?.source } else { nil }
        }
        #expect(stored == ["place"])
    }

    @Test func stopsAnUploadWhoseMessageCanBeSentAgain() throws {
        let (flow, message) = try sent()
        let key = MessageKey(chat: "ada", message: "m1")
        flow.send(.file(.progressed(FileProgress(chat: "ada", message: "m1", done: 100))))
        #expect(flow.transfers.model?.transfers.first?.isUpload == true)
        flow.send(.file(.cancelling(key)), id: "b")
        #expect(flow.settled.take().sorted() == ["a failed", "b"] && flow.transfers.model == nil)
        let row = try #require(flow.messages.model?.messages.first)
        #expect(row.state == .failed && row.file?.state == .here && row.retry != nil)
        _ = flow.takeWorks()
        flow.send(.outbox(.retrying(key)), id: "c")
        guard case .ask(.post(let again))? = flow.takeWorks().first else { throw Failed() }
        #expect(again.file == message.file)
    }

    /// Deletes the message that `sent` has sent.
    private func delete(_ flow: Flow, _ message: Message, id: String = "d") {
        flow.send(
            .revision(.deleting(MessageDeletion(chat: "ada", message: "m1", delay: 10))), id: id,
            known: .known("m1", at: message.position, isOwn: true, message.content))
    }

    @Test func aDeletionStopsAnUpload() throws {
        let (flow, message) = try sent()
        flow.send(.file(.progressed(FileProgress(chat: "ada", message: "m1", done: 100))))
        flow.send(
            .revision(.editing(MessageEdit(chat: "ada", message: "m1", text: "Hey"))), id: "e",
            known: .known("m1", at: message.position, isOwn: true, message.content))
        flow.forget()
        let number = try #require(flow.number(of: .ask(.post(message))))
        delete(flow, message)
        #expect(flow.takeSaves() == [.removed("ada", "m1")] && flow.takeWorks().first == .cancel)
        #expect(flow.messages.model?.messages.isEmpty == true && flow.transfers.model == nil)
        #expect(flow.settled.take().sorted() == ["a ignored", "e in the end ignored"] && !flow.telex.hasDeletions)
        // An answer that comes too late.
        flow.answer(number, [.message(.sent(message.key))])
        #expect(flow.takeSaves() == [] && flow.messages.model?.messages.isEmpty == true)
    }

    /// The upload may end at the moment in which it is stopped.
    @Test func aMessageThatWasSentNonethelessIsDeleted() throws {
        let (flow, message) = try sent()
        delete(flow, message)
        flow.forget()
        let back = IncomingMessage(chat: "ada", message: "m1", content: message.content, isOwn: true)
        flow.send(.message(.received(back)))
        #expect(flow.takeWorks() == [.resend(.delete("ada", "m1"))])
        #expect(flow.messages.model?.messages.map(\.state) == [.deleting])
        guard case .message(let stored)? = flow.takeSaves().first else { throw Failed() }
        #expect(stored.delivery == .deleting(at: flow.now))
    }

    @Test func aDeletionWaitsOnceTheServerHasTheFile() throws {
        let (flow, message) = try sent()
        flow.send(
            .file(.uploaded(UploadedFile(chat: "ada", message: "m1", source: "place"))),
            known: .known("m1", at: message.position, isOwn: true, message.content))
        delete(flow, message)
        #expect(flow.messages.model?.messages.map(\.state) == [.deleting] && flow.settled.take() == ["d waiting"])
        #expect(flow.number(of: .ask(.post(message))) != nil)
    }

    @Test func onlyTheOneWhoSendsAFileWaitsForIt() throws {
        let (flow, message) = try sent()
        #expect(!flow.telex.isIdle && !flow.telex.isIdle(for: 0) && flow.telex.isIdle(for: 1))
        flow.answer(.ask(.post(message)), .message(.sent(message.key)))
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "Hello", message: "m2"))))
        #expect(!flow.telex.isIdle(for: 0) && !flow.telex.isIdle(for: 1))
    }

    @Test func stopsAMessageWhoseFileIsBeingRead() throws {
        let flow = Flow(chats: [.ada], isStrict: false)
        let outgoing = OutgoingMessage(chat: "ada", text: "", message: "m1", path: "/tmp/photo.png")
        let cancel = Event.file(.cancelling(MessageKey(chat: "ada", message: "m1")))
        flow.send(.message(.sending(outgoing)), id: "a")
        let number = try #require(flow.number(of: .file(.take(outgoing))))
        flow.send(cancel, id: "b")
        #expect(flow.settled.take().sorted() == ["a refused", "b"])
        flow.answer(number, [.file(.taken(TakenFile(outgoing, Self.file)))])
        #expect(flow.takeSaves() == [])
        // One that was refused is not being read any more.
        flow.send(.message(.sending(outgoing)), id: "c")
        flow.answer(
            .file(.take(outgoing)), .file(.refused(MessageFailure(chat: "ada", message: "m1", reason: "No."))))
        flow.send(cancel, id: "d")
        #expect(flow.settled.take() == ["c refused", "d ignored"])
    }

    /// Until its file is read, a message is stored nowhere.
    @Test func tellsHowMuchOfAFileIsRead() throws {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "ada")
        #expect(flow.telex.readCount == nil && flow.telex.unread.isEmpty)
        let outgoing = OutgoingMessage(chat: "ada", text: "", message: "m1", path: "/tmp/photo.png")
        flow.send(.message(.sending(outgoing)), id: "a")
        let before = flow.telex.readCount
        #expect(before != nil && flow.telex.unread.map(\.name) == ["photo.png"])
        let number = try #require(flow.number(of: .file(.take(outgoing))))
        flow.answer(number, [.file(.progressed(FileProgress(chat: "ada", message: "m1", done: 2_000_000)))])
        #expect(flow.telex.readCount != before)
        let row = try #require(flow.transfers.model?.transfers.first)
        #expect(row.isBeingRead && row.doneCount == 2_000_000 && row.progressText == "being read, 2 MB")
    }

    @Test func whatFollowsAFileWaitsUntilItIsRead() throws {
        let flow = Flow(chats: [.ada, Chat(id: "bob", title: "Bob")], isStrict: false)
        flow.open("ada", title: "ada")
        let file = OutgoingMessage(chat: "ada", text: "", message: "m1", path: "/tmp/photo.png")
        let edit = Event.revision(.editing(MessageEdit(chat: "ada", message: "m1", text: "Hey")))
        let text = OutgoingMessage(chat: "ada", text: "After", message: "m2")
        let answer = OutgoingMessage(chat: "ada", text: "Yes", message: "m3", replyTo: "m1")
        flow.send(.message(.sending(file)), id: "a")
        #expect(flow.transfers.model?.transfers.map(\.isBeingRead) == [true])
        flow.forget()
        flow.send(edit, id: "b")
        flow.send(.message(.sending(text)), id: "c")
        flow.send(.message(.sending(answer)), id: "d")
        #expect(flow.telex.unread.map(\.name) == ["photo.png", "\"After\"", "\"Yes\""])
        #expect(
            flow.takeWorks() == [
                .file(.wait(edit)), .file(.wait(.message(.sending(text)))), .file(.wait(.message(.sending(answer)))),
            ])
        // The answer is not in the chat yet, either.
        let change = Event.revision(.editing(MessageEdit(chat: "ada", message: "m3", text: "No")))
        flow.send(change)
        #expect(flow.takeWorks() == [.file(.wait(change))])
        // The same message once more.
        flow.send(.message(.sending(file)), id: "x")
        flow.send(.message(.sending(text)), id: "y")
        #expect(flow.takeWorks() == [] && flow.settled.take() == ["x ignored", "y ignored"])
        // Another chat has nothing to do with it.
        flow.send(.message(.sending(OutgoingMessage(chat: "bob", text: "Hello", message: "m1"))), id: "e")
        #expect(flow.takeSaves().count == 2 && flow.settled.take() == [])
        _ = flow.takeWorks()
        flow.answer(.file(.take(file)), .file(.taken(TakenFile(file, Self.file))))
        #expect(flow.transfers.model == nil)
        guard case .message(let sent)? = flow.takeSaves().first else { throw Failed() }
        let known: [MessageID: KnownMessage] = .known("m1", at: sent.position, isOwn: true, sent.content)
        flow.answer(.file(.wait(edit)), edit, known: known)
        flow.answer(.file(.wait(.message(.sending(text)))), .message(.sending(text)))
        #expect(flow.messages.model?.messages.map(\.message) == ["m1", "m2"])
        #expect(flow.messages.model?.messages.map(\.text) == ["Hey", "After"])
    }

    /// Nothing is copied any more for what is deleted, and a text that waits for a file can be deleted, too.
    @Test func aDeletionStopsTheReadingOfAFile() throws {
        let flow = Flow(chats: [.ada], isStrict: false)
        let file = OutgoingMessage(chat: "ada", text: "", message: "m1", path: "/tmp/photo.png")
        let text = OutgoingMessage(chat: "ada", text: "After", message: "m2")
        flow.send(.message(.sending(file)), id: "a")
        flow.send(.message(.sending(text)), id: "b")
        flow.send(.revision(.deleting(MessageDeletion(chat: "ada", message: "m2"))), id: "c")
        flow.send(.file(.cancelling(MessageKey(chat: "ada", message: "m2"))), id: "d")
        flow.send(.revision(.deleting(MessageDeletion(chat: "ada", message: "m1"))), id: "e")
        #expect(flow.settled.take().sorted() == ["a ignored", "b ignored", "c", "d ignored", "e"])
        #expect(flow.transfers.model == nil && flow.takeSaves() == [])
    }

    @Test func stopsAnUploadThatWaitsForAnother() throws {
        let (flow, first) = try sent()
        let outgoing = OutgoingMessage(chat: "ada", text: "", message: "m2", path: "/tmp/photo.png")
        flow.send(.message(.sending(outgoing)), id: "b")
        flow.answer(.file(.take(outgoing)), .file(.taken(TakenFile(outgoing, try #require(first.file)))))
        guard case .ask(.post(let second))? = flow.takeWorks().last else { throw Failed() }
        flow.send(.file(.progressed(FileProgress(chat: "ada", message: "m1", done: 100))))
        #expect(flow.transfers.model?.transfers.map(\.message) == ["m1", "m2"])
        #expect(flow.transfers.model?.transfers.map(\.doneCount) == [100, 0])
        flow.send(try #require(flow.transfers.model?.transfers.last).cancel.event, id: "c")
        #expect(flow.settled.take().sorted() == ["b failed", "c"] && flow.number(of: .ask(.post(second))) == nil)
        #expect(flow.transfers.model?.transfers.map(\.message) == ["m1"])
        #expect(
            flow.messages.model?.messages.last?.state == .failed && flow.messages.model?.messages.last?.retry != nil)
        // A message that waits for the connection can be stopped, too, but not one whose file the server has.
        flow.answer(.ask(.post(first)), .outbox(.queued(QueuedMessage(chat: "ada", message: "m1"))))
        flow.send(.file(.cancelling(first.key)), id: "d")
        flow.send(.file(.cancelling(first.key)), id: "e")
        #expect(flow.settled.take() == ["a waiting", "a in the end failed", "d", "e ignored"])
        #expect(flow.messages.model?.messages.first?.state == .failed)
    }

    @Test func tellsWhyAFileCannotBeSent() throws {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "ada")
        flow.forget()
        let outgoing = OutgoingMessage(chat: "ada", text: "", message: "m1", path: "/nope")
        flow.send(.message(.sending(outgoing)), id: "a")
        flow.answer(
            try #require(flow.number(of: .file(.take(outgoing)))),
            [.file(.refused(MessageFailure(chat: "ada", message: "m1", reason: "No such file.")))])
        #expect(flow.settled.take() == ["a refused"] && flow.messages.model?.status.errorText == "No such file.")
        _ = flow.takeWorks()
        var emote = outgoing
        emote.kind = .emote
        flow.send(.message(.sending(emote)), id: "b")
        #expect(flow.settled.take() == ["b refused"] && flow.takeWorks() == [])
    }

    // MARK: Captions

    @Test(arguments: ["The harbour", ""]) func editsTheCaptionOfAFile(caption: String) throws {
        let flow = chat(isOwn: true)
        let content = try #require(known["f1"]).content
        let mine: [MessageID: KnownMessage] = ["f1": KnownMessage(position: 1, isOwn: true, content: content)]
        let edit = try #require(flow.messages.model?.messages.first?.edit)
        flow.send(edit.filled(caption), id: "a", known: mine)
        let request = Effect.Work.ask(.edit("ada", "f1", text: caption, spans: []))
        #expect(flow.takeWorks() == [request])
        flow.answer(
            request, .revision(.edited(EditedMessage(chat: "ada", message: "f1", text: caption))), known: mine)
        #expect(flow.settled.take() == ["a"])
        let row = try #require(flow.messages.model?.messages.first)
        #expect(row.text == caption && row.file?.name == "photo.png" && row.kind == .file && row.isEdited)
        #expect(
            flow.chatList.model?.chats.first?.previewText.hasSuffix(caption.isEmpty ? "[photo.png]" : caption) == true)
        flow.send(edit.filled(" "), id: "b", known: mine)
        #expect(flow.settled.take() == ["b refused"])
    }

    /// An edit from the network changes no file, and makes none.
    @Test(
        arguments: [
            (nil, "new"), (.text, "new"), (.file, "new"), (.deleted, "new"), (.unshowable, "Look"),
        ] as [(MessageKind?, String)])
    func keepsTheFileOfAnEditedMessage(kind: MessageKind?, text: String) throws {
        let flow = chat()
        flow.send(.message(.received(IncomingMessage(chat: "ada", message: "t1", content: .text("Hi")))))
        let looking = known.mapValues {
            var known = $0
            if known.content.file != nil { known.content.text = "Look" }
            return known
        }
        for id: MessageID in ["f1", "t1"] {
            let edited = EditedMessage(chat: "ada", message: id, text: "new", kind: kind)
            flow.send(.revision(.edited(edited)), known: looking)
        }
        let rows = try #require(flow.messages.model?.messages)
        #expect(rows[0].kind == .file && rows[0].text == text && rows[0].file?.name == "photo.png")
        #expect(rows[1].kind != .file && rows[1].file == nil && (rows[1].text == "Hi") == (kind == .file))
    }

    // MARK: Deleting

    @Test(arguments: [true, false]) func removesAFileWithTheLastMessageThatNamesIt(isLast: Bool) {
        let flow = chat()
        flow.send(.file(.kept(KeptFiles(folder: "/files", ids: [Self.file.id]))))
        _ = flow.takeWorks()
        flow.send(.revision(.deleted(Self.key)), known: known)
        #expect(flow.messages.model?.messages.first?.file == nil)
        let look = Effect.Work.load(.unusedFiles(among: [Self.file.id]))
        #expect(flow.takeWorks() == [look])
        flow.answer(look, .file(.unused(ids: isLast ? [Self.file.id] : [])))
        #expect(flow.takeWorks() == (isLast ? [.file(.remove(Self.file.id))] : []))
        let content = MessageContent(kind: .file, file: Self.file)
        flow.send(.message(.received(IncomingMessage(chat: "ada", message: "f2", content: content))))
        #expect(flow.messages.model?.messages.last?.file?.state == (isLast ? .remote : .here))
    }

    @Test func stopsTheDownloadOfADeletedMessage() {
        let flow = chat()
        flow.send(.file(.fetching(Self.key)), id: "a", known: known)
        flow.send(.revision(.deleted(Self.key)), known: known)
        flow.answer(.load(.unusedFiles(among: [Self.file.id])), .file(.unused(ids: [Self.file.id])))
        #expect(flow.settled.take() == ["a refused"] && flow.transfers.model == nil)
        flow.answer(.file(.remove(Self.file.id)))
        #expect(flow.telex.isIdle)
    }

    @Test func savesADownloadForOthersAfterItsMessageWasDeleted() throws {
        let flow = chat()
        let content = MessageContent(kind: .file, file: Self.file)
        flow.send(.message(.received(IncomingMessage(chat: "ada", message: "f2", content: content))))
        flow.send(.file(.fetching(Self.key)), known: known)
        let saving = FileSaving(chat: "ada", message: "f2", path: "/copy")
        let other: [MessageID: KnownMessage] = ["f2": KnownMessage(position: 3, content: content)]
        flow.send(.file(.saving(saving)), id: "b", known: other)
        let number = try #require(flow.number(of: .ask(.fetch(FileFetch(Self.key, Self.file)))))
        flow.send(.revision(.deleted(Self.key)), known: known)
        flow.answer(.load(.unusedFiles(among: [Self.file.id])), .file(.unused(ids: [])))
        _ = flow.takeWorks()
        flow.answer(
            number, [.file(.kept(KeptFiles(folder: nil, ids: [Self.file.id]))), .file(.fetched(Self.key))], known: other
        )
        #expect(flow.takeWorks() == [.file(.save(Self.file, saving))])
    }

    @Test func keepsACopyThatAnotherUnsentMessageNeeds() throws {
        let (flow, first) = try sent()
        let outgoing = OutgoingMessage(chat: "ada", text: "", message: "m2", path: "/tmp/photo.png")
        flow.send(.message(.sending(outgoing)))
        flow.answer(.file(.take(outgoing)), .file(.taken(TakenFile(outgoing, try #require(first.file)))))
        guard case .ask(.post(let second))? = flow.takeWorks().last else { throw Failed() }
        flow.answer(.ask(.post(first)), .message(.sent(first.key)))
        #expect(flow.takeWorks() == [])
        let failure = MessageFailure(chat: "ada", message: "m2", reason: "No.")
        flow.answer(.ask(.post(second)), .message(.sendFailed(failure)))
        let known: [MessageID: KnownMessage] = [
            "m2": KnownMessage(position: second.position, isOwn: true, content: second.content)
        ]
        flow.send(.revision(.deleting(MessageDeletion(chat: "ada", message: "m2"))), known: known)
        #expect(
            flow.takeWorks() == [
                .load(.end("ada")), .file(.release(Self.file.id)), .load(.unusedFiles(among: [Self.file.id])),
            ])
    }
}
