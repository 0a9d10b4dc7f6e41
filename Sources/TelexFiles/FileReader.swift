import Foundation
import TelexCore
import TelexDigest
import TelexRuntime

/// An open file that is read in pieces.
final class FileReader {
    private static let piece = 1 << 18

    private let descriptor: CInt
    /// The folder of files that it is in; `nil` for a file of the user.
    private let folder: String?
    /// The length in bytes when it was opened.
    let count: Int64
    /// When it was changed last, in nanoseconds since 1970.
    private let changed: Int64

    /// Opens a file. Only a regular one: a device may never end, and a FIFO never begin.
    ///
    /// - Parameter folder: the folder of files that it is in, which failures name; `nil` for a file of the user.
    init(_ path: String, keptIn folder: String? = nil) throws(FileFailure) {
        self.folder = folder
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            (count, changed) = (0, 0)
            throw FileFailure().of(folder)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            (count, changed) = (0, 0)
            throw FileFailure().of(folder)
        }
        count = Int64(status.st_size)
        changed = FileInfo(status).used
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw FileFailure(EISDIR)
        default: throw FileFailure(reason: "it is not a regular file")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns up to so many bytes from an offset; fewer at the end.
    func bytes(at offset: Int64, _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            size = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
    }

    /// Reads the file from its beginning.
    ///
    /// - Parameter take: takes a piece; returns whether to go on.
    /// - Throws: a failure if `take` wants to stop, or the file changes meanwhile.
    func read(_ take: ([UInt8]) throws(FileFailure) -> Bool) throws(FileFailure) {
        var offset: Int64 = 0
        while true {
            errno = 0
            let piece = bytes(at: offset, Self.piece)
            if piece.isEmpty, errno != 0 { throw FileFailure().or(.inputOutput).of(folder) }
            if piece.isEmpty { break }
            offset += Int64(piece.count)
            if try !take(piece) { throw FileFailure(reason: "it was stopped", .stopped) }
        }
        var status = stat()
        let isSame = fstat(descriptor, &status) == 0 && FileInfo(status).used == changed
        if offset != count || !isSame { throw FileFailure(reason: "the file changed while it was read", .inputOutput) }
    }

    /// Returns the SHA-256 of the content in hexadecimal digits.
    func sha256() throws(FileFailure) -> String {
        var hash = SHA256()
        try read { bytes in
            hash.update(bytes)
            return true
        }
        return hash.digits
    }
}

extension FileFailure {
    /// The same failure, said of the folder of files, unless it is `nil`.
    func of(_ folder: String?) -> FileFailure {
        guard let folder else { return self }
        let isFull = [FileFailure(ENOSPC), FileFailure(EDQUOT)].contains(self)
        let advice = isFull ? "free some space, and try again" : "telex doctor says more"
        return FileFailure(
            reason: "the folder for files, \(folder), cannot be used: \(reason); \(advice)", problem)
    }
}

/// A file that gets its name once it is whole.
final class FileCopy {
    /// How the name begins that the file may have meanwhile.
    static let prefix = ".telex."

    #if os(Linux)
        /// `O_TMPFILE`, which the C library does not show to Swift (asm-generic/fcntl.h).
        private static let temporary: CInt = 0o20_000_000 | O_DIRECTORY
    #endif

    private let descriptor: CInt
    /// The path that it has meanwhile; `nil` if it has none.
    private let path: String?
    /// The folder of files that it is in; `nil` for a file of the user.
    private let folder: String?
    /// How many bytes were written.
    private(set) var count: Int64 = 0
    private var isDone = false

    /// Creates a file that has another name meanwhile.
    ///
    /// - Parameter isKept: whether the folder is that of files, which failures then name.
    init(in folder: String, isKept: Bool = false) throws(FileFailure) {
        self.folder = isKept ? folder : nil
        var template = Array("\(folder)/\(Self.prefix)XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else { throw FileFailure().of(self.folder) }
    }

    /// - Parameter descriptor: an open file without a name.
    private init(_ descriptor: CInt) {
        self.descriptor = descriptor
        (path, folder) = (nil, nil)
    }

    /// Creates a file that has no name meanwhile, so that a kill leaves nothing of it. Where the system or the file system
    /// has no such files, it has another name.
    ///
    /// - Parameter descriptors: the folder in which Linux shows the open files of a process, from where one gets a name.
    static func unnamed(in folder: String, descriptors: String = "/proc/self/fd") throws(FileFailure) -> FileCopy {
        #if os(Linux)
            let descriptor = open(folder, Self.temporary | O_WRONLY | O_CLOEXEC, 0o600)
            if descriptor >= 0 {
                if access("\(descriptors)/\(descriptor)", F_OK) == 0 { return FileCopy(descriptor) }
                close(descriptor)
            }
        #endif
        return try FileCopy(in: folder)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if descriptor >= 0, !isDone, let path { unlink(path) }
    }

    /// - Parameter see: is shown each piece; returns whether to go on.
    func write(_ source: FileReader, _ see: ([UInt8]) -> Bool) throws(FileFailure) {
        try source.read { (bytes) throws(FileFailure) in
            do { try FileOutput(descriptor).write(bytes) } catch { throw FileFailure(error).of(folder) }
            count += Int64(bytes.count)
            return see(bytes)
        }
    }

    /// Gives the file its name, in place of another one. It survives a power cut from then on.
    func move(to place: String) throws(FileFailure) {
        guard fsync(descriptor) == 0, let path, rename(path, place) == 0 else { throw FileFailure().of(folder) }
        isDone = true
    }

    /// Gives the file its name, unless that is taken.
    ///
    /// - Returns: whether the name was free.
    func moveUnlessTaken(to place: String) throws(FileFailure) -> Bool {
        guard fsync(descriptor) == 0 else { throw FileFailure() }
        if name(place) == 0 { return true }
        if errno == EEXIST { return false }
        // Some file systems have no links. The name is reserved, and then replaced.
        guard let path, [EPERM, ENOTSUP, EMLINK, ENOSYS].contains(errno) else { throw FileFailure() }
        let reserved = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if reserved < 0, errno == EEXIST { return false }
        guard reserved >= 0 else { throw FileFailure() }
        close(reserved)
        guard rename(path, place) == 0 else { throw FileFailure() }
        isDone = true
        return true
    }

    /// Gives the file another name (link(2)).
    private func name(_ place: String) -> CInt {
        #if os(Linux)
            if path == nil {
                return linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, place, AT_SYMLINK_FOLLOW)
            }
        #endif
        return path.map { link($0, place) } ?? -1
    }
}

/// A copy of a file at a place of the user.
enum SavedFile {
    /// How many names are tried in a folder.
    private static let mostNames = 1000

    private static let taken = FileFailure(reason: "it exists already, and is not overwritten; name another file")

    /// Copies a file, overwriting nothing.
    ///
    /// - Parameters:
    ///   - name: the name of the file in a folder, with a number if it is taken.
    ///   - sha256: the hash of the file in hexadecimal digits; `nil` if it is not known.
    ///   - place: a new file, or a folder.
    ///   - goesOn: whether to go on.
    /// - Returns: the path of the copy.
    static func save(
        _ source: FileReader, as name: String, sha256: String?, to place: String, _ goesOn: () -> Bool
    ) throws(FileFailure) -> String {
        var status = stat()
        let exists = stat(place, &status) == 0
        let place = WorkingDirectory.absolute(place)
        let isFolder = exists && status.st_mode & S_IFMT == S_IFDIR
        if exists, !isFolder { throw taken }
        if !isFolder, place.hasSuffix("/") { throw FileFailure(ENOENT) }
        let folder = isFolder ? place : URL(fileURLWithPath: place).deletingLastPathComponent().path
        let copy = try FileCopy.unnamed(in: folder)
        var hash = SHA256()
        try copy.write(source) { bytes in
            hash.update(bytes)
            return goesOn()
        }
        if let sha256, hash.digits != sha256 { throw FileFailure(reason: "it was changed on this device", .damaged) }
        if !isFolder {
            if try copy.moveUnlessTaken(to: place) { return place }
            throw taken
        }
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        for number in 1...mostNames {
            let path = start + (number == 1 ? name : FileName.numbered(name, number))
            if try copy.moveUnlessTaken(to: path) { return path }
        }
        throw FileFailure(reason: "too many files have this name there; name another file")
    }
}
