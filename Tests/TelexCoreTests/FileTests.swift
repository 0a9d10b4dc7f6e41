import Foundation
import Testing

@testable import TelexCore

/// Tests files that messages bring.
@Suite struct FileTests {
    static let file = MessageFile(
        id: FileID(String(repeating: "a", count: 64)), source: "s", name: "photo.png", mediaType: "image/png",
        byteCount: 4000, width: 40, height: 30)
    static let key = MessageKey(chat: "ada", message: "f1")
    let known: [MessageID: KnownMessage] = [
        "f1": KnownMessage(position: 1, content: MessageContent(kind: .file, file: file)),
        "t1": KnownMessage(position: 2, content: .text("Hi")),
    ]

    /// An open chat with a message that brings a file.
    func chat(_ file: MessageFile = Self.file, isOwn: Bool = false) -> Flow {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "ada")
        let content = MessageContent(kind: .file, text: "Look", sender: "ada", file: file)
        flow.send(
            .message(.received(IncomingMessage(chat: "ada", message: "f1", content: content, isOwn: isOwn))))
        flow.forget()
        return flow
    }

    func row(_ flow: Flow) throws -> MessagesViewModel.File {
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
}
