import Foundation
import TelexCore

/// What a program has opened at a path, for the telex that owns the profile to read or to write.
package final class LentFile: Sendable {
    package enum Content: Sendable {
        /// A file to read.
        case source(OpenFile)
        /// Where to create a file.
        case place(SavePlace)
        /// Nothing could be opened.
        case failure(FileFailure)
    }

    package let content: Content

    package init(_ content: Content) { self.content = content }

    /// Opens a file to read it.
    package convenience init(reading path: PathBytes) {
        do throws(FileFailure) { self.init(.source(try OpenFile(reading: path))) } catch { self.init(.failure(error)) }
    }

    /// Opens the folder in which a file is to be created.
    package convenience init(creating path: PathBytes) {
        do throws(FileFailure) { self.init(.place(try SavePlace(path))) } catch { self.init(.failure(error)) }
    }

    package var loan: FileLoan { FileLoan(self) }

    /// The file to read.
    package func source() throws(FileFailure) -> OpenFile {
        switch content {
        case .source(let file): return file
        case .place: throw FileFailure(EISDIR)
        case .failure(let failure): throw failure
        }
    }

    /// The place of the file to create.
    package func place() throws(FileFailure) -> SavePlace {
        switch content {
        case .place(let place): return place
        case .source: throw FileFailure(ENOTDIR)
        case .failure(let failure): throw failure
        }
    }
}

extension FileLoan {
    /// What was lent.
    package var file: LentFile? { lent as? LentFile }
}

/// Where a file is to be created, so that nothing is overwritten.
package struct SavePlace: Sendable {
    package let folder: OpenFile
    /// The path of the folder, which only the one who has opened it can use.
    package let path: PathBytes
    /// The name of the file; `nil` for a name of its own.
    package let name: PathBytes?

    package static let taken = FileFailure(reason: "it exists already, and is not overwritten; name another file")

    package init(_ folder: OpenFile, path: PathBytes, name: PathBytes?) {
        (self.folder, self.path, self.name) = (folder, path, name)
    }

    /// - Parameter path: a new file, or a folder.
    package init(_ path: PathBytes) throws(FileFailure) {
        let path = path.absolute
        var status = stat()
        let exists = path.withPointer { stat($0, &status) } == 0
        if exists, status.st_mode & S_IFMT == S_IFDIR {
            self.init(try OpenFile(folder: path), path: path, name: nil)
            return
        }
        if exists { throw Self.taken }
        let (folder, name) = path.parts
        if name.bytes.isEmpty { throw FileFailure(ENOENT) }
        self.init(try OpenFile(folder: folder), path: folder, name: name)
    }

    /// The path of a file there.
    package func path(of name: PathBytes) -> PathBytes { path.appending(name) }
}
