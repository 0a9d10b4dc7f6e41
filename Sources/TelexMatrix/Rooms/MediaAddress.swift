import TelexCore
import TelexDigest

/// Where a homeserver has a file: `mxc://SERVER/MEDIA`
/// (https://spec.matrix.org/v1.11/client-server-api/#matrix-content-mxc-uris).
struct MediaAddress: Hashable {
    let server: String
    let media: String

    /// - Returns: `nil` unless both parts are what the specification allows, which keeps them from being another path.
    init?(_ text: String) {
        guard text.hasPrefix("mxc://") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...255).contains($0.utf8.count) }),
            parts[0].utf8.allSatisfy({ Self.isName($0) || ".:[]".utf8.contains($0) }), parts[0] != ".",
            parts[0] != "..",
            parts[1].utf8.allSatisfy({ Self.isName($0) || $0 == UInt8(ascii: "_") })
        else { return nil }
        (server, media) = (String(parts[0]), String(parts[1]))
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The id of the content on this device.
    ///
    /// - Parameter count: the length in bytes that an event tells; `nil` if it tells none. A false one must not harm the file
    ///   of another event.
    func file(_ count: Int64?) -> FileID {
        FileID(hashing: "mxc://\(server)/\(media)" + (count.map { " \($0)" } ?? ""))
    }

    // MARK: Thumbnails

    /// What the source of a thumbnail begins with that the homeserver makes of an image.
    private static let scaled = "scaled:"

    /// The thumbnail that the homeserver makes of the image at this address.
    var thumbnail: MessageFile.Thumbnail {
        let source = "\(Self.scaled)mxc://\(server)/\(media)"
        return MessageFile.Thumbnail(id: FileID(hashing: source), source: source)
    }

    /// The image from which the homeserver makes a thumbnail; `nil` for the source of any other file.
    init?(scaled source: String) {
        guard source.hasPrefix(Self.scaled) else { return nil }
        self.init(String(source.dropFirst(Self.scaled.count)))
    }
}

extension FileID {
    fileprivate init(hashing text: String) { self.init(SHA256.digits(of: text)) }
}

extension MessageFile {
    /// The file of an `m.image`, `m.file`, `m.audio` or `m.video`; `nil` if its content is encrypted or has no valid address.
    init?(_ content: JSON) {
        guard let source = content["url"].string, let address = MediaAddress(source) else { return nil }
        let info = content["info"]
        let count = info["size"].number.flatMap { $0 >= 0 ? Int64(min($0, 1e18)) : nil }
        self.init(
            id: address.file(count), source: source, name: content["filename"].string ?? content["body"].string ?? "",
            mediaType: info["mimetype"].string ?? MediaType.unknown,
            byteCount: count, width: info["w"].int,
            height: info["h"].int, durationMs: info["duration"].int.map(Int64.init),
            thumbnail: Self.thumbnail(content, address))
    }

    /// The images of which homeservers make thumbnails.
    private static let scalable: Set = ["image/jpeg", "image/png", "image/gif", "image/webp"]

    /// The thumbnail that the sender made, or else that the homeserver makes.
    private static func thumbnail(_ content: JSON, _ address: MediaAddress) -> Thumbnail? {
        let info = content["info"]
        if let source = info["thumbnail_url"].string, let made = MediaAddress(source) {
            return Thumbnail(id: made.file(nil), source: source)
        }
        return info["mimetype"].string.map { scalable.contains(MediaType.tidied($0)) } == true ? address.thumbnail : nil
    }

    /// The content of a message with this file; the text is its caption (MSC2530).
    func content(_ text: JSON, caption: String) -> [String: JSON] {
        let kinds = ["image": "m.image", "audio": "m.audio", "video": "m.video"]
        var info: [String: JSON] = ["mimetype": .string(mediaType)]
        if let byteCount { info["size"] = .number(Double(byteCount)) }
        if let width, let height { (info["w"], info["h"]) = (.number(Double(width)), .number(Double(height))) }
        if let durationMs { info["duration"] = .number(Double(durationMs)) }
        var content = caption.isEmpty ? ["body": .string(name)] : text.object
        content["msgtype"] = .string(kinds[String(mediaType.prefix { $0 != "/" })] ?? "m.file")
        content["filename"] = .string(name)
        content["url"] = .string(source ?? "")
        content["info"] = .object(info)
        return content
    }
}
