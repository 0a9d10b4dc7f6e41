import Foundation
import TelexCore
import TelexRuntime

/// A file that gets its name once it is whole.
final class FileCopy {
    /// How the name begins that the file may have meanwhile.
    static let prefix = ".telex."
    /// How many names are tried for it.
    private static let mostNames = 100

    #if os(Linux)
        /// `O_TMPFILE`, which the C library does not show to Swift (asm-generic/fcntl.h).
        private static let temporary: CInt = 0o20_000_000 | O_DIRECTORY
    #endif

    private let file: OpenFile
    /// The folder of the file.
    private let folder: OpenFile
    /// The name that it has meanwhile; `nil` if it has none.
    private let name: String?
    /// The folder of files that it is in; `nil` for a file of the user.
    private let kept: String?
    /// How many bytes were written.
    private(set) var count: Int64 = 0
    private var isDone = false

    /// Creates a file that has another name meanwhile.
    ///
    /// - Parameter path: the path of the folder, if it is that of files, which failures then name.
    init(in folder: OpenFile, keptIn path: String? = nil) throws(FileFailure) {
        (self.folder, kept) = (folder, path)
        var (name, descriptor): (String, CInt) = ("", -1)
        for _ in 0..<Self.mostNames where descriptor < 0 {
            name = Self.prefix + String(UInt64.random(in: 0 ... .max), radix: 36)
            descriptor = openat(folder.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor < 0, errno != EEXIST { break }
        }
        guard descriptor >= 0 else { throw FileFailure().of(path) }
        (file, self.name) = (OpenFile(descriptor), name)
    }

    /// - Parameter file: has no name.
    private init(_ file: OpenFile, in folder: OpenFile) {
        (self.file, self.folder) = (file, folder)
        (name, kept) = (nil, nil)
    }

    /// Creates a file that has no name meanwhile, so that a kill leaves nothing of it. Where the system or the file system
    /// has no such files, it has another name.
    ///
    /// - Parameter descriptors: the folder in which Linux shows the open files of a process, from where one gets a name.
    static func unnamed(in folder: OpenFile, descriptors: String = "/proc/self/fd") throws(FileFailure) -> FileCopy {
        #if os(Linux)
            let descriptor = openat(folder.descriptor, ".", Self.temporary | O_WRONLY | O_CLOEXEC, 0o600)
            if descriptor >= 0 {
                let file = OpenFile(descriptor)
                if access("\(descriptors)/\(descriptor)", F_OK) == 0 { return FileCopy(file, in: folder) }
            }
        #endif
        return try FileCopy(in: folder)
    }

    deinit { if !isDone, let name { unlinkat(folder.descriptor, name, 0) } }

    /// - Parameter see: is shown each piece; returns whether to go on.
    func write(_ source: FileReader, _ see: ([UInt8]) -> Bool) throws(FileFailure) {
        try source.read { (bytes) throws(FileFailure) in
            do { try FileOutput(file.descriptor).write(bytes) } catch { throw FileFailure(error).of(kept) }
            count += Int64(bytes.count)
            return see(bytes)
        }
    }

    /// Gives the file its name, in place of another one. It survives a power cut from then on.
    func move(to name: PathBytes) throws(FileFailure) {
        guard fsync(file.descriptor) == 0, rename(to: name) == 0 else { throw FileFailure().of(kept) }
        isDone = true
    }

    /// Gives the file its name, unless that is taken.
    ///
    /// - Returns: whether the name was free.
    func moveUnlessTaken(to name: PathBytes) throws(FileFailure) -> Bool {
        guard fsync(file.descriptor) == 0 else { throw FileFailure() }
        if link(to: name) == 0 { return true }
        if errno == EEXIST { return false }
        // Some file systems have no links. The name is reserved, and then replaced.
        guard self.name != nil, [EPERM, ENOTSUP, EMLINK, ENOSYS].contains(errno) else { throw FileFailure() }
        let reserved = name.withPointer {
            openat(folder.descriptor, $0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        if reserved < 0, errno == EEXIST { return false }
        guard reserved >= 0 else { throw FileFailure() }
        close(reserved)
        guard rename(to: name) == 0 else { throw FileFailure() }
        isDone = true
        return true
    }

    private func rename(to new: PathBytes) -> CInt {
        let folder = folder.descriptor
        return name.map { name in new.withPointer { renameat(folder, name, folder, $0) } } ?? -1
    }

    /// Gives the file another name (link(2)).
    private func link(to new: PathBytes) -> CInt {
        let (folder, file) = (folder.descriptor, file.descriptor)
        return new.withPointer { new in
            if let name { return linkat(folder, name, folder, new, 0) }
            return linkat(AT_FDCWD, "/proc/self/fd/\(file)", folder, new, AT_SYMLINK_FOLLOW)
        }
    }
}
