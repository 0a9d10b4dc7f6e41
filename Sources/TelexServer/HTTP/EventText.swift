import NIOCore
import TelexAPI

/// Formats frames as Server-Sent Events (HTML Living Standard, section 9.2).
enum EventText {
    /// The size of a part of a long text, in bytes. Others get their turn between two parts.
    private static let longestPart = 65_536

    /// - Parameter data: the frame as JSON.
    static func of(_ kind: Frame.Kind, _ data: ByteBuffer, _ event: Int64?) -> ByteBuffer {
        var text = ByteBuffer()
        append(kind, data, event, to: &text)
        return text
    }

    /// Returns the text of many frames, in parts.
    static func parts(_ frames: [(id: Int64, frame: Frame)]) -> [ByteBuffer] {
        var (parts, part): ([ByteBuffer], ByteBuffer) = ([], ByteBuffer())
        for (id, frame) in frames {
            append(frame.kind, ByteBuffer(bytes: frame.body), id, to: &part)
            if part.readableBytes >= longestPart {
                parts.append(part)
                part = ByteBuffer()
            }
        }
        return part.readableBytes > 0 ? parts + [part] : parts
    }

    private static func append(_ kind: Frame.Kind, _ data: ByteBuffer, _ event: Int64?, to text: inout ByteBuffer) {
        if let event { text.writeString("id: \(event)\n") }
        text.writeString("event: \(kind.rawValue)\ndata: ")
        text.writeImmutableBuffer(data)
        text.writeString("\n\n")
    }
}
