import Foundation
import TelexRuntime

/// The standard input, or another pipe, as a file to send.
enum StandardInputFile {
    /// Reads a stream to its end, unless it is a regular file already.
    ///
    /// - Parameters:
    ///   - stream: a descriptor.
    ///   - folder: an own folder. What is read is in a file there without a name.
    static func read(_ stream: CInt, in folder: String) throws -> LentFile {
        var status = stat()
        let isFile = fstat(stream, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        if isFile, lseek(stream, 0, SEEK_CUR) == 0 {
            let descriptor = fcntl(stream, F_DUPFD_CLOEXEC, 0)
            if descriptor >= 0 { return LentFile(.source(OpenFile(descriptor))) }
        }
        var path = Array("\(folder)/input.XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else {
            throw CommandError("Cannot write to \(folder): \(FileFailure().reason).", .inputOutput)
        }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let file = OpenFile(descriptor)
        let input = FileInput(descriptor: stream)
        while let piece = try input.piece() {
            do throws(FileOutput.Failure) { try FileOutput(descriptor).write(piece) } catch {
                throw CommandError("Cannot write to \(folder): \(FileFailure(error).reason).", .inputOutput)
            }
        }
        return LentFile(.source(file))
    }
}
