import Foundation
import Testing

@testable import TelexRuntime

/// The socket at which other programs join.
@Suite struct DoorTests {
    /// The sockets of those who came in.
    private final class Hall: @unchecked Sendable {  // `lock` guards `guests`
        private let lock = NSCondition()
        private var guests: [PeerSocket] = []

        func welcome(_ socket: PeerSocket) {
            lock.lock()
            guests.append(socket)
            lock.broadcast()
            lock.unlock()
        }

        func next() -> PeerSocket {
            lock.lock()
            defer { lock.unlock() }
            while guests.isEmpty { lock.wait() }
            return guests.removeFirst()
        }
    }

    /// Runs a test with a path in a folder that only its owner can use.
    private func withPath(_ name: String = "door", _ test: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let path = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: path.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        try test(path.path)
    }

    /// Runs a test with a program that has joined at a path: with its side of the connection, and with ours.
    private func withGuest(
        _ test: (_ inside: PeerSocket, _ outside: PeerSocket, _ door: Door, _ path: String) throws -> Void
    ) throws {
        try withPath { path in
            let hall = Hall()
            let door = Door(path) { hall.welcome($0) }
            door.open()
            let inside = try Door.connect(to: path)
            try test(inside, hall.next(), door, path)
            door.close()
        }
    }

    /// Whether the socket at the path is refused because others could use it.
    private func isUnsafe(_ path: String) -> Bool {
        do { _ = try Door.connect(to: path) } catch .unsafe { return true } catch {}
        return false
    }

    private func text(_ bytes: ArraySlice<UInt8>?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    /// Its thread holds what it calls until it ends.
    @Test func endsItsThreadWhenItCloses() throws {
        final class Held: Sendable {
            let promise: Promise<Void>
            init(_ promise: Promise<Void>) { self.promise = promise }
            deinit { promise.complete(with: .success(())) }
        }
        let promise = Promise<Void>()
        try withPath { path in
            let held = Held(promise)
            let door = Door(path) { _ in withExtendedLifetime(held) {} }
            door.open()
            _ = try Door.connect(to: path)
            door.close()
        }
        try promise.wait().get()
    }

    @Test func bothSidesReadWhatTheOtherWrites() throws {
        try withGuest { inside, outside, door, path in
            var (question, answer) = (ArraySlice("question".utf8), ArraySlice("answer".utf8))
            #expect(inside.write(&question) && question.isEmpty && text(outside.read()) == "question")
            #expect(outside.write(&answer) && text(inside.read()) == "answer")
            inside.finishWriting()
            #expect(text(outside.read()) == "" && outside.write(&answer))
            #expect(outside.writeAll(Array("more".utf8)) && text(inside.read()) == "more")
            outside.hangUp()
            #expect(text(inside.read()) == "")
            #expect(!inside.writeAll([0]))
            door.close()
            #expect(throws: Door.Refusal.closed) { try Door.connect(to: path) }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    /// A writer returns with what a reader that does not read has not taken.
    @Test func aWriteDoesNotWaitForASlowReader() throws {
        try withGuest { reader, writer, _, _ in
            try limitWhatWaits(for: writer.descriptor)
            var bytes = ArraySlice([UInt8](repeating: 65, count: 1 << 20))
            #expect(writer.write(&bytes) && !bytes.isEmpty)
            var taken = 0
            let rest = bytes.count
            while taken < (1 << 20) - rest { taken += reader.read()?.count ?? 0 }
            #expect(writer.write(&bytes) && bytes.count < rest)
            reader.hangUp()
            #expect(!writer.write(&bytes))
        }
    }

    @Test func waitsForSomethingToReadUntilADeadline() throws {
        try withGuest { reader, writer, _, _ in
            try #expect(!reader.waits(until: .distantPast) && !reader.waits(until: Date().addingTimeInterval(0.01)))
            try #expect(writer.writeAll([65]) && reader.waits(until: .distantFuture))
            #expect(!writer.isGone)
            writer.hangUp()
            try #expect(reader.read() == [65] && reader.waits(until: .distantFuture) && reader.isGone)
        }
    }

    @Test func waitsNoLongerWhenTheReaderOfTheOutputHasGone() throws {
        let output = Pipe()
        let descriptor = output.fileHandleForWriting.fileDescriptor
        try withGuest { reader, _, _, _ in
            try #expect(!reader.waits(until: .distantPast, output: descriptor))
            try output.fileHandleForReading.close()
            #expect(throws: FileOutput.Failure.closed) {
                try reader.waits(until: .distantFuture, output: descriptor)
            }
        }
    }

    @Test func replacesWhatACrashHasLeftBehind() throws {
        try withPath { path in
            let hall = Hall()
            let crashed = Door(path) { hall.welcome($0) }
            crashed.open()
            let door = Door(path) { hall.welcome($0) }
            door.open()
            _ = try Door.connect(to: path)
            _ = hall.next()
            door.close()
        }
    }

    @Test func isClosedIfNobodyListens() throws {
        try withPath { path in
            let door = Door(path) { _ in }
            door.open()
            try FileManager.default.linkItem(atPath: path, toPath: path + ".left")
            door.close()
            for path in [path, path + ".left"] {
                #expect(throws: Door.Refusal.closed) { _ = try Door.connect(to: path) }
            }
        }
    }

    #if os(Linux)
        @Test func worksInAFolderWithALongName() throws {
            try withPath(String(repeating: "long/", count: 40) + "door") { path in
                let hall = Hall()
                let door = Door(path) { hall.welcome($0) }
                door.open()
                _ = try Door.connect(to: path)
                _ = hall.next()
                door.close()
                // No descriptor of the folder stays open.
                let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
                }
                #expect(!open.contains(URL(fileURLWithPath: path).deletingLastPathComponent().path))
            }
        }
    #endif

    @Test(arguments: [0o666, 0o620, 0o602])
    func refusesASocketThatOthersCanUse(mode: mode_t) throws {
        try withPath { path in
            let door = Door(path) { _ in }
            door.open()
            #expect(chmod(path, mode) == 0)
            #expect(isUnsafe(path))
            #expect(chmod(path, 0o600) == 0)
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            #expect(chmod(folder, 0o770) == 0)
            #expect(isUnsafe(path))
            door.close()
        }
    }

    @Test func refusesAnythingButASocket() throws {
        try withPath { path in
            #expect(throws: Door.Refusal.closed) { try Door.connect(to: path) }
            try "file".write(toFile: path, atomically: false, encoding: .utf8)
            #expect(chmod(path, 0o600) == 0)
            #expect(isUnsafe(path))
        }
    }
}
