import Foundation

/// Passes open files to another process, over a local socket (unix(7), SCM_RIGHTS; cmsg(3)).
enum FilePassing {
    #if os(Linux)
        private static let alignment = MemoryLayout<Int>.size
        private static let receiveFlags = CInt(MSG_CMSG_CLOEXEC)
        /// `SCM_RIGHTS`, which the C library does not show to Swift (bits/socket.h).
        private static let rights: CInt = 1
        private static let truncated = CInt(MSG_CTRUNC)
    #else
        private static let alignment = MemoryLayout<UInt32>.size
        private static let receiveFlags: CInt = 0
        private static let rights = SCM_RIGHTS
        private static let truncated = MSG_CTRUNC
    #endif

    private static func aligned(_ count: Int) -> Int { (count + alignment - 1) / alignment * alignment }

    /// Where the descriptors begin (CMSG_DATA).
    private static let start = aligned(MemoryLayout<cmsghdr>.size)
    private static let size = MemoryLayout<CInt>.size

    /// Calls sendmsg(2) or recvmsg(2) with a buffer, and with room for so many descriptors.
    private static func withMessage<Value>(
        _ buffer: UnsafeMutableRawBufferPointer, _ count: Int,
        _ body: (inout msghdr, UnsafeMutableRawBufferPointer) -> Value
    ) -> Value {
        let control = UnsafeMutableRawBufferPointer.allocate(
            byteCount: start + aligned(count * size), alignment: MemoryLayout<Int>.alignment)
        defer { control.deallocate() }
        control.initializeMemory(as: UInt8.self, repeating: 0)
        var piece = iovec(iov_base: buffer.baseAddress, iov_len: numericCast(buffer.count))
        return withUnsafeMutablePointer(to: &piece) { piece in
            var message = msghdr()
            message.msg_iov = piece
            message.msg_iovlen = 1
            message.msg_control = control.baseAddress
            message.msg_controllen = numericCast(control.count)
            return body(&message, control)
        }
    }

    /// - Parameter flags: of sendmsg(2).
    /// - Returns: how many bytes were sent, or -1 with an error number in `errno`.
    static func send(
        _ bytes: UnsafeRawBufferPointer, _ descriptors: [CInt], to socket: CInt, _ flags: CInt
    ) -> Int {
        withMessage(UnsafeMutableRawBufferPointer(mutating: bytes), descriptors.count) { message, control in
            var header = cmsghdr()
            header.cmsg_len = numericCast(start + descriptors.count * size)
            header.cmsg_level = SOL_SOCKET
            header.cmsg_type = rights
            control.storeBytes(of: header, as: cmsghdr.self)
            for (place, descriptor) in descriptors.enumerated() {
                control.storeBytes(of: descriptor, toByteOffset: start + place * size, as: CInt.self)
            }
            return sendmsg(socket, &message, flags)
        }
    }

    /// - Parameters:
    ///   - most: how many descriptors are taken; the system closes more.
    ///   - adopt: called with each descriptor that has come, which then belongs to the caller.
    ///   - lose: called if the system has closed some, of which there were too many for this process.
    /// - Returns: how many bytes were received, or -1 with an error number in `errno`.
    static func receive(
        _ buffer: UnsafeMutableRawBufferPointer, most: Int, from socket: CInt, _ adopt: (CInt) -> Void,
        lose: () -> Void
    ) -> Int {
        withMessage(buffer, most) { message, control in
            let count = recvmsg(socket, &message, receiveFlags)
            guard count >= 0 else { return count }
            if message.msg_flags & truncated != 0 { lose() }
            let end = min(control.count, Int(message.msg_controllen))
            var place = 0
            while place + start <= end {
                let header = control.loadUnaligned(fromByteOffset: place, as: cmsghdr.self)
                let length = min(Int(header.cmsg_len), end - place)
                guard length >= start else { break }
                if header.cmsg_level == SOL_SOCKET, header.cmsg_type == rights {
                    for offset in stride(from: place + start, through: place + length - size, by: size) {
                        let descriptor = control.loadUnaligned(fromByteOffset: offset, as: CInt.self)
                        if receiveFlags == 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
                        adopt(descriptor)
                    }
                }
                place += aligned(length)
            }
            return count
        }
    }
}
