/// Events of files that messages bring.
public enum FileEvent: Hashable, Sendable {
    /// Download the file of a message, unless it is here.
    case fetching(MessageKey)
    /// Copy the file of a message to a place of the user, and download it first if necessary.
    case saving(FileSaving)
    /// Stop the transfer of the file of a message: its download, or the upload of our own message, which is then not sent.
    case cancelling(MessageKey)
    /// The file of a message that we are sending was read, and is kept.
    case taken(TakenFile)
    /// The file of a message that we are sending cannot be read.
    case refused(FileRefusal)
    /// The server has the file of our message, at this place.
    case uploaded(UploadedFile)
    /// So much of the file of a message has been transferred.
    case progressed(FileProgress)
    /// The file of a message is here.
    case fetched(MessageKey)
    /// The file of a message was copied to this path.
    case saved(FileSaving)
    /// The file of a message could not be downloaded, or not be saved.
    case failed(MessageFailure)
    /// These files are in the folder of the profile.
    case kept(KeptFiles)
    /// These files were removed from the folder of the profile, to make room.
    case dropped(ids: [FileID])
}

extension FileEvent {
    var requirements: StampRequirements {
        switch self {
        case .fetching(let key), .cancelling(let key), .fetched(let key): .stored(key)
        case .saving(let saving): .stored(saving.key)
        case .uploaded(let uploaded): .stored(uploaded.key)
        case .taken(let taken):
            .naming(taken.message.message, in: taken.message.chat, answering: taken.message.replyTo)
        case .refused, .progressed, .saved, .failed, .kept, .dropped: .none
        }
    }
}

/// A copy of the file of a message.
public struct FileSaving: Hashable, Sendable {
    public var key: MessageKey
    /// Where to: a new file, or a folder, in which the file gets its own name. Once it is saved, the path of the copy.
    public var path: String

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

/// Why a file cannot be sent.
public struct FileRefusal: Hashable, Sendable {
    public var chat: ChatID
    public var reason: String
    /// `nil` if it was something else than the file.
    public var problem: FileProblem?

    public init(chat: ChatID, reason: String, problem: FileProblem? = nil) {
        self.chat = chat
        self.reason = reason
        self.problem = problem
    }
}

/// Where the server has the file of our message.
public struct UploadedFile: Hashable, Sendable {
    public var key: MessageKey
    /// In the backend's own form.
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
    /// The path of the folder; `nil` if it does not outlast the program.
    public var folder: String?
    public var ids: [FileID]

    public init(folder: String?, ids: [FileID]) {
        self.folder = folder
        self.ids = ids
    }
}
