import CPowerCut
import Foundation
import TelexCore
import Testing

@testable import TelexStorage

/// Tests that watch SQLite's writes: one at a time, since they all go through one VFS.
@Suite(.serialized) struct DiskTests {}

extension DiskTests {
    /// Checks what each durability promises, on a disk that loses unsynced data when the power is cut.
    @Suite struct PowerCutTests {
        /// Enough commits that SQLite moves its log into the file several times.
        private let commits = 400
        private let cuts = 30

        private func message(_ number: Int) -> Message {
            Message(
                id: MessageID("m\(number)"), chat: "ada", position: Int64(number), isOwn: false,
                content: .text("\(number) " + String(repeating: "x", count: 6_000)),
                date: Date(timeIntervalSince1970: 0),
                delivery: .received)
        }

        private func temporary() -> String {
            FileManager.default.temporaryDirectory.appendingPathComponent("cut-\(UUID())").path
        }

        private func remove(_ path: String) {
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        }

        /// - Returns: how much had been written once the store was created, and after each commit.
        private func write(to path: String, _ durability: SQLiteStore.Durability) throws -> [Int] {
            power_cut_begin(path)
            defer { power_cut_end() }
            let store = try SQLiteStore(path: path, durability: durability)
            var counts = [power_cut_count()]
            for number in 1...commits {
                try store.commit([.message(message(number)), .chat(Chat(id: "ada", title: "Ada", total: number))])
                counts.append(power_cut_count())
            }
            return counts
        }

        /// Returns the messages that survive a cut, in a store that must open as usual and be fully readable.
        private func survivors(of count: Int, seed: Int, percent: Int) throws -> [Int] {
            let path = temporary()
            defer { remove(path) }
            power_cut_copy(path, count, UInt32(seed), Int32(percent))
            _ = try SQLiteStore(path: path, durability: .full)
            var found: [Int] = []
            let extent = try StoreExport(path: path).read { item in
                if case .message(let message) = item { found.append(Int(message.position)) }
            }
            #expect(extent == .whole)
            return found
        }

        @Test(arguments: SQLiteStore.Durability.allCases)
        func keepsWhatItPromises(durability: SQLiteStore.Durability) throws {
            let path = temporary()
            defer { remove(path) }
            let counts = try write(to: path, durability)
            var lost = 0
            for cut in 0..<cuts {
                let count = counts[0] + (counts[commits] - counts[0]) * (2 * cut + 1) / (2 * cuts)
                let percent = [0, 50, 90][cut % 3]
                let found = try survivors(of: count, seed: cut, percent: percent)
                let committed = counts.lastIndex { $0 <= count } ?? 0
                // Only the last messages may be missing. At most one more may be present: that of the commit in
                // progress.
                #expect(
                    found == Array(1...commits).prefix(found.count).map(\.self), "cut \(cut) at \(count), \(percent) %")
                #expect(found.count <= committed + 1)
                if durability == .full { #expect(found.count >= committed, "cut \(cut) at \(count), \(percent) %") }
                lost += max(0, committed - found.count)
            }
            // The disk must lose something, or the test would prove nothing.
            if durability == .normal { #expect(lost > 0) }
        }
    }
}
