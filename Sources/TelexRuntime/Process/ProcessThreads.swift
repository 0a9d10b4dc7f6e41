import Foundation

/// The threads of some processes, as the system shows them (proc(5)).
///
/// If all of them sleep in two looks, and none has run in between, then all of them slept at once: nothing but a timer,
/// or something outside of these processes, wakes them.
package struct ProcessThreads: Equatable, Sendable {
    /// How often each thread was switched to or from, by its id.
    private var switches: [Int32: [UInt8]] = [:]
    /// A process whose thread runs, or waits to run; `nil` if all sleep.
    package private(set) var running: Int32?
    /// The processes.
    package private(set) var processes: [Int32] = []

    /// Whether the system shows the threads of processes.
    package static let isSupported = access("/proc/self/task", R_OK) == 0

    /// Looks at the processes of some sessions (setsid(2)), at some others, and at all that they have started.
    package init(sessions: Set<Int32>, processes roots: Set<Int32>) {
        var all: [(process: Int32, parent: Int32, session: Int32)] = []
        for process in Self.numbers(in: "/proc") {
            guard let text = Self.text("/proc/\(process)/stat"), let end = text.lastIndex(of: UInt8(ascii: ")")) else {
                continue
            }
            // After the name: the state, then the processes that started it, lead its group, and lead its session.
            let parts = text[(end + 1)...].split(separator: 0x20)
            guard parts.count > 4, parts[0] != [UInt8(ascii: "Z")] else { continue }
            all.append((process, Self.number(parts[1]), Self.number(parts[3])))
        }
        var chosen: Set<Int32> = []
        var before = -1
        while chosen.count != before {
            before = chosen.count
            for one in all
            where sessions.contains(one.session) || roots.contains(one.process) || chosen.contains(one.parent) {
                chosen.insert(one.process)
            }
        }
        chosen.remove(getpid())
        processes = chosen.sorted()
        for process in processes { look(at: process) }
    }

    private mutating func look(at process: Int32) {
        for thread in Self.numbers(in: "/proc/\(process)/task") {
            guard let text = Self.text("/proc/\(process)/task/\(thread)/status") else { continue }
            var counts: [UInt8] = []
            for line in text.split(separator: 0x0A) {
                if line.starts(with: "State:".utf8) {
                    let state = line.dropFirst(6).first { $0 != 0x09 && $0 != 0x20 }
                    // Running, or waiting for a disk.
                    if state == UInt8(ascii: "R") || state == UInt8(ascii: "D") { running = process }
                } else if line.starts(with: "voluntary_ctxt".utf8) || line.starts(with: "nonvoluntary_ctxt".utf8) {
                    counts += line
                }
            }
            switches[thread] = counts
        }
    }

    private static func numbers(in folder: String) -> [Int32] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var numbers: [Int32] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let number = Int32(name) { numbers.append(number) }
        }
        return numbers
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int32 {
        Int32(String(decoding: digits, as: UTF8.self)) ?? 0
    }

    /// Reads a small file; `nil` if it is gone.
    private static func text(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = read(descriptor, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}
