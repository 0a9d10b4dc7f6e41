import Foundation

/// The folder of a profile: `$XDG_DATA_HOME/telex/<name>/`, as in the XDG Base Directory Specification.
package struct Profile: Sendable {
    /// The profile that commands use without `--profile`.
    package static let standardName = "default"

    private static let storeName = "telex.sqlite"

    package let name: String
    package let folder: String

    package init(name: String, environment: [String: String]) {
        self.name = name
        folder = "\(Self.home(environment))/\(name)"
    }

    /// - Parameter folder: the path of the profile's folder.
    package init(folder: String) {
        self.folder = folder
        name = URL(fileURLWithPath: folder).lastPathComponent
    }

    /// Returns the names of all profiles that have a store, sorted.
    package static func names(environment: [String: String]) -> [String] {
        let home = home(environment)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: home)) ?? []
        return names.filter { isName($0) && FileManager.default.fileExists(atPath: "\(home)/\($0)/\(storeName)") }
            .sorted()
    }

    /// Returns the folder that contains all profiles.
    private static func home(_ environment: [String: String]) -> String {
        // Where there is none, no command starts.
        "\(userFolder(dataVariable, or: dataFolder, environment) ?? "")/telex"
    }

    /// The folder of the user that a variable names with an absolute path, or else this one in the home folder; `nil` if
    /// there is neither.
    package static func userFolder(
        _ variable: String, or name: String, _ environment: [String: String]
    ) -> String? {
        if let folder = environment[variable], folder.hasPrefix("/") { return folder }
        return userHome(environment).map { "\($0)/\(name)" }
    }

    /// Why no profile has a folder, and what to do; `nil` if they have one.
    package static func problem(environment: [String: String]) -> String? {
        if userFolder(dataVariable, or: dataFolder, environment) != nil { return nil }
        return
            "Cannot find your home folder: HOME is not set, and the system has no user with the number \(geteuid()). "
            + "Set HOME, or set \(dataVariable) to the path of a folder."
    }

    private static let (dataVariable, dataFolder) = ("XDG_DATA_HOME", ".local/share")

    /// The home folder of the user; `nil` if neither the environment nor the system's list of users has one.
    package static func userHome(_ environment: [String: String]) -> String? {
        if let home = environment["HOME"], !home.isEmpty { return home }
        return getpwuid(geteuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
    }

    /// Whether a profile can have this name: up to 64 bytes of letters, digits, `-`, `_` and `.`, not beginning with
    /// `.`.
    package static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0)
            }
    }

    /// The option that names the profile on a command line, with a space before it; empty for the standard profile.
    package var option: String { Self.option(name) }

    /// The same option for a profile of this name.
    package static func option(_ name: String) -> String { name == standardName ? "" : " --profile \(name)" }

    /// The option that names a store on a command line: that of its profile, or else `--store`.
    static func option(store path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).suffix(3).map(String.init)
        guard parts.count == 3, parts[0] == "telex", isName(parts[1]), parts[2] == storeName else {
            return " --store \(path)"
        }
        return option(parts[1])
    }

    /// Whether the profile has a folder.
    package var exists: Bool { FileManager.default.fileExists(atPath: folder) }

    /// The path of the store.
    package var storePath: String { "\(folder)/\(Self.storeName)" }

    /// The path of the socket at which programs join the owner of the profile.
    package var socketPath: String { "\(folder)/telex.sock" }

    /// Creates the folder, which only its owner can access.
    package func make() throws(StoreError) {
        try Self.makeFolder(folder)
    }

    /// Creates a folder, and those that it is in, which only their owner can access. Does not use chmod(2), which some
    /// shares refuse.
    package static func makeFolder(_ folder: String) throws(StoreError) {
        var status = stat()
        if stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
        let outer = URL(fileURLWithPath: folder).deletingLastPathComponent().path
        if outer != folder, stat(outer, &status) != 0 { try makeFolder(outer) }
        // Another process may have just created it.
        if mkdir(folder, 0o700) != 0,
            errno != EEXIST || stat(folder, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR
        {
            throw .inaccessible(path: folder, reason: String(cString: strerror(errno)))
        }
    }
}

/// Locks a store, or another file, for this process, until the lock is freed or the process ends.
package final class StoreLock: Sendable {
    private let descriptor: CInt

    /// - Parameter path: the path of the file. The lock is a file with `.lock` appended to that path.
    /// - Throws: `StoreError.locked` with the id of the process that has the lock.
    package init(_ path: String) throws(StoreError) {
        // Opening a FIFO would wait for its other end.
        descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor != -1 else {
            let (isFolder, reason) = (errno == EISDIR, String(cString: strerror(errno)))
            let isFull = [ENOSPC, EDQUOT].contains(errno)
            let isReadOnly = [EROFS, EACCES, EPERM].contains(errno) && access(path, R_OK) == 0
            let (isHeld, process) = Self.holder(path)
            if isHeld { throw .locked(path: path, process: process) }
            if isFull { throw .full(path: path) }
            throw isReadOnly
                ? .readOnly(path: path, reason: reason)
                : .inaccessible(path: isFolder ? path + ".lock" : path, reason: reason)
        }
        // `deinit` closes the descriptor after a failure, too.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            if errno == EWOULDBLOCK { throw .locked(path: path, process: Self.process(descriptor)) }
            throw .noLocks(path: path, reason: String(cString: strerror(errno)))
        }
        let number = Array("\(getpid())".utf8)
        ftruncate(descriptor, 0)
        _ = write(descriptor, number, number.count)
    }

    deinit { close(descriptor) }

    /// Returns whether another process has locked the store, and its id if known. Creates no lock file.
    package static func holder(_ path: String) -> (isHeld: Bool, process: Int32?) {
        let descriptor = open(path + ".lock", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor != -1 else { return (false, nil) }
        defer { close(descriptor) }
        // A shared lock, so that two simultaneous checks do not conflict.
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return (false, nil) }
        return (true, process(descriptor))
    }

    private static func process(_ descriptor: CInt) -> Int32? {
        var text = [UInt8](repeating: 0, count: 16)
        let count = read(descriptor, &text, text.count)
        return Int32(String(decoding: text.prefix(max(0, count)), as: UTF8.self))
    }
}
