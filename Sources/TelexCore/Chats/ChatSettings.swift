import Foundation
import TelexJSON

/// How we have arranged a chat. It is ours alone: other members do not see it.
public struct ChatSettings: Hashable, Sendable {
    /// The place among the pinned chats, from 0 to 1,000,000,000, the lowest first; missing if the chat is not pinned.
    public var pinOrder: Int64?
    /// How a chat is muted; missing if it is not.
    public var muted: Mute?
    /// What moves an archived chat back into the list when a message comes: this `device` or the `server`. Missing if
    /// the chat is not archived.
    public var archiveKeeper: Keeper?
    /// Whether we have marked a chat as unread, and not read it since.
    public var isMarkedUnread: Bool
    /// Whether others see what we read, and that we type; `nil` if the chat has no setting of its own.
    public var sendsReceipts: Bool?

    public init(
        pinOrder: Int64? = nil, muted: Mute? = nil, archiveKeeper: Keeper? = nil, isMarkedUnread: Bool = false,
        sendsReceipts: Bool? = nil
    ) {
        self.pinOrder = pinOrder
        self.muted = muted
        self.archiveKeeper = archiveKeeper
        self.isMarkedUnread = isMarkedUnread
        self.sendsReceipts = sendsReceipts
    }

    public struct Mute: Hashable, Sendable {
        /// When a muted chat notifies again; missing for never.
        public var until: Date?
        /// Whether messages that mention us notify although the chat is muted.
        public var keepsMentions: Bool

        public init(until: Date? = nil, keepsMentions: Bool = false) {
            self.until = until
            self.keepsMentions = keepsMentions
        }
    }

    /// Who knows that a chat is archived.
    public enum Keeper: String, Hashable, Sendable, CaseIterable { case device, server }

    /// A part that can be changed without the others.
    public enum Part: Hashable, Sendable, CaseIterable { case pinOrder, muted, archive, unreadMark, receipts }

    /// The parts that differ from those of other settings.
    func parts(differingFrom other: ChatSettings) -> Set<Part> {
        var parts: Set<Part> = []
        if pinOrder != other.pinOrder { parts.insert(.pinOrder) }
        if muted != other.muted { parts.insert(.muted) }
        if archiveKeeper != other.archiveKeeper { parts.insert(.archive) }
        if isMarkedUnread != other.isMarkedUnread { parts.insert(.unreadMark) }
        if sendsReceipts != other.sendsReceipts { parts.insert(.receipts) }
        return parts
    }

    /// Takes some parts of other settings.
    mutating func take(_ parts: Set<Part>, of other: ChatSettings) {
        if parts.contains(.pinOrder) { pinOrder = other.pinOrder }
        if parts.contains(.muted) { muted = other.muted }
        if parts.contains(.archive) { archiveKeeper = other.archiveKeeper }
        if parts.contains(.unreadMark) { isMarkedUnread = other.isMarkedUnread }
        if parts.contains(.receipts) { sendsReceipts = other.sendsReceipts }
    }

    /// Whether a message does not notify, and counts as muted.
    func mutes(_ attention: Attention) -> Bool {
        muted.map { !($0.keepsMentions && attention == .mention) } ?? false
    }

    /// The orders of pinned chats are from 0 to this.
    public static let lastPin: Int64 = 1_000_000_000
}

extension ChatSettings: WireRecord {
    public static var blank: ChatSettings { ChatSettings() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("pinOrder", &pinOrder)
        try visitor.visit("muted", &muted)
        try visitor.visit("archiveKeeper", &archiveKeeper)
        try visitor.visit("isMarkedUnread", &isMarkedUnread, default: false)
        try visitor.visit("sendsReceipts", &sendsReceipts)
    }
}

extension ChatSettings.Mute: WireRecord {
    public static var blank: ChatSettings.Mute { ChatSettings.Mute() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("mutedUntil", &until)
        try visitor.visit("keepsMentions", &keepsMentions, default: false)
    }
}

extension ChatSettings.Keeper: WireWord {
    public static var schemaName: String { "ArchiveKeeper" }
}

/// The part of the list of chats in which a chat is shown.
public enum ChatSection: String, Hashable, Sendable, CaseIterable {
    case archived, chats, pinned, invitations
}

extension ChatSection: WireWord {}

/// What the server keeps of the settings of a chat.
public struct ConfiguredChat: Hashable, Sendable {
    public var chat: ChatID
    public var settings: ChatSettings
    /// Whether all members, all ignored people or all settings of a chat are given.
    ///
    /// Otherwise the server does not know when a mute ends, what is archived, or where receipts are sent.
    public var isComplete: Bool
    /// Whether the server confirms our last request.
    ///
    /// So our changes are among these, unless another device has changed them since.
    public var isAnswer: Bool

    public init(chat: ChatID, settings: ChatSettings, isComplete: Bool, isAnswer: Bool = false) {
        self.chat = chat
        self.settings = settings
        self.isComplete = isComplete
        self.isAnswer = isAnswer
    }
}

extension ConfiguredChat: WireRecord {
    public static var blank: ConfiguredChat {
        ConfiguredChat(chat: "", settings: ChatSettings(), isComplete: false)
    }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try settings.visit(&visitor)
        try visitor.visit("isComplete", &isComplete, default: false)
        try visitor.visit("isAnswer", &isAnswer, default: false)
    }
}

/// A wish to pin a chat.
public struct PinWish: Hashable, Sendable {
    public var chat: ChatID
    /// The pinned chat before which a chat is pinned; missing for after all of them.
    public var before: ChatID?

    public init(chat: ChatID, before: ChatID? = nil) {
        self.chat = chat
        self.before = before
    }
}

extension PinWish: WireRecord {
    public static var blank: PinWish { PinWish(chat: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("beforeId", &before)
    }
}

/// A wish to mute a chat.
public struct MuteWish: Hashable, Sendable {
    public var chat: ChatID
    /// When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never.
    public var due: String
    public var keepsMentions: Bool

    public init(chat: ChatID, due: String = "", keepsMentions: Bool = false) {
        self.chat = chat
        self.due = due
        self.keepsMentions = keepsMentions
    }
}

extension MuteWish: WireRecord {
    public static var blank: MuteWish { MuteWish(chat: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("dueText", &due, default: "")
        try visitor.visit("keepsMentions", &keepsMentions, default: false)
    }
}
