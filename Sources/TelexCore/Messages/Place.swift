/// The places of messages in their chats, which are counted from 1 in the order in which they came.
///
/// A message of ours that the server does not have yet stands behind all others: its place begins anew behind the last that
/// there can be. It gets one among the others once the server says where it stands.
public enum Place {
    /// The last place of a message that the server has. There is always room to count on within 2^53, so that readers of
    /// JSON can hold every place (RFC 7493, 2.2).
    public static let last: Int64 = 1 << 52

    /// The place of a message of ours that was the `order`th to come.
    static func waiting(_ order: Int64) -> Int64 { last + order }

    static func isWaiting(_ position: Int64) -> Bool { position > last }

    /// Which message it was, counted in the order in which they came.
    package static func order(of position: Int64) -> Int64 { isWaiting(position) ? position - last : position }
}
