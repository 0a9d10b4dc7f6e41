import Foundation

/// Gives files that root has made to the server's user.
enum FileOwner {
    /// Gives a file, or a folder and what is in it, to the owner of another file, or of its folder if there is no such
    /// file.
    ///
    /// Other users than root cannot give files away, and need not.
    static func give(_ path: String, to model: String) {
        guard geteuid() == 0 else { return }
        var owner = stat()
        let folder = (model as NSString).deletingLastPathComponent
        guard stat(model, &owner) == 0 || stat(folder.isEmpty ? "." : folder, &owner) == 0 else { return }
        give(path, owner)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            give("\(path)/\(name)", owner)
        }
    }

    private static func give(_ path: String, _ owner: stat) { _ = lchown(path, owner.st_uid, owner.st_gid) }
}
