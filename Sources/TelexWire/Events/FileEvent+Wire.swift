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
