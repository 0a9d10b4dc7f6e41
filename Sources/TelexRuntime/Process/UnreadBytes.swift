import Foundation

/// What the system says about bytes that were written and not yet read.
package enum UnreadBytes {
    /// How many bytes can be read from a descriptor at once.
    static func arrived(_ descriptor: CInt) -> Int { count(descriptor, readable) }

    /// How many of the bytes that this process wrote to a descriptor its reader has not read; 0 if it is neither a pipe
    /// nor a local socket, or if the system does not say.
    static func sent(_ descriptor: CInt) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return 0 }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: return unreadOfSocket(descriptor)
        #if os(Linux)
            // On other systems, the writing end of a pipe does not know it.
            case S_IFIFO: return count(descriptor, readable)
        #endif
        default: return 0
        }
    }

    #if os(Linux)
        /// `FIONREAD` and `SIOCOUTQ` (ioctl(2), unix(7)).
        private static let (readable, unsent): (UInt, UInt) = (0x541B, 0x5411)

        private static func unreadOfSocket(_ descriptor: CInt) -> Int { count(descriptor, unsent) }
    #else
        /// `FIONREAD` (ioctl(2)), and `SO_NWRITE` (getsockopt(2)).
        private static let (readable, unsent): (UInt, CInt) = (0x4004_667F, 0x1024)

        private static func unreadOfSocket(_ descriptor: CInt) -> Int {
            var (count, length) = (CInt(), socklen_t(MemoryLayout<CInt>.size))
            return getsockopt(descriptor, SOL_SOCKET, unsent, &count, &length) == 0 ? Int(count) : 0
        }
    #endif

    private static func count(_ descriptor: CInt, _ request: UInt) -> Int {
        var count = CInt()
        return ioctl(descriptor, request, &count) == 0 ? Int(count) : 0
    }
}
