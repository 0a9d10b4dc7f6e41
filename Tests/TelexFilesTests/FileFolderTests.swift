import Foundation
import TelexCore
import TelexRuntime
import Testing

@testable import TelexFiles

/// Tests the folder of files.
@Suite struct FileFolderTests {
    /// A folder with a place for the files of a test.
    private final class Place {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("place-\(UUID())").path
        let folder: FileFolder
        private(set) var events: [Event] = []

        init(limit: Int64 = FileFolder.usualLimit) throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            folder = FileFolder("\(path)/files", limit: limit, isVirtual: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ text: String, to name: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        }

        func read(_ path: String) -> String? {
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        }

        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

        func perform(_ request: FileRequest) -> [Event] {
            let answers = Answers()
            folder.perform(request, Answer(effect: 1) { answers.add($0) })
            return answers.events
        }

        func take(_ name: String) -> MessageFile? {
            let message = OutgoingMessage(chat: "ada", text: "", path: "\(path)/\(name)")
            for case .file(.taken(let taken)) in perform(.take(message)) { return taken.file }
            return nil
        }
    }

    private final class Answers: @unchecked Sendable {
        private(set) var events: [Event] = []
        func add(_ delivery: Delivery) { if case .event(let event, _) = delivery { events.append(event) } }
    }

    private static let key = MessageKey(chat: "ada", message: "m")

    /// The SHA-256 of "abc" (FIPS 180-2, appendix B.1).
    private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    @Test func takesACopyNamedByItsHash() throws {
        let place = try Place()
        try place.write("abc", to: "notes.txt")
        let file = try #require(place.take("notes.txt"))
        #expect(file.id.text == Self.abc && file.sha256 == Self.abc && file.name == "notes.txt" && file.byteCount == 3)
        #expect(file.mediaType == "text/plain")
        let path = try #require(place.folder.path(of: file.id))
        #expect(place.read(path) == "abc" && path == "\(place.path)/files/\(Self.abc)")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // It was taken for a message.
        #expect(place.perform(.remove(file.id)) == [] && place.folder.path(of: file.id) == path)
        #expect(
            place.perform(.list(unsent: [])) == [.file(.kept(KeptFiles(folder: "\(place.path)/files", ids: [file.id])))]
        )
        // The part of a download goes with it.
        try place.write("a", to: "files/\(file.id.part)")
        #expect(place.perform(.remove(file.id)) == [] && place.folder.path(of: file.id) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/files") == [])
    }

    @Test(arguments: ["nope", ".", "fifo"])
    func refusesWhatIsNoFile(name: String) throws {
        let place = try Place()
        #expect(mkfifo("\(place.path)/fifo", 0o600) == 0)
        let message = OutgoingMessage(chat: "ada", text: "", path: "\(place.path)/\(name)")
        guard case .file(.refused(let failure))? = place.perform(.take(message)).first else {
            Issue.record("\(name) was taken")
            return
        }
        #expect(failure.reason.hasPrefix("Cannot send \(place.path)/\(name): ") && failure.fileProblem == .missing)
        #expect(place.names == ["fifo"] || place.names == ["fifo", "files"])
    }

    /// Not the file.
    @Test(arguments: [false, true]) func saysThatTheFolderCannotBeUsed(isLink: Bool) throws {
        let place = try Place()
        try place.write("abc", to: "a")
        if isLink { #expect(symlink("/tmp", "\(place.path)/files") == 0) } else { try place.write("x", to: "files") }
        let reason =
            "the folder for files, \(place.path)/files, cannot be used: not a directory; telex doctor says more"
        #expect(
            place.perform(.take(OutgoingMessage(chat: "ada", text: "", path: "\(place.path)/a"))) == [
                .file(
                    .refused(
                        MessageFailure(
                            chat: "ada", message: "", reason: "Cannot send \(place.path)/a: \(reason).",
                            fileProblem: .notCreated)))
            ])
        let file = MessageFile(id: FileID(Self.abc), source: "s", name: "a")
        let failure = #expect(throws: FileFailure.self) { try place.folder.part(of: file) }
        #expect(failure == FileFailure(reason: reason, .notCreated))
        let failed = MessageFailure(
            chat: "ada", message: "m", reason: "Cannot fetch a: \(reason).", fileProblem: .notCreated)
        #expect(place.folder.finish(FileFetch(Self.key, file)) == [.file(.failed(failed))])
    }

    @Test func saysWhatToDoAboutAFullDisk() {
        let failure = FileFailure(ENOSPC).of("/files")
        #expect(failure.problem == .inputOutput && failure.reason.hasSuffix("; free some space, and try again"))
    }

    @Test func removesWhatWasNotUsedForTheLongestTime() throws {
        let place = try Place(limit: 8)
        var files: [MessageFile] = []
        for text in ["aaa", "bbb", "ccc"] {
            try place.write(text, to: text)
            let message = OutgoingMessage(chat: "ada", text: "", path: "\(place.path)/\(text)")
            let events = place.perform(.take(message))
            for case .file(.taken(let taken)) in events { files.append(taken.file) }
            // The first two are wanted by nobody, but only the older one has to go.
            if text == "ccc" { #expect(events.first == .file(.dropped(ids: [files[0].id]))) }
            let path = "\(place.path)/files/\(files.last!.id)"
            var times = [timeval](repeating: timeval(tv_sec: files.count, tv_usec: 0), count: 2)
            #expect(utimes(path, &times) == 0)
            #expect(place.perform(.release(files.last!.id)) == [])
        }
        #expect(files.map { place.folder.path(of: $0.id) != nil } == [false, true, true])
    }

    @Test func keepsTheFilesOfUnsentMessages() throws {
        let place = try Place(limit: 4)
        for text in ["aaa", "bbb"] { try place.write(text, to: text) }
        let (first, second) = (try #require(place.take("aaa")), try #require(place.take("bbb")))
        #expect(place.folder.path(of: first.id) != nil && place.folder.path(of: second.id) != nil)
        _ = place.perform(.list(unsent: [second.id]))
        try place.write("ccc", to: "ccc")
        _ = place.take("ccc")
        #expect(place.folder.path(of: first.id) == nil && place.folder.path(of: second.id) != nil)
    }

    @Test func takesADownloadOnlyIfItIsWhole() throws {
        let place = try Place()
        for (text, count, isWhole) in [("abc", 3, true), ("ab", 3, false), ("abd", 3, false), ("abc", nil, true)]
            as [(String, Int64?, Bool)]
        {
            let file = MessageFile(id: FileID(Self.abc), source: "s", name: "a", byteCount: count, sha256: Self.abc)
            let part = try place.folder.part(of: file)
            try Data(text.utf8).write(to: URL(fileURLWithPath: part))
            let events = place.folder.finish(FileFetch(Self.key, file))
            #expect(events.contains(.file(.fetched(Self.key))) == isWhole)
            if case .file(.failed(let failure))? = events.first { #expect(failure.fileProblem == .damaged) }
            #expect((place.folder.path(of: file.id) != nil) == isWhole && !FileManager.default.fileExists(atPath: part))
            _ = place.perform(.remove(file.id))
        }
    }

    @Test(arguments: ["", "../x", "a/b", String(repeating: "A", count: 64), String(repeating: "a", count: 63)])
    func knowsNoFilesByOtherNames(name: String) throws {
        let place = try Place()
        try place.write("x", to: "x")
        let file = MessageFile(id: FileID(name), source: "s", name: "a")
        #expect(place.folder.path(of: file.id) == nil)
        #expect(throws: FileFailure.self) { try place.folder.part(of: file) }
        guard case .file(.failed)? = place.folder.finish(FileFetch(Self.key, file)).first else {
            Issue.record("The file was taken")
            return
        }
        #expect(place.perform(.remove(file.id)) == [] && place.read("\(place.path)/x") == "x")
    }

    @Test func followsNoLinkInTheFolder() throws {
        let place = try Place()
        try place.write("secret", to: "secret")
        try place.write("abc", to: "a")
        let file = try #require(place.take("a"))
        let path = "\(place.path)/files/\(file.id)"
        try FileManager.default.removeItem(atPath: path)
        #expect(symlink("\(place.path)/secret", path) == 0)
        #expect(place.folder.path(of: file.id) == nil)
    }

    @Test func noticesThatAFileChangesWhileItIsRead() throws {
        let place = try Place()
        try place.write("abc", to: "a")
        let reader = try FileReader("\(place.path)/a")
        #expect(throws: FileFailure(reason: "the file changed while it was read", .inputOutput)) {
            try reader.read { _ throws(FileFailure) in
                let written = utimensat(AT_FDCWD, "\(place.path)/a", [timespec(), timespec()], 0)
                return written == 0
            }
        }
    }

    @Test func savesWithoutOverwriting() throws {
        let place = try Place()
        try place.write("abc", to: "a")
        var file = try #require(place.take("a"))
        file.name = "photo.png"
        try place.write("mine", to: "photo.png")
        let save = { (path: String) in place.perform(.save(file, FileSaving(chat: "ada", message: "m", path: path))) }
        #expect(
            save(place.path) == [
                .file(.saved(FileSaving(chat: "ada", message: "m", path: "\(place.path)/photo (2).png")))
            ])
        #expect(
            save("\(place.path)/new") == [
                .file(.saved(FileSaving(chat: "ada", message: "m", path: "\(place.path)/new")))
            ])
        #expect(place.read("\(place.path)/photo.png") == "mine" && place.read("\(place.path)/new") == "abc")
        for path in ["\(place.path)/photo.png", "\(place.path)/no/such", "\(place.path)/nofolder/"] {
            guard case .file(.failed(let failure))? = save(path).first else {
                Issue.record("\(path) was written")
                continue
            }
            #expect(failure.reason.hasPrefix("Cannot save \(path): ") && failure.fileProblem == .notCreated)
        }
        #expect(place.names == ["a", "files", "new", "photo (2).png", "photo.png"])
    }

    /// Whatever is at the path here, the file that was opened is meant.
    @Test func takesWhatItsSenderHasOpened() throws {
        let place = try Place()
        try place.write("abc", to: "a")
        try place.write("mine", to: "b")
        var message = OutgoingMessage(chat: "ada", text: "", path: "\(place.path)/b")
        message.loan = LentFile(reading: PathBytes("\(place.path)/a")).loan
        #expect(unlink("\(place.path)/a") == 0)
        let events = place.perform(.take(message))
        guard case .file(.taken(let taken))? = events.last else { throw FileFailure(ENOENT) }
        #expect(taken.file.id.text == Self.abc && taken.file.name == "b" && taken.message.loan == nil)
    }

    /// What a program passes can be anything.
    @Test(arguments: ["/dev/null", "/", "fifo"]) func takesOnlyARegularFileOfItsSender(name: String) throws {
        let place = try Place()
        #expect(mkfifo("\(place.path)/fifo", 0o600) == 0)
        var message = OutgoingMessage(chat: "ada", text: "", path: "/a")
        let file = try OpenFile(reading: PathBytes(name.hasPrefix("/") ? name : "\(place.path)/\(name)"))
        message.loan = LentFile(.source(file)).loan
        guard case .file(.refused(let failure))? = place.perform(.take(message)).first else {
            Issue.record("\(name) was taken")
            return
        }
        #expect(failure.fileProblem == .missing)
    }

    /// Even if its folder has moved meanwhile.
    @Test func savesWhereItsReaderHasOpenedTheFolder() throws {
        let place = try Place()
        try place.write("abc", to: "a")
        let file = try #require(place.take("a"))
        #expect(mkdir("\(place.path)/old", 0o700) == 0)
        var saving = FileSaving(chat: "ada", message: "m", path: "\(place.path)/old/copy")
        let name = PathBytes(bytes: Array("\(place.path)/old/caf".utf8) + [0xE9])
        for path in [PathBytes(saving.path), name] {
            saving.loan = LentFile(creating: path).loan
            if path == name { #expect(rename("\(place.path)/old", "\(place.path)/new") == 0) }
            guard case .file(.saved(let saved))? = place.perform(.save(file, saving)).first else {
                Issue.record("it was not saved")
                continue
            }
            #expect(saved.path == path.text)
        }
        let names = PathBytes("\(place.path)/new").withPointer { path in
            var names: Set<[UInt8]> = []
            guard let folder = opendir(path) else { return names }
            defer { closedir(folder) }
            while let entry = readdir(folder) {
                names.insert(withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
            }
            return names
        }
        #expect(names == [[0x2E], [0x2E, 0x2E], Array("copy".utf8), Array("caf".utf8) + [0xE9]])
    }

    /// A kill leaves nothing in the folder of the user, unless the system has only files with names.
    @Test(arguments: [true, false]) func aCopyHasNoNameUntilItIsWhole(hasDescriptors: Bool) throws {
        let place = try Place()
        try place.write("abc", to: "a")
        let before = place.names
        var copy: FileCopy? = try .unnamed(
            in: OpenFile(folder: PathBytes(place.path)),
            descriptors: hasDescriptors ? "/proc/self/fd" : "\(place.path)/none")
        try copy?.write(try FileReader("\(place.path)/a")) { _ in true }
        #if os(Linux)
            #expect((place.names == before) == hasDescriptors)
        #endif
        #expect(try copy?.moveUnlessTaken(to: PathBytes("a")) == false)
        #expect(try copy?.moveUnlessTaken(to: PathBytes("b")) == true)
        copy = nil
        #expect(place.names == before + ["b"] && place.read("\(place.path)/b") == "abc")
    }

    @Test func refusesADownloadForWhichThereIsNoRoom() throws {
        let place = try Place()
        for count in [1 << 60, Int64.max] {
            let file = MessageFile(id: FileID(Self.abc), source: "s", name: "a", byteCount: count)
            let failure = #expect(throws: FileFailure.self) { try place.folder.part(of: file) }
            #expect(failure?.problem == .inputOutput)
        }
    }

    @Test(arguments: ["other", "abd", ""]) func doesNotSaveWhatSomebodyHasChanged(content: String) throws {
        let place = try Place()
        try place.write("abc", to: "a")
        let file = try #require(place.take("a"))
        try place.write(content, to: "files/\(file.id)")
        let saving = FileSaving(chat: "ada", message: "m", path: "\(place.path)/b")
        // It is fetched anew, once.
        let dropped = Event.file(.dropped(ids: [file.id]))
        #expect(place.perform(.save(file, saving)) == [dropped, .file(.saving(saving))])
        try place.write(content, to: "files/\(file.id)")
        let events = place.perform(.save(file, saving))
        guard events.count == 2, events[0] == dropped, case .file(.failed) = events[1] else {
            Issue.record("\(events)")
            return
        }
        #expect(place.names == ["a", "files"])
    }

    @Test func removesWhatAKillHasLeft() throws {
        let place = try Place()
        try place.write("abc", to: "a")
        _ = place.take("a")
        try place.write("half", to: "files/\(FileCopy.prefix)x")
        _ = place.perform(.list(unsent: []))
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/files") == [Self.abc])
    }

    @Test func removesAFolderThatNobodyKeeps() throws {
        var folder: FileFolder? = FileFolder(nil, isVirtual: true)
        let part = try #require(try folder?.part(of: MessageFile(id: FileID(Self.abc), name: "a")))
        let path = URL(fileURLWithPath: part).deletingLastPathComponent().path
        #expect(FileManager.default.fileExists(atPath: path))
        folder = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
