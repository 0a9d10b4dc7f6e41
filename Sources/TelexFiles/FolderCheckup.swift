import Foundation
import TelexCore
import TelexRuntime

/// What is wrong in a folder of files, without changing anything. The contents are compared with the messages that bring
/// them.
package struct FolderCheckup {
    /// Why the folder cannot be used.
    package enum Fault: Hashable {
        /// It is a symbolic link, which is not followed.
        case link
        /// Something else has its place.
        case notAFolder
        case otherOwner
        case inaccessible(reason: String)
    }

    /// The things of a kind: how many there are, and the first few.
    package struct Finds: Hashable, ExpressibleByArrayLiteral {
        private static let most = 3

        package private(set) var names: [String] = []
        package private(set) var count = 0

        package init(arrayLiteral names: String...) { for name in names { add(name) } }

        mutating func add(_ name: String) {
            count += 1
            if names.count < Self.most { names.append(name) }
        }
    }

    /// What a message says of a file.
    private struct Promise: Hashable {
        let count: Int64?
        let sha256: String?
    }

    private let path: String
    /// Whether there is a folder, or something in its place.
    package let exists: Bool
    package private(set) var fault: Fault?
    /// Whether other users can read or write the folder, or something in it.
    package private(set) var isOpen = false
    /// What belongs to another user.
    package private(set) var others: Finds = []
    /// Symbolic links, which are not followed.
    package private(set) var links: Finds = []
    /// What Telex has not written.
    package private(set) var strangers: Finds = []

    private var files: [FileID: Int64] = [:]
    private var parts: [FileID: Int64] = [:]
    private var promises: [FileID: Set<Promise>] = [:]

    package init(_ path: String) {
        self.path = path
        guard let info = FileInfo(path) else {
            exists = false
            return
        }
        exists = true
        if info.isLink {
            fault = .link
        } else if !info.isFolder {
            fault = .notAFolder
        } else if !info.isOwn {
            fault = .otherOwner
        } else if access(path, R_OK | W_OK | X_OK) != 0 {
            fault = .inaccessible(reason: FileFailure().reason)
        }
        guard fault == nil else { return }
        isOpen = info.isOpenToOthers
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names.sorted() { look(at: name) }
    }

    private mutating func look(at name: String) {
        // It may be removed meanwhile.
        guard let info = FileInfo("\(path)/\(name)") else { return }
        let isPart = name.hasSuffix(FileID.partSuffix)
        let id = FileID(isPart ? String(name.dropLast(FileID.partSuffix.count)) : name)
        if info.isLink { return links.add(name) }
        // What a killed telex was writing is removed by the next one.
        let isCopy = name.hasPrefix(FileCopy.prefix)
        if name == KeptFiles.viewName, info.isFolder { return }
        guard info.isRegular, isCopy || id.isFileName else { return strangers.add(name) }
        if !info.isOwn { others.add(name) }
        if info.isOpenToOthers { isOpen = true }
        if isCopy { return }
        if isPart { parts[id] = info.count } else { files[id] = info.count }
    }

    /// Notes what a message says of its file, if it is in the folder.
    package mutating func note(_ file: MessageFile) {
        guard files[file.id] != nil || parts[file.id] != nil else { return }
        promises[file.id, default: []].insert(Promise(count: file.byteCount, sha256: file.sha256))
    }

    // MARK: Contents

    /// The contents of the folder, compared with the messages that were noted.
    package struct Contents: Hashable {
        /// How many files there are, and their length in bytes.
        package var fileCount = 0
        package var byteCount: Int64 = 0
        /// Files that are not what their messages promise, or that cannot be read.
        package var damaged: Finds = []
        /// The parts of downloads, and how many bytes they have.
        package var partCount = 0
        package var partBytes: Int64 = 0
        /// Parts that nobody needs: the file is here, or no message brings it.
        package var unneeded: Finds = []
        /// How many hashes were compared, and how many were not, because the files are long.
        package var hashedCount = 0
        package var unhashedCount = 0
    }

    /// Compares all lengths, and the hashes of the shortest files.
    ///
    /// - Parameter limit: how many bytes are hashed together at most.
    package func contents(hashing limit: Int64) -> Contents {
        var found = Contents()
        var left = limit
        for (id, count) in files.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
            found.fileCount += 1
            found.byteCount = Self.sum(found.byteCount, count)
            let promises = (promises[id] ?? []).filter { $0.count ?? count == count }
            if promises.isEmpty, self.promises[id] != nil {
                found.damaged.add(id.text)
            } else if !promises.isEmpty, promises.allSatisfy({ $0.sha256 != nil }) {
                guard count <= left else {
                    found.unhashedCount += 1
                    continue
                }
                left -= count
                found.hashedCount += 1
                if !isWhole(id, promises.compactMap(\.sha256)) { found.damaged.add(id.text) }
            }
        }
        for (id, count) in parts.sorted(by: { $0.key < $1.key }) {
            found.partCount += 1
            found.partBytes = Self.sum(found.partBytes, count)
            if files[id] != nil || promises[id] == nil { found.unneeded.add(id.part) }
        }
        return found
    }

    /// Files with holes can be longer than any disk.
    private static func sum(_ first: Int64, _ second: Int64) -> Int64 {
        min(first, .max / 2) + min(second, .max / 2)
    }

    /// Whether a file has one of these hashes, or has been removed meanwhile.
    private func isWhole(_ id: FileID, _ hashes: [String]) -> Bool {
        let path = "\(path)/\(id)"
        do { return hashes.contains(try FileReader(path).sha256()) } catch { return FileInfo(path) == nil }
    }
}
