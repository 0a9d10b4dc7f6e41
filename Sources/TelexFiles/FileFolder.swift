import Foundation
import TelexCore
import TelexDigest
import TelexRuntime

/// The folder with the files that messages bring. Each is named by its id, and only its owner can read it.
///
/// Its size is limited: when there is no room for a file, those are removed that were not used for the longest time. The
/// files of our messages that were not sent stay. `lock` guards the variables below it.
package final class FileFolder: FileKeeper, FileStore, @unchecked Sendable {
    /// How many bytes the files may have together, unless it is set: 1 GB.
    package static let usualLimit: Int64 = 1_000_000_000

    private let limit: Int64
    private let fetches: Bool
    /// Whether requests are carried out before they return, so that the same input gives the same output.
    private let isVirtual: Bool
    private let wantsFolder: String?

    /// One after the other, so that files are sent in the order in which that was asked for.
    private let queue = DispatchQueue(label: "files")
    private let lock = NSLock()
    /// The path; `nil` before it is needed.
    private var folder: String?
    /// Files of our messages that were not sent.
    private var unsent: Set<FileID> = []
    /// Copies that were not what their messages promise, and were fetched anew to be saved.
    private var renewed: Set<FileID> = []
    /// The running effects that were not cancelled.
    private var running: Set<Int> = []

    /// - Parameters:
    ///   - path: `nil` for a folder that is removed with the object.
    ///   - limit: how many bytes the files may have together.
    ///   - fetches: whether files may be downloaded.
    package init(_ path: String?, limit: Int64 = usualLimit, fetches: Bool = true, isVirtual: Bool = false) {
        wantsFolder = path
        self.limit = limit
        self.fetches = fetches
        self.isVirtual = isVirtual
    }

    deinit { if wantsFolder == nil, let folder { try? FileManager.default.removeItem(atPath: folder) } }

    // MARK: FileKeeper

    package func perform(_ request: FileRequest, _ answer: Answer) {
        switch request {
        case .take(let message):
            work(answer) { [self] in take(message, answer) }
        case .wait(let event): work(answer) { answer(event) }
        case .save(let file, let saving): work(answer) { [self] in save(file, saving, answer) }
        case .list(let unsent):
            lock.withLock { self.unsent = Set(unsent) }
            removeLeftovers()
            let ids = FileID.list(existing)
            if !ids.isEmpty { answer(.file(.kept(KeptFiles(folder: lasting, ids: ids)))) }
            answer.end()
        case .release(let file):
            _ = lock.withLock { unsent.remove(file) }
            answer.end()
        case .remove(let file):
            let isNeeded = lock.withLock { unsent.contains(file) }
            if !isNeeded, file.isFileName, let existing {
                unlink("\(existing)/\(file.part)")
                unlink("\(existing)/\(file)")
                removeView(existing)
            }
            answer.end()
        }
    }

    /// Removes what an earlier run was writing when it was killed.
    private func removeLeftovers() {
        guard let existing else { return }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: existing)) ?? []
        for name in names where name.hasPrefix(FileCopy.prefix) { unlink("\(existing)/\(name)") }
        removeView(existing)
    }

    /// Removes the copy that `/view` has opened last.
    private func removeView(_ folder: String) {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(KeptFiles.viewName)")
    }

    package func cancel(_ effect: Int) { _ = lock.withLock { running.remove(effect) } }

    private func work(_ answer: Answer, _ work: @escaping @Sendable () -> Void) {
        _ = lock.withLock { running.insert(answer.effect) }
        let whole: @Sendable () -> Void = { [self] in
            work()
            _ = lock.withLock { running.remove(answer.effect) }
            answer.end()
        }
        if isVirtual { whole() } else { queue.async(execute: whole) }
    }

    /// Whether an effect was cancelled.
    private func isCancelled(_ effect: Int) -> Bool { lock.withLock { !running.contains(effect) } }

    // MARK: Taking

    private func take(_ message: OutgoingMessage, _ answer: Answer) {
        let path = message.path ?? ""
        do throws(FileFailure) {
            let source: FileReader
            do throws(FileFailure) {
                let lent = message.loan?.file ?? LentFile(reading: PathBytes(path))
                source = try FileReader(lent.source())
            } catch { throw error.or(.missing) }
            let (file, dropped) = try take(source, FileName.safe(path), answer.effect) { count in
                answer(
                    .file(.progressed(FileProgress(chat: message.chat, message: message.message ?? "", done: count))))
            }
            if !dropped.isEmpty { answer(.file(.dropped(ids: dropped))) }
            answer(.file(.kept(KeptFiles(folder: lasting, ids: [file.id]))))
            var message = message
            message.loan = nil
            answer(.file(.taken(TakenFile(message, file))))
        } catch {
            let reason = "Cannot send \(path): \(error.reason)."
            answer(.file(.refused(message.failure(reason, error.or(.notCreated).problem))))
        }
    }

    /// How often it is told how much has been read, in seconds.
    private static let pace: TimeInterval = 0.25

    /// - Parameter tell: called now and then with the number of bytes that were read.
    private func take(
        _ source: FileReader, _ name: String, _ effect: Int, _ tell: (Int64) -> Void
    ) throws(FileFailure) -> (MessageFile, dropped: [FileID]) {
        let folder = try made()
        let dropped = try makeRoom(for: source.count)
        try Self.checkRoom(for: source.count, of: source.count, in: folder)
        let place: OpenFile
        do throws(FileFailure) { place = try OpenFile(folder: PathBytes(folder)) } catch { throw error.of(folder) }
        let copy = try FileCopy(in: place, keptIn: folder)
        var hash = SHA256()
        var next = Date.steady.addingTimeInterval(Self.pace)
        try copy.write(source) { bytes in
            hash.update(bytes)
            if !isVirtual, .steady >= next {
                tell(copy.count)
                next = Date.steady.addingTimeInterval(Self.pace)
            }
            return !isCancelled(effect)
        }
        let id = FileID(hash.digits)
        _ = lock.withLock { unsent.insert(id) }
        try copy.move(to: PathBytes(id.text))
        let header = FileHeader { source.bytes(at: $0, $1) }
        let file = MessageFile(
            id: id, name: name, mediaType: header.mediaType ?? MediaType.suggested(by: name),
            byteCount: copy.count, width: header.width, height: header.height, sha256: id.text)
        return (file, dropped)
    }

    // MARK: Saving

    private func save(_ file: MessageFile, _ saving: FileSaving, _ answer: Answer) {
        let key = saving.key
        do throws(FileFailure) {
            let source = try path(of: file.id).map { path throws(FileFailure) in
                try FileReader(path, keptIn: existing)
            }
            guard let source, file.byteCount.map({ $0 == source.count }) ?? true else {
                throw FileFailure(reason: "it is no longer here", .damaged)
            }
            let lent = saving.loan?.file ?? LentFile(creating: PathBytes(saving.path))
            let place = try SavedFile.save(source, as: file.name, sha256: file.sha256, to: lent.place()) {
                !isCancelled(answer.effect)
            }
            answer(.file(.saved(FileSaving(chat: key.chat, message: key.message, path: place))))
        } catch {
            if error.problem == .damaged {
                // It was removed or changed by somebody else.
                if let existing { unlink("\(existing)/\(file.id)") }
                answer(.file(.dropped(ids: [file.id])))
                if lock.withLock({ renewed.insert(file.id).inserted }) { return answer(.file(.saving(saving))) }
            }
            let reason = "Cannot save \(saving.path): \(error.reason)."
            answer(.file(.failed(failure(of: key, reason, error.or(.notCreated)))))
        }
    }

    private func failure(of key: MessageKey, _ reason: String, _ error: FileFailure) -> MessageFailure {
        MessageFailure(chat: key.chat, message: key.message, reason: reason, fileProblem: error.problem)
    }

    // MARK: FileStore

    package func path(of file: FileID) -> String? {
        guard file.isFileName, let existing, let info = FileInfo("\(existing)/\(file)"), info.isRegular else {
            return nil
        }
        // It is used now.
        utimensat(AT_FDCWD, "\(existing)/\(file)", nil, 0)
        return "\(existing)/\(file)"
    }

    package func part(of file: MessageFile) throws -> String {
        if !fetches { throw FileFailure(reason: "nothing is downloaded with --fetch never") }
        guard file.id.isFileName else {
            throw FileFailure(reason: "the server names the file in an invalid way", .damaged)
        }
        let folder = try made()
        let path = "\(folder)/\(file.id.part)"
        let count = max(0, file.byteCount ?? 0)
        do throws(FileFailure) {
            try Self.checkRoom(for: count - (FileInfo(path)?.count ?? 0), of: count, in: folder)
        } catch {
            unlink(path)
            throw error
        }
        return path
    }

    package func dropPart(of file: MessageFile) {
        if file.id.isFileName, let existing { unlink("\(existing)/\(file.id.part)") }
    }

    /// What is left free for messages, in bytes.
    private static let margin: Int64 = 1 << 20

    /// Throws unless the folder has room for so many bytes.
    ///
    /// - Parameter whole: the length of the whole file.
    private static func checkRoom(for count: Int64, of whole: Int64, in folder: String) throws(FileFailure) {
        guard let room = DiskSpace.free(in: folder).map({ max(0, $0 - margin) }), count > room else { return }
        throw FileFailure(
            reason:
                "it has \(FileText.size(whole)), and \(folder) has room for \(FileText.size(room)); free some space, and "
                + "try again", .inputOutput)
    }

    package func finish(_ fetch: FileFetch) -> [Event] {
        let file = fetch.file
        do throws(FileFailure) {
            let folder = try made()
            guard file.id.isFileName else {
                throw FileFailure(reason: "the server names the file in an invalid way", .damaged)
            }
            let part = "\(folder)/\(file.id.part)"
            if FileInfo(part) == nil {
                throw FileFailure(reason: "what had come was removed; fetch it again", .inputOutput)
            }
            let count: Int64
            do throws(FileFailure) { count = try check(FileReader(part, keptIn: folder), file) } catch {
                unlink(part)
                throw error
            }
            let dropped = try makeRoom(for: count)
            guard rename(part, "\(folder)/\(file.id)") == 0 else { throw FileFailure().of(folder) }
            return (dropped.isEmpty ? [] : [.file(.dropped(ids: dropped))]) + [
                .file(.kept(KeptFiles(folder: lasting, ids: [file.id]))), fetch.done,
            ]
        } catch {
            return [fetch.failed("Cannot fetch \(file.name): \(error.reason).", error.or(.notCreated).problem)]
        }
    }

    /// Checks that a download is what its message promised; returns its length.
    private func check(_ part: FileReader, _ file: MessageFile) throws(FileFailure) -> Int64 {
        if let count = file.byteCount, part.count != count {
            throw FileFailure(reason: "the server sent \(part.count) bytes, not \(count)", .damaged)
        }
        if let sha256 = file.sha256, try part.sha256() != sha256 {
            throw FileFailure(
                reason: "the server sent another file: its SHA-256 is not that of the message", .damaged)
        }
        return part.count
    }

    // MARK: The folder

    /// The path of the folder, if there is one.
    private var existing: String? {
        lock.withLock {
            if folder == nil, let wantsFolder, FileInfo(wantsFolder)?.isFolder == true { folder = wantsFolder }
            return folder
        }
    }

    /// The path that events tell.
    private var lasting: String? { wantsFolder }

    /// Makes the folder, unless it exists.
    private func made() throws(FileFailure) -> String {
        if let existing { return existing }
        let path: String
        if let wantsFolder {
            path = wantsFolder
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFailure().of(path).or(.notCreated) }
            guard FileInfo(path)?.isFolder == true else { throw FileFailure(ENOTDIR).of(path).or(.notCreated) }
        } else {
            var template = Array("\(NSTemporaryDirectory())/telex-files.XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { throw FileFailure().of(NSTemporaryDirectory()).or(.notCreated) }
            path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        lock.withLock { folder = path }
        return path
    }

    /// Removes files until there is room for so many bytes.
    ///
    /// - Returns: the files that were removed.
    private func makeRoom(for count: Int64) throws(FileFailure) -> [FileID] {
        guard let existing else { return [] }
        let kept = lock.withLock { unsent }
        var files = FileID.list(existing).compactMap { id in FileInfo("\(existing)/\(id)").map { (id, $0) } }
        // Files with holes can be longer than any disk.
        var all = files.reduce(min(count, .max / 2)) { min($0 + min($1.1.count, .max / 2), .max / 2) }
        files.removeAll { kept.contains($0.0) }
        files.sort { $0.1.used < $1.1.used }
        var dropped: [FileID] = []
        for (id, info) in files where all > limit {
            guard unlink("\(existing)/\(id)") == 0 else { continue }
            all -= info.count
            dropped.append(id)
        }
        return dropped
    }
}

extension FileID {
    static let partSuffix = ".part"

    /// The name of the part of a file that is downloaded.
    var part: String { text + Self.partSuffix }

    /// The files in a folder, in the order of their ids.
    static func list(_ folder: String?) -> [FileID] {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.map { FileID($0) }.filter(\.isFileName).sorted()
    }
}

/// The space on the disk of a folder.
package enum DiskSpace {
    /// How many bytes are free for this user; `nil` if the system does not tell.
    package static func free(in folder: String) -> Int64? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        let (free, hasOverflowed) = Int64(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int64(clamping: status.f_frsize))
        return hasOverflowed ? .max : free
    }
}

/// What the system tells of a file, without following links.
struct FileInfo {
    private let status: stat

    init(_ status: stat) { self.status = status }

    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.status = status
    }

    var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
    var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
    var isLink: Bool { status.st_mode & S_IFMT == S_IFLNK }
    /// Whether it belongs to this user.
    var isOwn: Bool { status.st_uid == geteuid() }
    var isOpenToOthers: Bool { status.st_mode & 0o077 != 0 }
    /// In bytes.
    var count: Int64 { Int64(status.st_size) }

    /// When it was used last, in nanoseconds since 1970.
    var used: Int64 {
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
