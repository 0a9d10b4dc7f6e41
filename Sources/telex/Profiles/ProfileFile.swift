import Foundation
import TelexRuntime
import TelexStorage

/// A small file in the folder of a profile, which is read and written as a whole. Only its owner can read it.
struct ProfileFile: Sendable {
    let path: String

    /// The most bytes that one may have.
    private static let longest = 1 << 20

    /// - Parameter name: the file's path in the profile's folder. Its own folder is created when it is written.
    init(_ profile: Profile, _ name: String) { path = "\(profile.folder)/\(name)" }

    /// Returns the content; `nil` if there is no file. One that cannot be read has none.
    func read() -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return (try? WholeFile(path).read(atMost: Self.longest)) ?? []
    }

    /// Replaces the file, or creates it.
    func write(_ bytes: [UInt8]) throws(StoreError) {
        try inFolder { file throws(FileFailure) in try file.replace(bytes, isPrivate: true) }
    }

    /// Creates the file unless it exists; returns whether it did not.
    func create(_ bytes: [UInt8]) throws(StoreError) -> Bool {
        try inFolder { file throws(FileFailure) in try file.create(bytes) }
    }

    /// Locks the file for this process, until the lock is freed or the process ends.
    ///
    /// - Throws: `StoreError.locked` with the id of the process that has the lock.
    func lock() throws(StoreError) -> StoreLock {
        try Profile.makeFolder(folder)
        return try StoreLock("\(folder)/.\(URL(fileURLWithPath: path).lastPathComponent)")
    }

    /// Removes the file, if it is there.
    func remove() { unlink(path) }

    /// The folder that the file is in.
    var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

    private func inFolder<Result>(_ body: (WholeFile) throws(FileFailure) -> Result) throws(StoreError) -> Result {
        try Profile.makeFolder(folder)
        do { return try body(WholeFile(path)) } catch { throw .inaccessible(path: path, reason: error.reason) }
    }
}
