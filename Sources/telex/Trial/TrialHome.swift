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

    init() throws {
        var template = Array((FileManager.default.temporaryDirectory.path + "/telex-try.XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            let path = FileManager.default.temporaryDirectory.path
            throw CommandError(
                "Cannot make a folder in \(path): \(SystemError.text()). Set TMPDIR to a folder that can be written.",
                .cannotCreate)
        }
        let folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        self.folder = folder
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

    deinit { remove() }

    /// Removes the folder with everything in it.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
