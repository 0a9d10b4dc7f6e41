/// The arguments of a process, as its `main` got them.
///
/// Swift's `CommandLine` reads them from `/proc` on Linux, and has none where that is missing.
package struct ProcessArguments: Sendable {
    /// The arguments as the bytes that were given, without the name of the program.
    package let bytes: [[UInt8]]

    /// - Parameters:
    ///   - count: how many there are, with the name of the program.
    ///   - arguments: the arguments, each of which ends with a zero.
    package init(_ count: CInt, _ arguments: UnsafePointer<UnsafePointer<CChar>?>) {
        bytes = UnsafeBufferPointer(start: arguments, count: Int(count)).dropFirst().compactMap { argument in
            guard let argument else { return nil }
            var bytes: [UInt8] = []
            while argument[bytes.count] != 0 { bytes.append(UInt8(bitPattern: argument[bytes.count])) }
            return bytes
        }
    }

    /// The arguments as text. U+FFFD stands for what is not UTF-8.
    package var texts: [String] { bytes.map { String(decoding: $0, as: UTF8.self) } }
}
