import Foundation

/// Gives files that root has made to the server's user.
enum FileOwner {
    /// Gives a file, or a folder and what is in it, to the owner of another file, or of its folder if there is no such
    /// file.
    ///
    /// Other users than root cannot give files away, and need not.
    static func give(_ path: String, to model: String) {
        guard let owner = of(model) else { return }
        give(path, owner)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            give("\(path)/\(name)", owner)
        }
    }

    /// The owner of a file, or of its folder if there is no such file; `nil` if this user cannot give files away.
    static func of(_ model: String) -> stat? {
        guard geteuid() == 0 else { return nil }
        var owner = stat()
        let folder = (model as NSString).deletingLastPathComponent
        return stat(model, &owner) == 0 || stat(folder.isEmpty ? "." : folder, &owner) == 0 ? owner : nil
    }

    /// A file with other names belongs to others, too.
    private static func give(_ path: String, _ owner: stat) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR || status.st_nlink == 1 else { return }
        _ = lchown(path, owner.st_uid, owner.st_gid)
    }
}
