import TelexCore
import TelexJSON

extension FileEvent: WireCases {
    static var samples: [FileEvent] {
        [
            .fetching(.blank), .fetchingThumbnail(.blank), .saving(.blank), .cancelling(.blank), .taken(.blank),
            .refused(.blank),
            .uploaded(.blank), .progressed(.blank), .fetched(.blank), .thumbnailFetched(.blank),
            .thumbnailFailed(.blank), .saved(.blank), .failed(.blank), .kept(.blank),
            .dropped(ids: []), .unused(ids: []),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> FileEvent {
        switch self {
        case .fetching(let key):
            try visitor.event(
                "file.fetching", .user, Self.fetching, key,
                "Download the file of a message, unless it is here. The request ends when the file is here, and its outcome "
                    + "has the path of the file, which is to be read and not to be changed.")
        case .fetchingThumbnail(let key):
            try visitor.event(
                "file.fetchingThumbnail", .user, Self.fetchingThumbnail, key,
                "Download the thumbnail of an image or a video, unless it is here. The outcome has its path.")
        case .saving(let saving):
            try visitor.event(
                "file.saving", .user, Self.saving, saving,
                "Copy the file of a message to `filePath`: a new file, or a folder, in which it gets its own name. Downloads it "
                    + "first if necessary, and overwrites nothing. The outcome has the path of the copy.")
        case .cancelling(let key):
            try visitor.event(
                "file.cancelling", .user, Self.cancelling, key,
                "Stop the download of the file of a message, or the upload of our own message, which is then not sent.")
        case .taken(let taken):
            try visitor.event(
                "file.taken", .inside, Self.taken, taken, "The file of a message that we are sending was read.")
        case .refused(let refusal):
            try visitor.event(
                "file.refused", .inside, Self.refused, refusal,
                "The file of a message that we are sending cannot be read.")
        case .uploaded(let uploaded):
            try visitor.event(
                "file.uploaded", .inside, Self.uploaded, uploaded, "The server has the file of our message.")
        case .progressed(let progress):
            try visitor.event(
                "file.progressed", .inside, Self.progressed, progress,
                "So much of the file of a message has been transferred.")
        case .fetched(let key):
            try visitor.event("file.fetched", .inside, Self.fetched, key, "The file of a message is here.")
        case .thumbnailFetched(let key):
            try visitor.event(
                "file.thumbnailFetched", .inside, Self.thumbnailFetched, key,
                "The thumbnail of the file of a message is here.")
        case .thumbnailFailed(let failure):
            try visitor.event(
                "file.thumbnailFailed", .inside, Self.thumbnailFailed, failure,
                "The thumbnail of the file of a message could not be downloaded.")
        case .saved(let saving):
            try visitor.event(
                "file.saved", .inside, Self.saved, saving, "The file of a message was copied to this path.")
        case .failed(let failure):
            try visitor.event(
                "file.failed", .inside, Self.failed, failure,
                "The file of a message could not be downloaded, or not be saved.")
        case .kept(let kept):
            try visitor.event("file.kept", .inside, Self.kept, kept, "These files are in the folder of the profile.")
        case .dropped(let ids):
            try visitor.event(
                "file.dropped", .inside, Self.dropped(ids:), ids, in: "fileIds",
                "These files were removed from the folder of the profile.")
        case .unused(let ids):
            try visitor.event(
                "file.unused", .inside, Self.unused(ids:), ids, in: "fileIds",
                "No message names these files any more, so they are removed.")
        }
    }
}

extension MessageFile: WireRecord {
    public static var blank: MessageFile { MessageFile(id: "", name: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("fileId", &id)
        try visitor.visit("source", &source)
        try visitor.visit("fileName", &name)
        try visitor.visit("mediaType", &mediaType, default: MediaType.unknown)
        try visitor.visit("byteCount", &byteCount)
        try visitor.visit("width", &width)
        try visitor.visit("height", &height)
        try visitor.visit("durationMs", &durationMs)
        try visitor.visit("sha256", &sha256)
        try visitor.visit("thumbnail", &thumbnail)
    }
}

extension MessageFile.Thumbnail: WireRecord {
    public static var blank: MessageFile.Thumbnail { MessageFile.Thumbnail(id: "", source: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("fileId", &id)
        try visitor.visit("source", &source)
    }
}

extension FileSaving: WireRecord {
    public static var blank: FileSaving { FileSaving(chat: "", message: "", path: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("filePath", &path)
    }
}

extension TakenFile: WireRecord {
    public static var blank: TakenFile { TakenFile(.blank, .blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try message.visit(&visitor)
        try visitor.visit("file", &file)
    }
}

extension UploadedFile: WireRecord {
    public static var blank: UploadedFile { UploadedFile(chat: "", message: "", source: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("source", &source)
    }
}

extension FileProgress: WireRecord {
    public static var blank: FileProgress { FileProgress(chat: "", message: "", done: 0) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("doneCount", &done)
    }
}

extension KeptFiles: WireRecord {
    public static var blank: KeptFiles { KeptFiles(folder: nil, ids: []) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("folderPath", &folder)
        try visitor.visit("fileIds", &ids)
    }
}
