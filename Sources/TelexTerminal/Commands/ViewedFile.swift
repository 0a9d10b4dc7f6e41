import Foundation
import TelexCore
import TelexRuntime

/// A file that is opened with a program of the desktop.
enum ViewedFile {
    /// The types of files that no program runs. Documents with macros, archives, web pages and drawings with scripts are not
    /// among them.
    private static func isHarmless(_ type: String) -> Bool {
        let kinds = ["image/", "audio/", "video/"]
        let others: Set = ["application/pdf", "text/plain", "text/csv", "text/markdown"]
        return others.contains(type) || type != "image/svg+xml" && kinds.contains(where: type.hasPrefix)
    }

    /// Whether the first bytes are those of what the name says.
    static func fits(_ header: FileHeader, _ name: String) -> Bool {
        let named = MediaType.suggested(by: name)
        if header.isProgram { return false }
        guard let type = header.mediaType else { return named.hasPrefix("text/") && header.isText }
        return form(type) == form(named)
    }

    /// The form of a type, which several types can share.
    private static func form(_ type: String) -> String {
        switch type {
        case "audio/mp4", "video/mp4", "video/quicktime": "mp4"
        case "image/heic", "image/avif": "heif"
        case "video/webm", "video/x-matroska": "matroska"
        default: type
        }
    }

    /// Why a file is not opened; `nil` if it can be. The desktop goes by the name.
    static func refusal(_ file: MessagesViewModel.File) -> String? {
        isHarmless(MediaType.suggested(by: file.name))
            ? nil
            : "\(HarmlessText.of(file.name)) is not opened: only pictures, sounds, videos, PDFs and plain texts are. /save copies it."
    }

    /// Opens a file for reading; `nil` if it is not a regular file. It follows no link and waits for no FIFO.
    private static func regularFile(_ path: String) -> FileHandle? {
        let descriptor = Foundation.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? handle : nil
    }

    /// Opens a copy of the file, under its own name; returns what to say of it.
    static func open(_ file: MessagesViewModel.File, with opener: String) -> StyledText {
        let name = HarmlessText.of(file.name)
        guard file.path != nil || file.state != .here else {
            return StyledText("\(name) is only in memory here. /save copies it.", .error)
        }
        guard let path = file.path, let handle = regularFile(path) else {
            return StyledText("\(name) is not here any more.", .error)
        }
        let header = FileHeader { offset, count in
            try? handle.seek(toOffset: UInt64(offset))
            return (try? handle.read(upToCount: count)).flatMap { $0 }.map(Array.init) ?? []
        }
        if !fits(header, file.name) {
            return StyledText("\(name) is not opened: it is not what its name says. /save copies it.", .error)
        }
        // One at a time: the copy of the last one is removed.
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(KeptFiles.viewName)
        let manager = FileManager.default
        do {
            try? manager.removeItem(at: folder)
            try manager.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            let copy = folder.appendingPathComponent(file.name)
            try manager.copyItem(atPath: path, toPath: copy.path)
            Notifier(program: opener).run(with: copy.path)
            return StyledText("Opening \(name).", .secondary)
        } catch {
            return StyledText("\(name) cannot be opened: \(error.localizedDescription)", .error)
        }
    }
}
