import ArgumentParser
import Foundation
import TelexCore
import TelexJSON
import TelexStorage
import TelexWire

/// A message that a profile sends under a key, so that a script that runs again does not send it twice.
struct KeyFile: Sendable {
    /// The maximum length of a key, in bytes.
    static let longestKey = 80
    /// How many keys a profile keeps. Beyond that, the oldest ones go.
    private static let most = 10_000
    /// How many go at once.
    private static let surplus = 1000

    private let key: String
    private let file: ProfileFile

    /// Whether a text can be a key.
    static func isKey(_ text: String) -> Bool { (1...longestKey).contains(text.utf8.count) }

    /// - Parameter key: a text for which `isKey` holds.
    init(_ profile: Profile, _ key: String) {
        self.key = key
        file = ProfileFile(profile, "sent/\(Self.name(of: key))")
    }

    /// The name of the file. No two keys have the same one, also where case does not matter in names of files.
    private static func name(of key: String) -> String {
        key.utf8.map { byte in
            let isPlain = byte < 128 && (byte == 45 || (48...57).contains(byte) || (97...122).contains(byte))
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// Keeps a message under the key, unless there is one.
    ///
    /// - Returns: the message that is there now.
    /// - Throws: `CommandError` if that one has another text, or is for another chat.
    func keep(_ message: OutgoingMessage) throws -> Kept {
        let new = Kept(message)
        if try file.create(new.jsonLine) {
            forgetOldest()
            return new
        }
        let kept = Kept(json: String(decoding: file.read() ?? [], as: UTF8.self))
        guard let kept else {
            throw CommandError(
                "\(file.path) is damaged, so it is unknown whether the message was sent. Remove it to send it.", .data)
        }
        if kept.asks(for: new) { return kept }
        throw CommandError(
            "The id \"\(key)\" was used for another message\(kept.chat == new.chat ? "" : ", to another chat"), so nothing "
                + "was sent. Use a new id for each message.", .otherMessage)
    }

    /// Notes that the server has the message.
    func settle(_ kept: Kept) throws {
        var kept = kept
        kept.isSent = true
        try file.write(kept.jsonLine)
    }

    /// Makes the key free again: the message was refused, and is not stored.
    func free() { file.remove() }

    /// Removes the oldest keys if there are too many.
    private func forgetOldest() {
        let folder = file.folder
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder), names.count > Self.most else {
            return
        }
        let dated = names.map { name in
            var status = stat()
            stat("\(folder)/\(name)", &status)
            return (name, status.changed)
        }
        for (name, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(Self.surplus) { unlink("\(folder)/\(name)") }
    }

    /// A message under a key.
    struct Kept: Record {
        var chat: ChatID
        var message: MessageID
        var kind: MessageKind
        var text: String
        var replyTo: MessageID?
        var path: String?
        /// Whether the server has it.
        var isSent = false

        static var blank: Kept { Kept(OutgoingMessage(chat: "", text: "")) }

        init(_ message: OutgoingMessage) {
            (chat, self.message) = (message.chat, message.message ?? "")
            (kind, text, replyTo, path) = (message.kind, message.text, message.replyTo, message.path)
        }

        /// What to ask for. With the same id, it is sent once.
        var outgoing: OutgoingMessage {
            OutgoingMessage(chat: chat, text: text, kind: kind, message: message, path: path, replyTo: replyTo)
        }

        /// Whether the other one says the same in the same chat.
        func asks(for other: Kept) -> Bool {
            var same = other
            (same.message, same.isSent) = (message, isSent)
            return same == self
        }

        mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.visit("chatId", &chat)
            try visitor.visit("messageId", &message)
            try visitor.visit("kind", &kind)
            try visitor.visit("text", &text)
            try visitor.visit("replyToId", &replyTo)
            try visitor.visit("filePath", &path)
            try visitor.visit("isSent", &isSent, default: false)
        }
    }
}

extension stat {
    /// When the file's content changed last.
    fileprivate var changed: TimeInterval {
        #if os(Linux)
            let time = st_mtim
        #else
            let time = st_mtimespec
        #endif
        return TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1e9
    }
}
