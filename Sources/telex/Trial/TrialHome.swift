import Foundation
import TelexRuntime
import TelexStorage

/// A home folder for one run of a program under `telex try`, and the profile in it.
final class TrialHome: Sendable {
    /// The variable that names the folder of the profile that every telex joins.
    static let variable = "TELEX_TRY"

    /// The profile of the `telex try` that has started this process; `nil` if none has.
    static let current: Profile? = TelexCommand.environment[variable].flatMap {
        $0.hasPrefix("/") ? Profile(folder: $0) : nil
    }

    let folder: String
    let profile: Profile
    /// The environment of the program.
    let environment: [String: String]

    /// Locked, so that another `telex try` sees that the folder is in use (flock(2)).
    private let lock: CInt

    private static let prefix = "telex-try."

    init() throws {
        (folder, lock) = try Self.make()
        var environment = TelexCommand.environment
        environment["HOME"] = folder
        environment["XDG_CONFIG_HOME"] = "\(folder)/.config"
        environment["XDG_CACHE_HOME"] = "\(folder)/.cache"
        environment["XDG_STATE_HOME"] = "\(folder)/.local/state"
        environment["XDG_DATA_HOME"] = "\(folder)/.local/share"
        profile = Profile(name: Profile.standardName, environment: environment)
        environment[Self.variable] = profile.folder
        // If no other telex is installed, the program finds this one.
        if let own = Bundle.main.executableURL?.deletingLastPathComponent().path {
            environment["PATH"] = [environment["PATH"], own].compactMap(\.self).joined(separator: ":")
        }
        self.environment = environment
        try profile.make()
    }

    deinit {
        remove()
        close(lock)
    }

    /// Makes a folder, and locks it.
    private static func make() throws -> (folder: String, lock: CInt) {
        let parent = FileManager.default.temporaryDirectory.path
        while true {
            var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else {
                throw CommandError(
                    "Cannot make a folder in \(parent): \(SystemError.text()). Set TMPDIR to a folder that can be written.",
                    .cannotCreate)
            }
            let folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
            // Another telex may have found it before it was locked, and removed it.
            if let lock = locked(folder, LOCK_EX) { return (folder, lock) }
        }
    }

    /// Locks a folder of this user; returns `nil` if it is in use or gone.
    private static func locked(_ folder: String, _ how: CInt) -> CInt? {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var (status, path) = (stat(), stat())
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), flock(descriptor, how) == 0,
            lstat(folder, &path) == 0, path.st_ino == status.st_ino
        else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Removes the folders that a `telex try` has left behind that was killed.
    static func removeAbandoned() {
        let parent = FileManager.default.temporaryDirectory.path
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
            let folder = "\(parent)/\(name)"
            guard let lock = locked(folder, LOCK_EX | LOCK_NB) else { continue }
            try? FileManager.default.removeItem(atPath: folder)
            close(lock)
        }
    }

    /// Removes the folder with everything in it.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
