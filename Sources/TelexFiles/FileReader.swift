import Foundation
import TelexCore
import TelexDigest
import TelexRuntime

/// An open file that is read in pieces.
final class FileReader {
    private static let piece = 1 << 18

    private let file: OpenFile
    /// The folder of files that it is in; `nil` for a file of the user.
    private let folder: String?
    /// The length in bytes when it was opened.
    let count: Int64
    /// When it was changed last, in nanoseconds since 1970.
    private let changed: Int64

    /// Opens a file, which must be a regular one.
    ///
    /// - Parameter folder: the folder of files that it is in, which failures name; `nil` for a file of the user.
    convenience init(_ path: String, keptIn folder: String? = nil) throws(FileFailure) {
        let file: OpenFile
        do throws(FileFailure) { file = try OpenFile(reading: PathBytes(path)) } catch { throw error.of(folder) }
        try self.init(file, keptIn: folder)
    }

    /// - Parameters:
    ///   - file: must be a regular one.
    ///   - folder: the folder of files that it is in, which failures name; `nil` for a file of the user.
    init(_ file: OpenFile, keptIn folder: String? = nil) throws(FileFailure) {
        (self.file, self.folder) = (file, folder)
        do throws(FileFailure) {
            let status = try file.regular()
            (count, changed) = (Int64(status.st_size), FileInfo(status).used)
        } catch {
            throw error.of(folder)
        }
    }

    /// Returns up to so many bytes from an offset; fewer at the end.
    func bytes(at offset: Int64, _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            size = max(0, pread(file.descriptor, buffer.baseAddress, count, off_t(offset)))
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
        let isSame = fstat(file.descriptor, &status) == 0 && FileInfo(status).used == changed
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
