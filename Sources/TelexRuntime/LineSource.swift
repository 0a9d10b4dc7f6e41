import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads lines from a file descriptor on a thread of its own and delivers them to a mailbox.
public enum LineSource {
    /// - Parameters:
    ///   - isLast: whether the end of this input ends the mailbox.
    ///   - longest: the maximum length of a line in bytes. A longer line is skipped and decoded from `nil`.
    ///   - decode: makes a line from its bytes, without the newline, and its number, from 1.
    public static func read<Line: Sendable>(
        _ descriptor: CInt, into mailbox: Mailbox<Line>, isLast: Bool = true, longest: Int,
        decode: @escaping @Sendable (ArraySlice<UInt8>?, Int) -> Line
    ) {
        let thread = Thread {
            var splitter = LineSplitter(longest: longest)
            var number = 0
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = systemRead(descriptor, &buffer)
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == EAGAIN {
                    // Another process that shares the pipe has made it non-blocking.
                    var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    poll(&input, 1, -1)
                    continue
                }
                if count < 0 {
                    if isLast { mailbox.fail(String(cString: strerror(errno))) }
                    return
                }
                if count == 0 { break }
                var lines: [Line] = []
                splitter.take(buffer[..<count]) { bytes in
                    number += 1
                    lines.append(decode(bytes, number))
                }
                if !lines.isEmpty { mailbox.deliver(lines) }
            }
            splitter.finish { bytes in
                number += 1
                mailbox.deliver([decode(bytes, number)])
            }
            if isLast { mailbox.end() }
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    private static func systemRead(_ descriptor: CInt, _ buffer: inout [UInt8]) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, &buffer, buffer.count)
        #else
            Darwin.read(descriptor, &buffer, buffer.count)
        #endif
    }
}

/// Splits a stream of bytes into lines. The stream may arrive in pieces of any size.
public struct LineSplitter {
    private let longest: Int
    private var rest: [UInt8] = []
    private var isSkipping = false

    public init(longest: Int) { self.longest = longest }

    /// Takes more bytes and calls `line` with each line that they complete; with `nil` for one that was too long.
    public mutating func take(_ bytes: ArraySlice<UInt8>, _ line: (ArraySlice<UInt8>?) -> Void) {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            if isSkipping || rest.count + (end - start) > longest {
                line(nil)
            } else if rest.isEmpty {
                line(bytes[start..<end])
            } else {
                rest += bytes[start..<end]
                line(rest[...])
            }
            rest.removeAll(keepingCapacity: rest.count <= 65_536)
            isSkipping = false
            start = end + 1
        }
        if isSkipping { return }
        if rest.count + (bytes.endIndex - start) > longest {
            rest = []
            isSkipping = true
        } else {
            rest += bytes[start...]
        }
    }

    /// Calls `line` with the text after the last newline, if there is any.
    public mutating func finish(_ line: (ArraySlice<UInt8>?) -> Void) {
        if isSkipping { line(nil) } else if !rest.isEmpty { line(rest[...]) }
        rest = []
    }
}
