import TelexJSON

/// Events of files that messages bring.
public enum FileEvent: Hashable, Sendable {
    /// Download the file of a message, unless it is here. The request ends when the file is here. Its outcome has the
    /// path of the file: read it, and do not change it.
    case fetching(MessageKey)
    /// Download the thumbnail of an image or a video, unless it is here. The outcome has its path.
    case fetchingThumbnail(MessageKey)
    /// Copy the file of a message to `filePath`, a new file or an existing folder. In a folder, the copy keeps the name
    /// of the file. Telex downloads the file first if necessary, and overwrites nothing. The outcome has the path of the
    /// copy.
    case saving(FileSaving)
    /// Stop the download of the file of a message, or the upload of our own message, which is then not sent.
    case cancelling(MessageKey)
    /// The file of a message that we are sending was read.
    case taken(TakenFile)
    /// The file of a message that we are sending cannot be read.
    case refused(MessageFailure)
    /// The file of our message was uploaded.
    case uploaded(UploadedFile)
    /// `doneCount` bytes of the file of a message have been transferred.
    case progressed(FileProgress)
    /// The file of a message is here.
    case fetched(MessageKey)
    /// The thumbnail of the file of a message is here.
    case thumbnailFetched(MessageKey)
    /// The thumbnail of the file of a message could not be downloaded.
    case thumbnailFailed(MessageFailure)
    /// The file of a message was copied to this path.
    case saved(FileSaving)
    /// The file of a message could not be downloaded, or not be saved.
    case failed(MessageFailure)
    /// These files are in the folder of the profile.
    case kept(KeptFiles)
    /// These files were removed from the folder of the profile.
    case dropped(ids: [FileID])
    /// No message names these files any more, so they are removed.
    case unused(ids: [FileID])
}

extension FileEvent: WireCases {
    package static var samples: [FileEvent] {
        [
            .fetching(.blank), .fetchingThumbnail(.blank), .saving(.blank), .cancelling(.blank), .taken(.blank),
            .refused(.blank),
            .uploaded(.blank), .progressed(.blank), .fetched(.blank), .thumbnailFetched(.blank),
            .thumbnailFailed(.blank), .saved(.blank), .failed(.blank), .kept(.blank),
            .dropped(ids: []), .unused(ids: []),
        ]
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> FileEvent {
        switch self {
        case .fetching(let key): try visitor.event("file.fetching", .user, Self.fetching, key)
        case .fetchingThumbnail(let key):
            try visitor.event("file.fetchingThumbnail", .user, Self.fetchingThumbnail, key)
        case .saving(let saving): try visitor.event("file.saving", .user, Self.saving, saving)
        case .cancelling(let key): try visitor.event("file.cancelling", .user, Self.cancelling, key)
        case .taken(let taken): try visitor.event("file.taken", .inside, Self.taken, taken)
        case .refused(let refusal): try visitor.event("file.refused", .inside, Self.refused, refusal)
        case .uploaded(let uploaded): try visitor.event("file.uploaded", .inside, Self.uploaded, uploaded)
        case .progressed(let progress): try visitor.event("file.progressed", .inside, Self.progressed, progress)
        case .fetched(let key): try visitor.event("file.fetched", .inside, Self.fetched, key)
        case .thumbnailFetched(let key): try visitor.event("file.thumbnailFetched", .inside, Self.thumbnailFetched, key)
        case .thumbnailFailed(let failure):
            try visitor.event("file.thumbnailFailed", .inside, Self.thumbnailFailed, failure)
        case .saved(let saving): try visitor.event("file.saved", .inside, Self.saved, saving)
        case .failed(let failure): try visitor.event("file.failed", .inside, Self.failed, failure)
        case .kept(let kept): try visitor.event("file.kept", .inside, Self.kept, kept)
        case .dropped(let ids): try visitor.event("file.dropped", .inside, Self.dropped(ids:), ids, in: "fileIds")
        case .unused(let ids): try visitor.event("file.unused", .inside, Self.unused(ids:), ids, in: "fileIds")
        }
    }
}

extension FileEvent {
    var requirements: StampRequirements {
        switch self {
        case .fetching(let key), .fetchingThumbnail(let key), .cancelling(let key), .fetched(let key),
            .thumbnailFetched(let key):
            .stored(key)
        case .saving(let saving): .stored(saving.key)
        case .uploaded(let uploaded): .stored(uploaded.key)
        case .taken(let taken):
            .naming(taken.message.message, in: taken.message.chat, answering: taken.message.replyTo)
        case .refused, .progressed, .saved, .failed, .thumbnailFailed, .kept, .dropped, .unused: .none
        }
    }
}

/// A download of the file of a message, or of its thumbnail.
public struct FileFetch: Hashable, Sendable {
    public var key: MessageKey
    /// What to download.
    public var file: MessageFile
    public var isThumbnail: Bool

    /// The longest thumbnail, in bytes: 4 MiB.
    private static let longestThumbnail: Int64 = 1 << 22
    /// The largest file that is downloaded if its message does not tell the length, in bytes: 1 GiB.
    private static let largest: Int64 = 1 << 30

    public init(_ key: MessageKey, _ file: MessageFile, isThumbnail: Bool = false) {
        self.key = key
        self.file = file
        self.isThumbnail = isThumbnail
    }

    /// The most bytes that it may have.
    package var limit: Int64 { isThumbnail ? Self.longestThumbnail : file.byteCount ?? Self.largest }

    /// The event that reports that it is here.
    package var done: Event { .file(isThumbnail ? .thumbnailFetched(key) : .fetched(key)) }

    /// The event that reports why it is not.
    package func failed(_ reason: String, _ problem: FileProblem? = nil) -> Event {
        let failure = MessageFailure(
            chat: key.chat, message: key.message, reason: reason, fileProblem: problem)
        return .file(isThumbnail ? .thumbnailFailed(failure) : .failed(failure))
    }

    /// The event that reports how many bytes have been transferred; `nil` for a thumbnail, which is small.
    package func progress(_ done: Int64) -> Event? {
        isThumbnail ? nil : .file(.progressed(FileProgress(chat: key.chat, message: key.message, done: done)))
    }
}

/// A copy of the file of a message.
public struct FileSaving: Hashable, Sendable {
    public var key: MessageKey
    /// The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
    /// relative path begins at its working directory.
    ///
    /// Here, a new file, or a folder, in which the file keeps its own name; once it is saved, the path of the copy.
    public var path: String
    /// What the one who wants the copy has opened there; `nil` if it is opened when it is needed.
    package var loan: FileLoan?

    public init(chat: ChatID, message: MessageID, path: String) {
        key = MessageKey(chat: chat, message: message)
        self.path = path
    }
}

extension FileSaving: WireRecord {
    public static var blank: FileSaving { FileSaving(chat: "", message: "", path: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("filePath", &path)
    }
}

/// A file that was read for a message of ours.
public struct TakenFile: Hashable, Sendable {
    public var message: OutgoingMessage
    public var file: MessageFile

    public init(_ message: OutgoingMessage, _ file: MessageFile) {
        self.message = message
        self.file = file
    }
}

extension TakenFile: WireRecord {
    public static var blank: TakenFile { TakenFile(.blank, .blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try message.visit(&visitor)
        try visitor.visit("file", &file)
    }
}

/// The address of the file of our message.
public struct UploadedFile: Hashable, Sendable {
    public var key: MessageKey
    /// The address of an uploaded file, in the backend's own form; missing before the upload.
    public var source: String

    public init(chat: ChatID, message: MessageID, source: String) {
        key = MessageKey(chat: chat, message: message)
        self.source = source
    }
}

extension UploadedFile: WireRecord {
    public static var blank: UploadedFile { UploadedFile(chat: "", message: "", source: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("source", &source)
    }
}

/// How much of the file of a message has been transferred.
public struct FileProgress: Hashable, Sendable {
    public var key: MessageKey
    /// In bytes.
    public var done: Int64

    public init(chat: ChatID, message: MessageID, done: Int64) {
        key = MessageKey(chat: chat, message: message)
        self.done = done
    }
}

extension FileProgress: WireRecord {
    public static var blank: FileProgress { FileProgress(chat: "", message: "", done: 0) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("doneCount", &done)
    }
}

/// Files that are in the folder of the profile.
public struct KeptFiles: Hashable, Sendable {
    /// The name of the subfolder with the copy that `/view` has opened.
    package static let viewName = "view"

    /// The folder of the files that are here; missing if it does not outlast the program.
    public var folder: String?
    /// Files, by their `fileId`.
    public var ids: [FileID]

    public init(folder: String?, ids: [FileID]) {
        self.folder = folder
        self.ids = ids
    }
}

extension KeptFiles: WireRecord {
    public static var blank: KeptFiles { KeptFiles(folder: nil, ids: []) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("folderPath", &folder)
        try visitor.visit("fileIds", &ids)
    }
}
