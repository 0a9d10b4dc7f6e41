import TelexJSON

/// The file that comes with a message to post: an upload of the sender, and how others see it.
package struct PostedFile: Record, Hashable {
    /// The id of the upload, which must be complete.
    package var file: String
    /// The name, for display: see `isName`. Who stores the file must not use it as it is.
    package var name: String
    /// The media type, as the sender gives it: see `isMediaType`.
    package var mediaType: String
    /// The size of a picture or video, in pixels; `nil` if it is unknown.
    package var width: Int?
    package var height: Int?
    /// How long a sound or video plays, in milliseconds; `nil` if it is unknown.
    package var durationMs: Int64?

    package init(
        file: String, name: String, mediaType: String, width: Int? = nil, height: Int? = nil, durationMs: Int64? = nil
    ) {
        self.file = file
        self.name = name
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.durationMs = durationMs
    }

    package static var blank: PostedFile { PostedFile(file: "", name: "", mediaType: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("fileId", &file)
        try visitor.visit("name", &name)
        try visitor.visit("mediaType", &mediaType)
        try visitor.visit("width", &width.wide)
        try visitor.visit("height", &height.wide)
        try visitor.visit("durationMs", &durationMs.wide)
    }

    /// The members that are invalid.
    package var faults: [String] {
        func isOdd(_ number: Int64?, upTo most: Int64) -> Bool { number.map { !(0...most).contains($0) } ?? false }
        return [
            ("fileId", !Self.isID(file)), ("name", !Self.isName(name)), ("mediaType", !Self.isMediaType(mediaType)),
            ("width", isOdd(width.map(Int64.init), upTo: Limits.mostPixels)),
            ("height", isOdd(height.map(Int64.init), upTo: Limits.mostPixels)),
            ("durationMs", isOdd(durationMs, upTo: Limits.longestDuration)),
        ].filter(\.1).map(\.0)
    }

    /// Whether a text is a valid id of a file: 22 to 64 of A-Z, a-z, 0-9, `-` and `_`, as 128 random bits or more are
    /// in base64url.
    package static func isID(_ text: String) -> Bool {
        (22...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                default: false
                }
            }
    }

    /// Whether a text is a valid name: 1 to `Limits.longestFileName` bytes of UTF-8 without control characters.
    package static func isName(_ text: String) -> Bool {
        (1...Limits.longestFileName).contains(text.utf8.count) && !text.unicodeScalars.contains(where: \.isControl)
    }

    /// Whether a text is a media type without parameters, such as `image/png` (RFC 6838, section 4.2).
    package static func isMediaType(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                (1...127).contains(part.count)
                    && part.allSatisfy { byte in
                        switch byte {
                        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                        default: "!#$&-^_.+".utf8.contains(byte)
                        }
                    }
            }
    }
}

/// The file of a message.
package struct FileInfo: Record, Hashable {
    package var file: String
    package var name: String
    package var mediaType: String
    package var width: Int?
    package var height: Int?
    package var durationMs: Int64?
    /// The length of the content.
    package var byteCount: Int64
    /// The SHA-256 hash of the content: 64 hexadecimal digits in lower case.
    package var sha256: String

    package init(_ posted: PostedFile, byteCount: Int64, sha256: String) {
        file = posted.file
        name = posted.name
        mediaType = posted.mediaType
        width = posted.width
        height = posted.height
        durationMs = posted.durationMs
        self.byteCount = byteCount
        self.sha256 = sha256
    }

    /// What the sender has posted.
    package var posted: PostedFile {
        PostedFile(
            file: file, name: name, mediaType: mediaType, width: width, height: height, durationMs: durationMs)
    }

    package static var blank: FileInfo { FileInfo(.blank, byteCount: 0, sha256: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("fileId", &file)
        try visitor.visit("name", &name)
        try visitor.visit("mediaType", &mediaType)
        try visitor.visit("width", &width.wide)
        try visitor.visit("height", &height.wide)
        try visitor.visit("durationMs", &durationMs.wide)
        try visitor.visit("byteCount", &byteCount.wide)
        try visitor.visit("sha256", &sha256)
    }
}

/// How much of an upload the server has.
package struct UploadInfo: Record, Hashable {
    package var file: String
    /// The length of the whole.
    package var byteCount: Int64
    /// The number of bytes that the server has, from the start: where to resume.
    package var receivedCount: Int64
    /// The SHA-256 hash of a complete upload, in hexadecimal digits; `nil` for an incomplete one.
    package var sha256: String?

    package init(file: String, byteCount: Int64, receivedCount: Int64, sha256: String? = nil) {
        self.file = file
        self.byteCount = byteCount
        self.receivedCount = receivedCount
        self.sha256 = sha256
    }

    /// The headers of an upload: the length of the whole, and where the body begins in it.
    package static let lengthHeader = "Upload-Length"
    package static let offsetHeader = "Upload-Offset"

    package static var blank: UploadInfo { UploadInfo(file: "", byteCount: 0, receivedCount: 0) }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("fileId", &file)
        try visitor.visit("byteCount", &byteCount.wide)
        try visitor.visit("receivedCount", &receivedCount.wide)
        try visitor.visit("sha256", &sha256)
    }
}
