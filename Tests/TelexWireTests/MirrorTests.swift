import Foundation
@testable import TelexCore
import TelexRuntime
import Synchronization
import Testing

@testable import TelexWire

@Suite struct MirrorTests {
    @Test func keepsOnlyTheNewestModelsForALateReader() throws {
        let (read, write) = try pipe()
        let gate = DispatchSemaphore(value: 0)
        let descriptor = write.fileDescriptor
        let mirror = Mirror {
            gate.wait()
            return FileOutput(descriptor)
        }
        func badge(_ total: Int) {
            mirror.write(
                .view(BadgeViewModel(unreadCount: total, mentionCount: 0), cause: nil, isFirst: false))
        }
        mirror.write(.hello(.blank))
        for total in 1...100 { badge(total) }
        mirror.write(.settled("a"))
        for total in 101...200 { badge(total) }
        mirror.write(.bye(.quit))
        mirror.release()
        gate.signal()
        mirror.finish(within: 20)
        try write.close()
        let lines = String(decoding: read.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
        #expect(
            lines.dropFirst().map(String.init) == [
                #"{"seq":1,"view":"badge","cause":null,"model":{"unreadCount":100,"mentionCount":0}}"#,
                #"{"seq":2,"settled":"a","outcome":"done"}"#,
                #"{"seq":3,"view":"badge","cause":null,"model":{"unreadCount":200,"mentionCount":0}}"#,
                #"{"seq":4,"bye":"quit"}"#,
            ])
    }

    @Test func reportsHowManyLinesALateReaderMissed() throws {
        let (read, write) = try pipe()
        let gate = DispatchSemaphore(value: 0)
        let descriptor = write.fileDescriptor
        let mirror = Mirror {
            gate.wait()
            return FileOutput(descriptor)
        }
        for number in 0..<Mirror.capacity + 30 {
            mirror.write(.settled("\(number)"))
            if number > Mirror.capacity {
                mirror.write(
                    .view(
                        BadgeViewModel(unreadCount: number, mentionCount: 0), cause: nil,
                        isFirst: false))
            }
        }
        mirror.write(.bye(.quit))
        mirror.release()
        let lines = Mutex<[Substring]>([])
        let done = DispatchSemaphore(value: 0)
        let reader = Thread {
            let text = String(decoding: read.readDataToEndOfFile(), as: UTF8.self)
            lines.withLock { $0 = text.split(separator: "\n") }
            done.signal()
        }
        reader.start()
        gate.signal()
        mirror.finish(within: 20)
        try write.close()
        done.wait()
        let last = lines.withLock { $0.suffix(3).map(String.init) }
        #expect(
            last == [
                "{\"seq\":10000,\"gap\":{\"lineCount\":30}}",
                "{\"seq\":10001,\"view\":\"badge\",\"cause\":null,\"model\":{\"unreadCount\":10029,\"mentionCount\":0}}",
                "{\"seq\":10002,\"bye\":\"quit\"}",
            ])
    }

    @Test func deliversLinesThatComeWhileTheReaderWaits() throws {
        let (read, write) = try pipe()
        let descriptor = write.fileDescriptor
        let mirror = Mirror { FileOutput(descriptor) }
        for number in 0..<3 {
            mirror.write(.settled("\(number)"))
            mirror.release()
            #expect(line(from: read) == "{\"seq\":\(number),\"settled\":\"\(number)\",\"outcome\":\"done\"}\n")
        }
        mirror.finish(within: 20)
        try write.close()
    }

    /// If it waited for a reader that will never come, this test would not end.
    @Test func finishesWithoutAnOutput() {
        let mirror = Mirror { nil }
        mirror.write(.settled("a"))
        mirror.finish(within: 36_000)
    }

    /// Reads what is there within 20 seconds.
    private func line(from file: FileHandle) -> String? {
        var poller = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&poller, 1, 20_000) == 1 ? String(decoding: file.availableData, as: UTF8.self) : nil
    }

    private func pipe() throws -> (FileHandle, FileHandle) {
        let pipe = Pipe()
        return (pipe.fileHandleForReading, pipe.fileHandleForWriting)
    }
}
