import Foundation

/// The rules for messages.
package enum MessageUseCase {
    /// In bytes of UTF-8. The escaped text must fit in one line of the protocol.
    static let longestText = 65_536
    /// More than a message can have, so that nobody loses what is too long to be sent.
    static let longestDraft = 2 * longestText

    /// Why a text cannot be sent; `nil` if it can.
    ///
    /// - Parameter isCaption: whether it is the caption of a file, which may be missing.
    package static func refusal(of text: String, _ spans: [TextSpan] = [], isCaption: Bool = false) -> String? {
        if isCaption, text.isEmpty, spans.isEmpty { return nil }
        if text.allSatisfy(\.isWhitespace) { return "The message is empty. Type a text first." }
        if text.utf8.count > longestText {
            return "The message is too long: \(text.utf8.count) bytes, at most \(longestText). Send it in parts."
        }
        if spans.isEmpty { return nil }
        if spans.count > TextSpan.most { return "The message has \(spans.count) spans, at most \(TextSpan.most)." }
        let count = text.unicodeScalars.count
        guard let wrong = spans.first(where: { !$0.isValid(in: count) }) else { return nil }
        return "A span is invalid: \(wrong.style.rawValue) from \(wrong.start), \(wrong.length) long, in a text of "
            + "\(count) code points. A link needs an https, http or mailto address, and a mention a user."
    }

    /// Why a path cannot be that of a file; `nil` if it can.
    static func refusal(ofPath path: String) -> String? {
        if path.isEmpty { return "The path is empty." }
        return path.utf8.contains(0) ? "A path cannot contain a null character." : nil
    }

    /// Why a message cannot be sent; `nil` if it can.
    static func refusal(of outgoing: OutgoingMessage, hasFile: Bool) -> String? {
        guard outgoing.kind.isWritten else { return "You can send only a text or an emote." }
        if let refusal = outgoing.path.flatMap(refusal(ofPath:)) { return refusal }
        if hasFile, outgoing.kind != .text { return "An emote cannot have a file. Leave out the kind." }
        if let program = outgoing.program, let refusal = refusal(ofProgram: program) { return refusal }
        return refusal(of: outgoing.text, outgoing.spans, isCaption: hasFile)
    }

    static let noDraft = "This draft was sent or discarded elsewhere, so nothing was sent."

    /// The longest name of a program, in Unicode code points.
    private static let longestProgram = 32

    /// Why a program cannot have a name; `nil` if it can.
    package static func refusal(ofProgram name: String) -> String? {
        let count = name.unicodeScalars.count
        if (1...longestProgram).contains(count), MemberName.visible(name) == name { return nil }
        return "The name of a program has 1 to \(longestProgram) characters, without control or invisible ones."
    }

    /// The longest key of a reaction of ours, in bytes of UTF-8.
    package static let longestKey = 64

    /// Why we cannot react with a key; `nil` if we can.
    package static func refusal(ofReaction key: String) -> String? {
        let hasControls = key.unicodeScalars.contains { $0.properties.generalCategory == .control }
        if !hasControls, (1...longestKey).contains(key.utf8.count) { return nil }
        return "A reaction is an emoji or a short text: 1 to \(longestKey) bytes without control characters."
    }

    /// A new message of ours, ready to be sent.
    static func message(_ outgoing: OutgoingMessage, file: MessageFile?, _ stamp: Stamp) -> Message {
        Message(
            id: outgoing.message ?? MessageID(stamp.freshID), chat: outgoing.chat,
            position: MessagePosition.waiting(stamp.order), isOwn: true,
            content: MessageContent(
                kind: file == nil ? outgoing.kind : .file, text: outgoing.text, program: outgoing.program,
                replyTo: outgoing.replyTo, spans: outgoing.spans, file: file),
            date: stamp.time, delivery: .sending)
    }

    /// A message from the network, as it is stored.
    static func incoming(_ message: IncomingMessage, _ stamp: Stamp, position: Int64) -> Message {
        let offset = position - stamp.order
        let id = message.message ?? MessageID(offset == 0 ? stamp.freshID : "\(stamp.freshID).\(offset)")
        var content = message.content
        // A change to the chat is not a message of ours, even if we made it.
        let isSystem = content.kind == .system
        let isOwn = message.isOwn && !isSystem
        // Only this device knows it.
        content.program = nil
        if isOwn {
            content.senderName = nil
            content.attention = .normal
        }
        if isSystem { content.attention = .silent } else { content.change = nil }
        content.spans = content.spans.valid(in: content.text)
        if content.kind == .file, content.file == nil { content.kind = .text }
        content.file = content.kind == .file ? content.file?.tidied : nil
        // The network does not bring reactions along with a message.
        if let early = stamp.early[id], content.isAnswerable { content.reactions += early }
        return Message(
            id: id, chat: message.chat, position: position, isOwn: isOwn, content: content,
            serverOrder: message.serverOrder, date: message.date ?? stamp.time,
            delivery: isOwn ? .sent : .received)
    }
}
