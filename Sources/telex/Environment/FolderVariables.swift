import Foundation

/// The environment variables that name the folders of Telex.
enum FolderVariables {
    private static let names = [
        "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DOWNLOAD_DIR",
    ]

    /// Throws if one is not UTF-8: Telex would take another folder.
    static func check() throws(CommandError) {
        for name in names {
            guard let value = getenv(name) else { continue }
            let bytes = UnsafeRawBufferPointer(start: value, count: strlen(value))
            if String(validating: bytes, as: UTF8.self) == nil {
                throw CommandError(
                    "$\(name) is not valid UTF-8, and Telex needs the paths of its folders in UTF-8. Set \(name) to such a path.",
                    .configuration)
            }
        }
    }
}
