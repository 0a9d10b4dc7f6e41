/// Events of files that messages bring.
public enum FileEvent: Hashable, Sendable {
    /// Download the file of a message, unless it is here. The request ends when the file is here. Its outcome has the
    /// path of the file: read it, and do not change it.
    case fetching(MessageKey)
    /// Download the thumbnail of an image or a video, unless it is here. The outcome has its path.
    case fetchingThumbnail(MessageKey)
    /// Copy the file of a message to `filePath`: a new file, or a folder, in which it keeps its own name. Telex
    /// downloads it first if necessary, and overwrites nothing. The outcome has the path of the copy.
    case saving(FileSaving)
    /// Stop the download of the file of a message, or the upload of our own message, which is then not sent.
    case cancelling(MessageKey)
    /// The file of a message that we are sending was read.
    case taken(TakenFile)
    /// The file of a message that we are sending cannot be read.
    case refused(MessageFailure)
    /// The server has the file of our message.
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

/// A file that was read for a message of ours.
public struct TakenFile: Hashable, Sendable {
    public var message: OutgoingMessage
    public var file: MessageFile

    public init(_ message: OutgoingMessage, _ file: MessageFile) {
        self.message = message
        self.file = file
    }
}

/// Where the server has the file of our message.
public struct UploadedFile: Hashable, Sendable {
    public var key: MessageKey
    /// Where the server has the content of a file, in the backend's own form; missing before it is uploaded.
    public var source: String

    public init(chat: ChatID, message: MessageID, source: String) {
        key = MessageKey(chat: chat, message: message)
        self.source = source
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
