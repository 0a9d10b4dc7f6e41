/// A line as the REPL reads it.
package enum ReplLine: Hashable, Sendable {
    case text(String, number: Int)
    /// A line of the protocol, from a program that joins in.
    case wire([UInt8]?, number: Int)
    /// Tab asks whom the beginning of a name may mean.
    case lookUp(String)
    /// The person is typing a message.
    case typing
    case tooLong
    case notUTF8

    /// - Parameter bytes: the line without its end; `nil` when it was too long to be kept.
    package static func decode(_ bytes: ArraySlice<UInt8>?, number: Int) -> ReplLine {
        guard let bytes else { return .tooLong }
        guard let text = String(validating: bytes, as: UTF8.self) else { return .notUTF8 }
        return .text(text.hasSuffix("\r") ? String(text.dropLast()) : text, number: number)
    }
}
