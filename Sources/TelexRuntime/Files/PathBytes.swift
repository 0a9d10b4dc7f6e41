import Foundation

/// A path as the system has it: bytes, which need not be a text (path_resolution(7)).
package struct PathBytes: Hashable, Sendable {
    /// The bytes, without a null character at the end.
    package let bytes: [UInt8]

    package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    package init(_ text: String) { self.init(bytes: text.utf8) }

    /// The path for people. What is not UTF-8 is replaced.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the path is a text.
    package var isText: Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// Calls `body` with the path for a system call.
    package func withPointer<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        (bytes + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }
        }
    }

    private static let slash = UInt8(ascii: "/")

    /// The path from the root on. Its `..` stay, as only the system knows where a link leads.
    package var absolute: PathBytes {
        if bytes.isEmpty || bytes.first == Self.slash { return self }
        guard let current = getcwd(nil, 0) else { return self }
        defer { free(current) }
        let folder = PathBytes(bytes: UnsafeRawBufferPointer(start: current, count: strlen(current)))
        var rest = bytes[...]
        while rest.starts(with: [UInt8(ascii: "."), Self.slash]) { rest = rest.dropFirst(2).drop { $0 == Self.slash } }
        return rest.isEmpty || rest == [UInt8(ascii: ".")] ? folder : folder.appending(PathBytes(bytes: rest))
    }

    package func appending(_ name: PathBytes) -> PathBytes {
        PathBytes(bytes: bytes.last == Self.slash ? bytes + name.bytes : bytes + [Self.slash] + name.bytes)
    }

    /// The folder, as a path, and the last name in it. The name is empty after a slash.
    package var parts: (folder: PathBytes, name: PathBytes) {
        guard let slash = bytes.lastIndex(of: Self.slash) else { return (PathBytes("."), self) }
        return (PathBytes(bytes: bytes[..<max(slash, 1)]), PathBytes(bytes: bytes[(slash + 1)...]))
    }
}
