/// The positions of messages in their chats, counted from 1 in order of arrival.
///
/// Messages of ours that the server does not have yet come after all others: their positions start after `last`. They
/// get a regular position once the server has placed them.
public enum MessagePosition {
    /// The highest position of a message that the server has. Positions of waiting messages still fit within 2^53, so
    /// that JSON readers can represent every position (RFC 7493, 2.2).
    public static let last: Int64 = 1 << 52

    /// The position of a waiting message with this arrival number.
    static func waiting(_ order: Int64) -> Int64 { last + order }

    static func isWaiting(_ position: Int64) -> Bool { position > last }

    /// The arrival number of the message at a position.
    package static func order(of position: Int64) -> Int64 { isWaiting(position) ? position - last : position }
}
