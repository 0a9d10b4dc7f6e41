import TelexJSON

/// A file that a message brings.
public struct MessageFile: Hashable, Sendable {
    /// The content of a file on this device: 64 hexadecimal digits, the SHA-256 of the content, or of what names it on
    /// its server.
    public var id: FileID
    public var source: String?
    /// The name of a file, safe to show and to save.
    public var name: String
    /// The media type of a file, as its sender told it (RFC 6838).
    public var mediaType: String
    /// The length of a file in bytes, as its sender told it; missing if unknown.
    public var byteCount: Int64?
    /// The width of an image or video in pixels; missing if unknown.
    public var width: Int?
    /// The height of an image or video in pixels; missing if unknown.
    public var height: Int?
    /// How long a sound or video plays, in milliseconds; missing if unknown.
    public var durationMs: Int64?
    /// The SHA-256 of the content of a file in hexadecimal digits; missing if the server does not tell it.
    public var sha256: String?
    /// Where the server has a small version of an image, or a still of a video; missing if there is none.
    public var thumbnail: Thumbnail?

    /// A small version of an image, or a still of a video.
    public struct Thumbnail: Hashable, Sendable {
        /// Identifies it among the files of the profile.
        public var id: FileID
        /// Where the server has it, in the backend's own form.
        public var source: String

        public init(id: FileID, source: String) {
            self.id = id
            self.source = source
        }
    }

    public init(
        id: FileID, source: String? = nil, name: String, mediaType: String = MediaType.unknown,
        byteCount: Int64? = nil, width: Int? = nil, height: Int? = nil, durationMs: Int64? = nil, sha256: String? = nil,
        thumbnail: Thumbnail? = nil
    ) {
        self.id = id
        self.source = source
        self.name = name
        self.mediaType = mediaType
        self.byteCount = byteCount
        self.width = width
        self.height = height
        self.durationMs = durationMs
        self.sha256 = sha256
        self.thumbnail = thumbnail
    }

    /// The thumbnail as a file of its own.
    package var thumbnailFile: MessageFile? {
        thumbnail.map { MessageFile(id: $0.id, source: $0.source, name: name, mediaType: mediaType) }
    }

    /// The same, with values that can be shown and saved, whatever the sender told.
    var tidied: MessageFile {
        var tidied = self
        tidied.name = FileName.safe(name)
        tidied.mediaType = MediaType.tidied(mediaType)
        tidied.byteCount = byteCount.flatMap { $0 >= 0 ? $0 : nil }
        let isSized = [width, height].allSatisfy { $0.map { (1...1_000_000).contains($0) } == true }
        if !isSized { (tidied.width, tidied.height) = (nil, nil) }
        tidied.durationMs = durationMs.flatMap { (0...Self.longestMs).contains($0) ? $0 : nil }
        return tidied
    }

    /// The longest duration that is shown: a year.
    private static let longestMs: Int64 = 366 * 86_400_000
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

/// The id of the content of a file: 64 hexadecimal digits in lower case. It is the SHA-256 of the content, or of what
/// names the content on its server.
public typealias FileID = Identifier<MessageFile>

extension FileID {
    /// Whether it can name a file in the folder of the profile.
    public var isFileName: Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

/// Where the content of a file is.
public enum FileState: String, Hashable, Sendable, CaseIterable {
    /// On the server.
    case remote
    /// It is being downloaded.
    case fetching
    /// In the folder of the profile.
    case here
    /// The last download failed.
    case failed
}

extension FileState: WireWord {}
