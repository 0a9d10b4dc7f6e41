/// Media types (RFC 6838).
public enum MediaType {
    /// The type of any bytes.
    public static let unknown = "application/octet-stream"

    /// The type in lower case without parameters; `unknown` if it is not one.
    package static func tidied(_ text: String) -> String {
        let type = text.prefix { $0 != ";" }.lowercased().tidied
        let parts = type.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isType = parts.count == 2 && parts.allSatisfy { (1...127).contains($0.count) && $0.allSatisfy(isName) }
        return isType ? type : unknown
    }

    /// Whether a name in a type can have this byte (RFC 6838, section 4.2).
    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$&-^_.+".utf8.contains(byte)
        }
    }

    /// The type that the name of a file suggests; `unknown` if none.
    package static func suggested(by name: String) -> String {
        byExtension[FileName.extension(name).lowercased()] ?? unknown
    }

    private static let byExtension: [String: String] = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "bmp": "image/bmp", "svg": "image/svg+xml", "heic": "image/heic", "avif": "image/avif", "tiff": "image/tiff",
        "tif": "image/tiff",
        "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "mkv": "video/x-matroska",
        "mov": "video/quicktime", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg", "oga": "audio/ogg",
        "opus": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav", "pdf": "application/pdf",
        "txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html", "json": "application/json",
        "xml": "application/xml", "zip": "application/zip", "gz": "application/gzip", "tar": "application/x-tar",
        "7z": "application/x-7z-compressed", "odt": "application/vnd.oasis.opendocument.text",
        "ods": "application/vnd.oasis.opendocument.spreadsheet", "epub": "application/epub+zip",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "vcf": "text/vcard", "ics": "text/calendar",
    ]
}
