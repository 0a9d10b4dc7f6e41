import Foundation

/// A socket in a profile's folder, at which other programs of the same user attach.
///
/// The process that has the lock of the profile makes it, so a socket that is there already was left behind by a crash.
public final class Door {
    private let path: String
    private let welcome: @Sendable (PeerSocket) -> Void
    private var descriptor: CInt?

    /// - Parameters:
    ///   - path: the path of the socket; one that exists is replaced.
    ///   - welcome: called with each program that connects, on a thread of its own.
    public init(_ path: String, welcome: @escaping @Sendable (PeerSocket) -> Void) {
        self.path = path
        self.welcome = welcome
    }

    /// Lets programs in from now on. Call it after `Signals.deliver`, since its threads must not take signals.
    ///
    /// If the system cannot make the socket, as when its path is too long, nobody can attach; nor if the file system has no
    /// modes, so that other users could.
    public func open() {
        unlink(path)
        // If the system makes no socket, the calls below fail.
        let descriptor = Self.makeSocket()
        let isBound = Self.withAddress(path) { bind(descriptor, $0, $1) == 0 }
        guard isBound, Self.isPrivate(path), listen(descriptor, Self.backlog) == 0 else {
            Foundation.close(descriptor)
            if isBound { unlink(path) }
            return
        }
        self.descriptor = descriptor
        Thread.launch { [welcome] in Self.accept(descriptor, welcome) }
    }

    /// Lets nobody in any more, and removes the socket.
    public func close() {
        guard let descriptor else { return }
        unlink(path)
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    /// Makes the socket its owner's alone; returns whether it is. Some file systems refuse to change modes.
    private static func isPrivate(_ path: String) -> Bool {
        if chmod(path, 0o600) == 0 { return true }
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & 0o077 == 0
    }

    /// How many programs may wait to be let in.
    private static let backlog: CInt = 64

    private static func accept(_ descriptor: CInt, _ welcome: @Sendable (PeerSocket) -> Void) {
        while true {
            let peer = Foundation.accept(descriptor, nil, nil)
            if peer != -1 {
                _ = fcntl(peer, F_SETFD, FD_CLOEXEC)
                let socket = PeerSocket(peer)
                if socket.user == geteuid() { welcome(socket) }
            } else if errno == EMFILE || errno == ENFILE {
                // Out of descriptors for now.
                usleep(100_000)
            } else if errno != EINTR, errno != ECONNABORTED {
                return
            }
        }
    }

    // MARK: The other side

    /// Why a program cannot attach.
    public enum Refusal: Error, Equatable, CustomStringConvertible {
        /// Nobody listens there.
        case closed
        /// Other users could have made the socket at this path, or can use it.
        case unsafe(path: String, folder: String)
        /// Somebody listens there, and lets nobody in.
        case silent

        public var description: String {
            switch self {
            case .closed: "The telex that owns the profile does not let others join."
            case .silent: "The telex that owns the profile does not answer."
            case .unsafe(let path, let folder):
                "Other users can write to \(path) or its folder, so it was not used. Remove it, and make the folder yours "
                    + "alone: chmod 700 \(folder)"
            }
        }
    }

    /// Connects to the socket at that path, if only this user can have made it. Waits for a limited time if many others
    /// are waiting to be let in.
    public static func connect(to path: String) throws(Refusal) -> PeerSocket {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .closed }
        let isOurs = status.st_uid == geteuid() && status.st_mode & S_IFMT == S_IFSOCK && status.st_mode & 0o077 == 0
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard isOurs, stat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw .unsafe(path: path, folder: folder)
        }
        let descriptor = makeSocket()
        // It also limits how long connect(2) waits (unix(7)).
        var patience = timeval(tv_sec: Int(PeerSocket.handshakePatience), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        guard withAddress(path, { Foundation.connect(descriptor, $0, $1) == 0 }) else {
            let isBusy = errno == EAGAIN
            Foundation.close(descriptor)
            throw isBusy ? .silent : .closed
        }
        let socket = PeerSocket(descriptor)
        guard socket.user == geteuid() else { throw .unsafe(path: path, folder: folder) }
        return socket
    }

    /// Calls `body` with the address of a path; returns `false` if that is too long, which macOS allows 103 bytes.
    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        var folder: CInt = -1
        defer { if folder != -1 { Foundation.close(folder) } }
        #if os(Linux)
            if bytes.count >= MemoryLayout.size(ofValue: address.sun_path) {
                // The folder has a short name, too (proc(5)).
                let url = URL(fileURLWithPath: path)
                folder = Foundation.open(url.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                bytes = Array("/proc/self/fd/\(folder)/\(url.lastPathComponent)".utf8)
            }
        #endif
        if bytes.count >= MemoryLayout.size(ofValue: address.sun_path) { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func makeSocket() -> CInt {
        #if os(Linux)
            return socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
            var isOn: CInt = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<CInt>.size))
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        #endif
    }
}
