import Foundation
import NIOCore
import TelexDigest

/// The folder with the content of files, beside the database.
///
/// A file is named after its id, whether it is complete or not: the database tells which it is. So an upload becomes
/// complete in one transaction, and a file never has to be renamed.
struct FileFolder: Sendable {
    /// The free space that uploads leave for everything else, in bytes.
    static let spareRoom: Int64 = 1 << 20

    let path: String

    /// - Parameter store: the path of the database.
    init(store: String) { path = store + ".files" }

    private init(path: String) { self.path = path }

    /// The path of a file. Its name is a hash of the id, so it has a fixed form and length.
    func path(of id: String) -> String { "\(path)/\(Self.name(of: id))" }

    static func name(of id: String) -> String { SHA256.digits(of: id) }

    /// Opens a file for writing; creates it if there is none.
    ///
    /// - Throws: `ServerError.noRoomForFiles` and `.inaccessible`.
    func openForWriting(_ id: String, _ place: TransferLimit.Place? = nil) throws(ServerError) -> FileDescriptor {
        try make()
        return try open(id, O_RDWR | O_CREAT, place)
    }

    /// Creates the folder, if there is none, for its owner only.
    private func make() throws(ServerError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw error(errno) }
    }

    /// - Throws: `ServerError.inaccessible`.
    func openForReading(_ id: String, _ place: TransferLimit.Place? = nil) throws(ServerError) -> FileDescriptor {
        try open(id, O_RDONLY, place)
    }

    private func open(
        _ id: String, _ flags: CInt, _ place: TransferLimit.Place?
    ) throws(ServerError) -> FileDescriptor {
        // A FIFO would never begin, and a device never end.
        let file: FileDescriptor
        do { file = try FileDescriptor(path(of: id), flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, place) } catch {
            throw self.error(error.number)
        }
        if !file.isRegular { throw .inaccessible(path: path(of: id), reason: "Not a regular file") }
        return file
    }

    /// The length of a file; 0 if there is none.
    func length(of id: String) -> Int64 { lengthOfFile(Self.name(of: id)) }

    func lengthOfFile(_ name: String) -> Int64 { status(of: name).map { Int64($0.st_size) } ?? 0 }

    /// Writes a file and its name to the disk.
    func synchronize(_ file: FileDescriptor) throws(ServerError) {
        guard fsync(file.number) == 0 else { throw error(errno) }
        do throws(SystemError) {
            let folder = try FileDescriptor(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard fsync(folder.number) == 0 else { throw SystemError() }
        } catch { throw self.error(error.number) }
    }

    /// Removes a file, if it is there.
    func remove(_ id: String) throws(ServerError) { try removeFile(Self.name(of: id)) }

    func removeFile(_ name: String) throws(ServerError) {
        if unlink("\(path)/\(name)") != 0, errno != ENOENT { throw error(errno) }
    }

    /// The names of all files. Folders such as `lost+found` are not ours.
    var names: Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { status(of: $0) != nil }
    }

    /// The status of a regular file; `nil` for anything else.
    private func status(of name: String) -> stat? {
        var status = stat()
        return lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status : nil
    }

    // MARK: Set aside

    /// How many days a file stays aside.
    static let asideDays = 30

    /// The folder for files that no row of the database names.
    var aside: FileFolder { FileFolder(path: path + ".aside") }

    /// The length of all files, in bytes.
    var size: Int64 { names.reduce(0) { $0 + lengthOfFile($1) } }

    /// Moves files to another folder. One that cannot be moved stays.
    func move(_ names: Set<String>, to other: FileFolder, at date: Date) {
        let second = timespec(tv_sec: time_t(date.timeIntervalSince1970), tv_nsec: 0)
        guard (try? other.make()) != nil else { return }
        for name in names {
            let target = "\(other.path)/\(name)"
            // The time tells later how long it has been there.
            if rename("\(path)/\(name)", target) == 0 { utimensat(AT_FDCWD, target, [second, second], 0) }
        }
    }

    /// Removes the files that were moved here before a date.
    func removeOld(before date: Date) {
        for name in names {
            guard let status = status(of: name), status.modified < date.timeIntervalSince1970 else { continue }
            unlink("\(path)/\(name)")
        }
    }

    /// Adds a file of another folder; replaces the one with the same name.
    ///
    /// Complete files never change, so this gives the file a second name where that is possible, and copies it
    /// otherwise.
    ///
    /// - Parameter owner: the user whom the file is for; `nil` for any. Somebody else's file is copied.
    /// - Returns: whether the other folder has the file.
    @discardableResult
    func add(_ name: String, from other: FileFolder, for owner: uid_t? = nil) throws -> Bool {
        let (source, target) = ("\(other.path)/\(name)", "\(path)/\(name)")
        let (files, part) = (FileManager.default, "\(target).part")
        var status = stat()
        guard lstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        try make()
        try? files.removeItem(atPath: part)
        // If both were names of the same file, `rename` does nothing.
        defer { try? files.removeItem(atPath: part) }
        if owner.map({ $0 != status.st_uid }) ?? false || link(source, part) != 0 {
            try files.copyItem(atPath: source, toPath: part)
            do { try synchronize(try FileDescriptor(part, O_RDONLY | O_CLOEXEC)) } catch let error as SystemError {
                throw self.error(error.number)
            }
        }
        guard rename(part, target) == 0 else { throw error(errno) }
        return true
    }

    /// Adds files. If that fails, removes those that it has added.
    func addingAll(_ body: () throws -> Void) throws {
        let before = names
        do { try body() } catch {
            for name in names.subtracting(before) { try? removeFile(name) }
            // Only an empty one.
            rmdir(path)
            throw error
        }
    }

    /// Checks that a file can grow.
    ///
    /// - Throws: `ServerError.noRoomForFiles`.
    func checkRoom(for count: Int64) throws(ServerError) {
        var system = statvfs()
        // Right after the first start, there is no folder.
        guard statvfs(path, &system) == 0 || statvfs((path as NSString).deletingLastPathComponent, &system) == 0 else {
            return
        }
        let (room, isTooLarge) = Int64(system.f_bavail).multipliedReportingOverflow(by: Int64(system.f_frsize))
        if !isTooLarge, room - Self.spareRoom < count { throw .noRoomForFiles }
    }

    /// The error for a number of errno(3).
    func error(_ number: CInt) -> ServerError {
        switch number {
        // EFBIG is a limit of the process (setrlimit(2)) or of the file system.
        case ENOSPC, EDQUOT, EFBIG: .noRoomForFiles
        case EMFILE, ENFILE: .tooManyOpenFiles
        default: .inaccessible(path: path, reason: String(cString: strerror(number)))
        }
    }
}

/// The error of the last call of the system (errno(3)).
struct SystemError: Error {
    let number = errno
}

/// An open file, which closes by itself.
final class FileDescriptor: Sendable {
    let number: CInt
    private let place: TransferLimit.Place?

    /// - Parameter place: is released when the file closes.
    init(_ path: String, _ flags: CInt, _ place: TransferLimit.Place? = nil) throws(SystemError) {
        let number = open(path, flags, 0o600)
        // `deinit` would run after `self` is complete, and change errno.
        if number < 0 { throw SystemError() }
        (self.number, self.place) = (number, place)
    }

    deinit { close(number) }

    var isRegular: Bool {
        var status = stat()
        return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The length; 0 if it is unknown.
    var length: Int64 {
        var status = stat()
        return fstat(number, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Writes all bytes.
    ///
    /// - Returns: 0, or the number of the error (errno(3)); then a part may have been written.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> CInt {
        var rest = bytes[...]
        while !rest.isEmpty {
            let place = off_t(offset) + off_t(bytes.count - rest.count)
            let count = pwrite(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, place)
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(count)
        }
        return 0
    }

    /// Reads up to `count` bytes; fewer only at the end of the file.
    ///
    /// - Returns: `nil` if the file cannot be read.
    func read(_ count: Int, at offset: Int64) -> ByteBuffer? {
        var (part, isReadable) = (ByteBuffer(), true)
        part.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { buffer in
            var filled = 0
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<count])
                let read = pread(number, rest.baseAddress, rest.count, off_t(offset) + off_t(filled))
                if read < 0, errno == EINTR { continue }
                if read < 0 { isReadable = false }
                if read <= 0 { break }
                filled += read
            }
            return filled
        }
        return isReadable ? part : nil
    }

    /// The SHA-256 hash of the content, in bounded memory; `nil` if it cannot be read.
    func hash() -> Data? {
        var (hasher, offset) = (SHA256(), Int64(0))
        while let part = read(1 << 16, at: offset) {
            if part.readableBytes == 0 { return Data(hasher.value) }
            part.withUnsafeReadableBytes { hasher.update($0) }
            offset += Int64(part.readableBytes)
        }
        return nil
    }
}

extension stat {
    /// When the content was changed last, in seconds since 1970.
    fileprivate var modified: TimeInterval {
        #if os(Linux)
            TimeInterval(st_mtim.tv_sec)
        #else
            TimeInterval(st_mtimespec.tv_sec)
        #endif
    }
}
