import Foundation
import Testing

@testable import TelexCore

/// Tests files that messages bring.
@Suite struct FileTests {
    private static let file = MessageFile(
        id: FileID(String(repeating: "a", count: 64)), source: "s", name: "photo.png", mediaType: "image/png",
        byteCount: 4000, width: 40, height: 30)
    private static let key = MessageKey(chat: "ada", message: "f1")
    private let known: [MessageID: KnownMessage] = [
        "f1": KnownMessage(position: 1, content: MessageContent(kind: .file, file: file)),
        "t1": KnownMessage(position: 2, content: .text("Hi")),
    ]

    /// An open chat with a message that brings a file.
    private func chat(_ file: MessageFile = Self.file, isOwn: Bool = false) -> Flow {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "ada")
        let content = MessageContent(kind: .file, text: "Look", sender: "ada", file: file)
        flow.send(
            .message(.received(IncomingMessage(chat: "ada", message: "f1", content: content, isOwn: isOwn))))
        flow.forget()
        return flow
    }

    private func row(_ flow: Flow) throws -> MessagesViewModel.File {
        try #require(flow.messages.model?.messages.first { $0.message == "f1" }?.file)
    }

    // MARK: Thumbnails

    @Test func fetchesAThumbnailBesideTheFile() throws {
        var file = Self.file
        file.thumbnail = MessageFile.Thumbnail(id: FileID(String(repeating: "b", count: 64)), source: "small")
        let thumbnail = try #require(file.thumbnailFile)
        let known: [MessageID: KnownMessage] = [
            "f1": KnownMessage(position: 1, content: MessageContent(kind: .file, file: file))
        ]
        let flow = chat(file)
        #expect(try row(flow).fetchThumbnail == Action(.file(.fetchingThumbnail(Self.key))))
        flow.send(.file(.fetching(Self.key)), id: "file", known: known)
        flow.send(.file(.fetchingThumbnail(Self.key)), id: "a", known: known)
        let works: [Effect.Work] = [
            .ask(.fetch(FileFetch(Self.key, file))), .ask(.fetch(FileFetch(Self.key, thumbnail, isThumbnail: true))),
        ]
        #expect(flow.takeWorks() == works)
        let failure = MessageFailure(chat: "ada", message: "f1", reason: "Gone.")
        flow.answer(try #require(flow.number(of: works[1])), [.file(.thumbnailFailed(failure))], known: known)
        #expect(try flow.settled.take() == ["a failed"] && row(flow).state == .fetching)
        flow.send(.file(.fetchingThumbnail(Self.key)), id: "b", known: known)
        #expect(flow.takeWorks() == [works[1]])
        flow.answer(
            try #require(flow.number(of: works[1])),
            [.file(.kept(KeptFiles(folder: "/files", ids: [thumbnail.id]))), .file(.thumbnailFetched(Self.key))],
            known: known)
        flow.send(.file(.fetchingThumbnail(Self.key)), id: "c", known: known)
        let path = "/files/\(thumbnail.id)"
        #expect(flow.settled.take() == ["b", "c"])
        let shown = try row(flow)
        #expect(shown.state == .fetching && shown.thumbnailPath == path && shown.fetchThumbnail == nil)
        #expect(shown.path == nil && flow.takeWorks() == [])
    }

    @Test func hasNoThumbnailOfOtherFiles() throws {
        let flow = chat()
        #expect(try row(flow).fetchThumbnail == nil)
        flow.send(.file(.fetchingThumbnail(Self.key)), id: "a", known: known)
        #expect(flow.settled.take() == ["a refused"] && flow.takeWorks() == [])
    }

    // MARK: Rows

    @Test func showsWhatTheSenderSaysOfAFile() throws {
        let flow = chat()
        let file = try row(flow)
        #expect(file.name == "photo.png" && file.fileText == "image/png, 4 kB, 40 × 30" && file.state == .remote)
        #expect(file.path == nil && file.fetch == Action(.file(.fetching(Self.key))) && file.save?.blanks == [.path])
        #expect(flow.messages.model?.messages.first?.text == "Look")
        #expect(flow.chatList.model?.chats.first?.previewText.hasSuffix("[photo.png] Look") == true)
    }

    @Test func keepsOnlyWhatCanBeShown() throws {
        let odd = MessageFile(
            id: "x", source: "s", name: "../../.bash\u{202E}rc", mediaType: "image/../png", byteCount: -1,
            width: 60_000_000, height: 1, durationMs: -5)
        let file = try row(chat(odd))
        #expect(file.name == "bashrc" && file.fileText == "application/octet-stream")
        #expect(file.byteCount == nil && file.width == nil && file.height == nil && file.durationMs == nil)
    }

    @Test func knowsNoFileOfOtherKinds() {
        let flow = Flow(chats: [.ada], isStrict: false)
        for (kind, shown) in [(MessageKind.text, MessageKind.text), (.file, .text)] {
            let content = MessageContent(kind: kind, text: "Hi", file: kind == .text ? Self.file : nil)
            flow.send(.message(.received(IncomingMessage(chat: "ada", content: content))))
            guard case .message(let stored)? = flow.takeSaves().first else {
                Issue.record("Nothing is stored")
                continue
            }
            #expect(stored.kind == shown && stored.file == nil)
        }
    }

    // MARK: Fetching

    @Test func fetchesAFileAndTellsWhereItIs() throws {
        let flow = chat()
        let work = Effect.Work.ask(.fetch(FileFetch(Self.key, Self.file)))
        flow.send(try #require(try row(flow).fetch).event, id: "a", known: known)
        #expect(try row(flow).state == .fetching && row(flow).fetch == nil && flow.takeWorks() == [work])
        // Another request waits for the same download.
        flow.send(.file(.fetching(Self.key)), id: "b", known: known)
        #expect(flow.takeWorks() == [] && flow.settled.take() == [])
        let number = try #require(flow.number(of: work))
        flow.answer(
            number,
            [
                .file(.kept(KeptFiles(folder: "/files", ids: [Self.file.id]))), .file(.fetched(Self.key)),
            ], known: known)
        #expect(flow.settled.take().sorted() == ["a", "b"])
        #expect(try row(flow).state == .here && row(flow).path == "/files/\(Self.file.id)" && row(flow).fetch == nil)
        flow.send(.file(.fetching(Self.key)), id: "c", known: known)
        #expect(flow.takeWorks() == [] && flow.settled.take() == ["c"])
        flow.send(.file(.dropped(ids: [Self.file.id])))
        #expect(try row(flow).state == .remote && row(flow).path == nil)
    }

    @Test func fetchesAFileOfSeveralMessagesOnce() throws {
        let flow = chat()
        let content = MessageContent(kind: .file, text: "Again", sender: "ada", file: Self.file)
        flow.send(.message(.received(IncomingMessage(chat: "ada", message: "f2", content: content))))
        flow.forget()
        let both = known.merging(["f2": KnownMessage(position: 3, content: content)]) { first, _ in first }
        let saving = FileSaving(chat: "ada", message: "f2", path: "copy")
        flow.send(.file(.fetching(Self.key)), id: "a", known: both)
        flow.send(.file(.saving(saving)), id: "b", known: both)
        let work = Effect.Work.ask(.fetch(FileFetch(Self.key, Self.file)))
        #expect(flow.takeWorks() == [work] && flow.transfers.model?.transfers.count == 2)
        flow.answer(
            try #require(flow.number(of: work)),
            [.file(.kept(KeptFiles(folder: nil, ids: [Self.file.id]))), .file(.fetched(Self.key))], known: both)
        #expect(flow.settled.take() == ["a"] && flow.transfers.model == nil)
        #expect(flow.takeWorks() == [.file(.save(Self.file, saving))])
        #expect(flow.messages.model?.messages.map { $0.file?.state } == [.here, .here])
    }

    /// What answers a fetch knows only the message with which it began.
    @Test func savesAFileOfSeveralMessagesForEach() throws {
        let flow = chat()
        let content = MessageContent(kind: .file, sender: "ada", file: Self.file)
        flow.send(.message(.received(IncomingMessage(chat: "ada", message: "f2", content: content))))
        flow.forget()
        let savings = ["f1", "f2"].map { FileSaving(chat: "ada", message: $0, path: "copy of \($0)") }
        let others: [MessageID: KnownMessage] = ["f2": KnownMessage(position: 3, content: content)]
        flow.send(.file(.saving(savings[0])), id: "a", known: known)
        flow.send(.file(.saving(savings[1])), id: "b", known: others)
        let work = Effect.Work.ask(.fetch(FileFetch(Self.key, Self.file)))
        #expect(flow.takeWorks() == [work])
        flow.answer(
            try #require(flow.number(of: work)),
            [.file(.kept(KeptFiles(folder: nil, ids: [Self.file.id]))), .file(.fetched(Self.key))], known: known)
        #expect(flow.takeWorks() == savings.map { .file(.save(Self.file, $0)) } && flow.settled.take() == [])
    }

    @Test func refusesPathsThatEndEarly() {
        let flow = chat()
        flow.send(.file(.saving(FileSaving(chat: "ada", message: "f1", path: "a\u{0}b"))), id: "a", known: known)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "", path: "a\u{0}b"))), id: "b")
        #expect(flow.settled.take() == ["a refused", "b refused"] && flow.takeWorks() == [])
    }

    @Test func showsWhyADownloadFailedAndTriesAgain() throws {
        let flow = chat()
        let work = Effect.Work.ask(.fetch(FileFetch(Self.key, Self.file)))
        flow.send(.file(.fetching(Self.key)), id: "a", known: known)
        flow.answer(
            try #require(flow.number(of: work)),
            [.file(.failed(MessageFailure(chat: "ada", message: "f1", reason: "No.")))])
        #expect(flow.settled.take() == ["a failed"] && flow.messages.model?.status.errorText == "No.")
        #expect(try row(flow).state == .failed && row(flow).fetch != nil && flow.transfers.model == nil)
        _ = flow.takeWorks()
        flow.send(.file(.fetching(Self.key)), id: "b", known: known)
        #expect(try row(flow).state == .fetching && flow.takeWorks() == [work])
    }

    @Test func refusesToFetchWhatIsNotThere() throws {
        var own = Self.file
        own.source = nil
        let flow = chat(own, isOwn: true)
        #expect(try row(flow).fetch == nil && row(flow).save == nil)
        let lost = KnownMessage(position: 1, isOwn: true, content: MessageContent(kind: .file, file: own))
        flow.send(.file(.fetching(Self.key)), id: "a", known: ["f1": lost])
        flow.send(.file(.fetching(MessageKey(chat: "ada", message: "t1"))), id: "b", known: known)
        flow.send(.file(.fetching(MessageKey(chat: "ada", message: "x"))), id: "c", known: known)
        #expect(flow.settled.take() == ["a refused", "b ignored", "c ignored"] && flow.takeWorks() == [])
    }

    /// Programs are told what was wrong in a word.
    @Test func outcomesSayWhatWasWrongWithAFile() throws {
        let (flow, recorder) = (chat(), Recorder())
        flow.telex.bind(requests: recorder)
        flow.send(.file(.fetching(MessageKey(chat: "ada", message: "t1"))), id: "a", known: known)
        flow.send(.file(.fetching(Self.key)), id: "b", known: known)
        flow.send(.file(.cancelling(Self.key)), known: known)
        let outgoing = OutgoingMessage(chat: "ada", text: "", message: "m1", path: "/nope")
        flow.send(.message(.sending(outgoing)), id: "c")
        flow.answer(
            try #require(flow.number(of: .file(.take(outgoing)))),
            [.file(.refused(MessageFailure(chat: "ada", message: "m1", reason: "No.", fileProblem: .missing)))])
        let saving = FileSaving(chat: "ada", message: "f1", path: "copy")
        flow.send(.file(.saving(saving)), id: "d", known: known)
        let fetch = Effect.Work.ask(.fetch(FileFetch(Self.key, Self.file)))
        let failure = MessageFailure(chat: "ada", message: "f1", reason: "No.", fileProblem: .damaged)
        flow.answer(try #require(flow.number(of: fetch)), [.file(.failed(failure))], known: known)
        #expect(recorder.settled == ["a", "b", "c", "d"])
        #expect(recorder.outcomes.map(\.fileProblem) == [.missing, .stopped, .missing, .damaged])
    }

    @Test func outcomesSayWhyAnUploadFailed() throws {
        let (flow, message) = try sent()
        let recorder = Recorder()
        flow.telex.bind(requests: recorder)
        let failure = MessageFailure(chat: "ada", message: "m1", reason: "Full.", fileProblem: .inputOutput)
        flow.answer(.ask(.post(message)), .message(.sendFailed(failure)))
        #expect(recorder.outcomes.map(\.fileProblem) == [.inputOutput])
    }

    // MARK: Saving

    @Test func fetchesAFileBeforeItIsSaved() throws {
        let flow = chat()
        let saves = ["one", "/two"].map { FileSaving(chat: "ada", message: "f1", path: $0) }
        for (index, saving) in saves.enumerated() { flow.send(.file(.saving(saving)), id: "\(index)", known: known) }
        let fetch = Effect.Work.ask(.fetch(FileFetch(Self.key, Self.file)))
        #expect(flow.takeWorks() == [fetch])
        flow.answer(
            try #require(flow.number(of: fetch)),
            [.file(.kept(KeptFiles(folder: nil, ids: [Self.file.id]))), .file(.fetched(Self.key))], known: known)
        #expect(flow.takeWorks() == saves.map { .file(.save(Self.file, $0)) } && flow.settled.take() == [])
        for saving in saves {
            let number = try #require(flow.number(of: .file(.save(Self.file, saving))))
            flow.answer(number, [.file(.saved(saving))])
            #expect(flow.messages.model?.noticeText == "Saved as \(saving.path).")
        }
        #expect(flow.settled.take() == ["0", "1"])
    }

    // MARK: Progress

    @Test func showsProgressNowAndThen() throws {
        let flow = chat()
        flow.send(.file(.fetching(Self.key)), known: known)
        let progress = { (done: Int64) in
            flow.send(.file(.progressed(FileProgress(chat: "ada", message: "f1", done: done))))
            return flow.transfers.model?.transfers.first
        }
        #expect(progress(1000)?.progressText == "25 % of 4 kB")
        flow.now += 0.1
        #expect(progress(1500)?.doneCount == 1000)
        flow.now += 1.9
        #expect(progress(3000)?.progressText == "75 % of 4 kB, 1 kB/s, 1 s left")
        #expect(progress(4000)?.doneCount == 4000)
        #expect(progress(-1)?.doneCount == 4000)
        #expect(progress(9000)?.doneCount == 4000)
        flow.now += 1
        #expect(progress(9000)?.progressText == "9 kB")
    }

    /// A recording can tell anything.
    @Test func showsAnyProgress() {
        var endless = Self.file
        endless.byteCount = .max
        let flow = chat(endless)
        let content = MessageContent(kind: .file, file: endless)
        flow.send(.file(.fetching(Self.key)), known: ["f1": KnownMessage(position: 1, content: content)])
        for (done, seconds) in [(0, 1.0), (Int64.max - 1, 1e12), (.max, -1e13)] as [(Int64, Double)] {
            flow.send(.file(.progressed(FileProgress(chat: "ada", message: "f1", done: done))))
            flow.now += seconds
        }
        #expect(flow.transfers.model?.transfers.first?.doneCount == .max)
    }

    @Test func stopsADownload() throws {
        let flow = chat()
        flow.send(.file(.fetching(Self.key)), id: "a", known: known)
        let cancel = try #require(flow.transfers.model?.transfers.first?.cancel)
        flow.send(cancel.event, id: "b", known: known)
        #expect(flow.settled.take() == ["a refused", "b"])
        #expect(flow.transfers.model == nil && flow.telex.isIdle)
        #expect(try row(flow).state == .remote)
        flow.send(cancel.event, id: "c", known: known)
        #expect(flow.settled.take() == ["c ignored"])
    }

    // MARK: Sending

    /// A chat in which a file was sent and read, with the message.
    private func sent() throws -> (Flow, Message) {
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

    // MARK: Rules

    @Test func namesFilesSafely() {
        let names = [
            ("../../.bashrc", "bashrc"), ("C:\\Users\\ada\\a.txt", "a.txt"), ("a\u{0}b\nc.png", "ab c.png"),
            ("-rf", "rf"), ("~root", "root"), ("photo\u{202E}gpj.exe", "photogpj.exe"), ("con.txt", "_con.txt"),
            ("LPT1", "_LPT1"), ("", "file"), ("...", "file"), ("/", "file"), ("a:b|c?.txt", "a_b_c_.txt"),
            ("Grüße 🎉.jpg", "Grüße 🎉.jpg"), (" a . ", "a"),
        ]
        for (name, safe) in names { #expect(FileName.safe(name) == safe) }
        let long = FileName.safe(String(repeating: "ä", count: 500) + ".jpeg")
        #expect(long.utf8.count <= 200 && long.hasSuffix("ä.jpeg"))
        #expect(FileName.numbered("a.tar.gz", 2) == "a.tar (2).gz" && FileName.numbered("a", 3) == "a (3)")
    }

    @Test func sizesAndTimesReadWell() {
        let sizes: [(Int64, String)] = [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (1234, "1.2 kB"), (9960, "10 kB"),
            (12_345, "12 kB"), (999_499, "999 kB"), (999_500, "1 MB"), (2_100_000, "2.1 MB"), (.max, "9.2 EB"),
            (-1, "0 bytes"),
        ]
        for (count, text) in sizes { #expect(FileText.size(count) == text) }
        for (seconds, text) in [
            (0.0, "0 s"), (59, "59 s"), (65, "1:05"), (3725, "1:02:05"), (.infinity, "277777:46:40"),
        ] {
            #expect(FileText.time(seconds) == text)
        }
    }

    @Test(arguments: [
        ("89504E470D0A1A0A0000000D4948445200000028000000 1E0802000000", "image/png", 40, 30),
        ("474946383961 2800 1E00 000000", "image/gif", 40, 30),
        ("FFD8 FFE0 0004 0000 FFFF C4 0003 00 FFC2 0011 08 001E 0028 03", "image/jpeg", 40, 30),
        ("52494646 00000000 57454250 56503858 0A000000 00000000 270000 1D0000", "image/webp", 40, 30),
        ("52494646 00000000 57454250 5650384C 00000000 2F 27400700", "image/webp", 40, 30),
        ("52494646 00000000 57454250 56503820 00000000 000000 9D012A 2800 1E00", "image/webp", 40, 30),
        ("424D 00000000 00000000 00000000 28000000 28000000 E2FFFFFF", "image/bmp", 40, 30),
    ])
    func readsTheSizeOfImages(hex: String, type: String, width: Int, height: Int) {
        let bytes = Self.bytes(hex)
        let header = FileHeader { Array(bytes.dropFirst(Int($0)).prefix($1)) }
        #expect(header.mediaType == type && header.width == width && header.height == height)
        // Whatever is missing, nothing traps.
        for count in 0..<bytes.count { _ = FileHeader { Array(bytes.prefix(count).dropFirst(Int($0)).prefix($1)) } }
    }

    @Test func recognizesWhatASystemMayRun() {
        for text in [
            "#!/bin/sh\n", "MZ\u{0}", "\u{7F}ELF", "[Desktop Entry]\n", "# hi\n\n[Desktop Entry]\n",
            "\u{FEFF} #!/bin/sh",
            "\n<svg>", "#EXTM3U\n", "%!PS",
        ] {
            #expect(FileHeader { Array(text.utf8.dropFirst(Int($0)).prefix($1)) }.isProgram)
        }
        for text in ["%PDF-1.7", "# A title\n\nText", "#", "", "\u{FEFF}"] {
            #expect(!FileHeader { Array(text.utf8.dropFirst(Int($0)).prefix($1)) }.isProgram)
        }
    }

    @Test func endsWithAnImageWithoutSize() {
        let endless = FileHeader { offset, count in
            Array([0xFF, 0xD8, 0xFF] as [UInt8]).dropFirst(Int(offset)).prefix(count)
                + [UInt8](repeating: 0xFF, count: offset == 0 ? count - 3 : count)
        }
        #expect(endless.mediaType == "image/jpeg" && endless.width == nil)
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
