import Foundation
import Testing

@testable import TelexCore
@testable import TelexRuntime
@testable import TelexWire

/// Programs that join a session in this process.
@Suite struct GuestsTests {
    /// A session with a thread of its own.
    private final class House: Sendable {
        private let mailbox = Mailbox<InLine>()
        private let end = DispatchSemaphore(value: 0)
        private let guests: Guests

        init(watch: LineWatch? = nil) throws {
            let ports = LineIntakeTests.Ports()
            let session = try Session(
                region: .fixed, store: ports, backend: ports, clock: .wall(), ids: CountedIDs(), mailbox: mailbox)
            let hello = Hello(isVirtual: false, hasWindows: true, hasCommands: true, user: nil, playsNetwork: true)
            guests = Guests(session, hello, command: "pipe", watch: watch)
            session.add(guests)
            nonisolated(unsafe) let loop = SessionLoop(session, mailbox, drain: 0)
            Thread.launch { [end] in
                _ = try? loop.run { _ in true }
                end.signal()
            }
        }

        /// Sends the bytes; returns the connection.
        func connect(_ bytes: [UInt8] = []) throws -> PeerSocket {
            let (near, far) = try PeerSocket.pair()
            guests.welcome(near)
            #expect(far.writeAll(bytes))
            return far
        }

        /// Whether nothing is on its way.
        var isIdle: Bool {
            let promise = Promise<Bool>()
            mailbox.deliver(.work { [guests] in promise.complete(with: .success(guests.isIdle)) })
            return (try? promise.wait().get()) == true
        }

        func leave() {
            mailbox.leave()
            end.wait()
        }
    }

    /// Reads up to a line with this text, or to the end; returns the lines.
    private func read(_ socket: PeerSocket, to text: String? = nil) -> [String] {
        var bytes: [UInt8] = []
        while text.map({ !String(decoding: bytes, as: UTF8.self).contains($0) }) ?? true {
            guard let more = socket.read(), !more.isEmpty else { break }
            bytes += more
        }
        return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }

    private let line = Array(#"{"unsubscribe":["badge"],"id":"a"}"#.utf8) + [0x0A]

    @Test func joinAndStayUntilTheyLeave() throws {
        let house = try House()
        let socket = try house.connect(JoinRequest(subscribe: [BadgeViewModel.view]).jsonLine + line)
        let lines = read(socket, to: "settled")
        #expect(lines.count == 3 && lines[0].contains("hello") && lines[1].contains(#""view":"badge""#))
        #expect(lines[2] == #"{"seq":2,"settled":"a","outcome":"done"}"#)
        #expect(socket.writeAll(line))
        #expect(read(socket, to: "settled") == [#"{"seq":3,"settled":"a","outcome":"done"}"#])
        socket.finishWriting()
        #expect(read(socket) == [#"{"seq":4,"bye":"eof"}"#])
        house.leave()
    }

    @Test func areIdleOnceTheyHaveReadEverything() throws {
        let house = try House()
        let socket = try house.connect(JoinRequest(subscribe: []).jsonLine)
        _ = read(socket, to: "hello")
        while !house.isIdle {}
        #expect(socket.writeAll(line))
        for _ in 1...100 where house.isIdle { Issue.record("the answer was not read") }
        _ = read(socket, to: "settled")
        while !house.isIdle {}
        house.leave()
    }

    /// What is read stays in the socket until it is dealt with.
    @Test func areNotIdleWhileTheyDealWithWhatTheyRead() throws {
        let house = try House()
        let socket = try house.connect(JoinRequest(subscribe: []).jsonLine)
        socket.keepsUntilHandled(output: -1)
        _ = read(socket, to: "hello")
        for _ in 1...100 where house.isIdle { Issue.record("hello was not dealt with") }
        #expect(try !socket.waits(until: .distantPast))
        while !house.isIdle {}
        #expect(socket.writeAll(line))
        #expect(read(socket, to: "settled") == [#"{"seq":1,"settled":"a","outcome":"done"}"#])
        house.leave()
    }

    @Test func areStoppedAfterALineThatTheySend() throws {
        let (stopped, goesOn) = (Promise<Void>(), Promise<Void>())
        let watch = LineWatch(
            stoppingAfter: 2,
            stop: { stop in
                #expect(stop.write == nil && stop.line + [0x0A] == line)
                stopped.complete(with: .success(()))
                _ = goesOn.wait()
            })
        let house = try House(watch: watch)
        let socket = try house.connect(JoinRequest(subscribe: []).jsonLine)
        _ = read(socket, to: "hello")
        #expect(socket.writeAll(line + line))
        _ = stopped.wait()
        #expect(!socket.hasArrived)
        goesOn.complete(with: .success(()))
        #expect(read(socket, to: #""seq":2"#).count == 2 && watch.count == 5)
        house.leave()
    }

    @Test func areStoppedAfterALineThatTheyRead() throws {
        let stopped = Promise<Void>()
        let watch = LineWatch(
            stoppingAfter: 1,
            stop: { stop in
                stop.write?()
                stopped.complete(with: .success(()))
            })
        let house = try House(watch: watch)
        let socket = try house.connect(JoinRequest(subscribe: [BadgeViewModel.view]).jsonLine)
        let lines = read(socket, to: "hello")
        #expect(lines.count == 1)
        _ = stopped.wait()
        #expect(read(socket, to: "badge").count == 1)
        house.leave()
    }

    /// What they say before it is opened again is lost.
    @Test func sayNothingWhileTheDoorIsShut() throws {
        let approached = Promise<Void>()
        let watch = LineWatch(stoppingAfter: 2, approach: { approached.complete(with: .success(())) })
        let house = try House(watch: watch)
        let socket = try house.connect(JoinRequest(subscribe: []).jsonLine)
        _ = approached.wait()
        _ = read(socket, to: "hello")
        watch.shut()
        #expect(!watch.hasLost)
        #expect(socket.writeAll(line))
        while !watch.hasLost {}
        watch.shut()
        #expect(try read(house.connect(JoinRequest(subscribe: []).jsonLine)).isEmpty)
        #expect(watch.hasLost && watch.count == 1)
        watch.open()
        #expect(read(try house.connect(JoinRequest(subscribe: []).jsonLine), to: "hello").count == 1)
        socket.finishWriting()
        #expect(read(socket) == [#"{"seq":1,"bye":"eof"}"#])
        house.leave()
    }

    /// Not even the owner's own `--play-network` lets others speak for the network.
    @Test func cannotSpeakForTheNetwork() throws {
        let house = try House()
        let event = Array(#"{"event":"message.received","chatId":"a","messageId":"m","text":"hello"}"#.utf8) + [0x0A]
        let socket = try house.connect(JoinRequest(subscribe: []).jsonLine + event)
        let lines = read(socket, to: "error")
        #expect(lines[0].contains(#""playsNetwork":false"#))
        #expect(lines.last?.contains("message.received speaks for the server") == true)
        house.leave()
    }

    @Test func areRefusedWithAReason() throws {
        let house = try House()
        let lines = read(try house.connect(line))
        #expect(lines.count == 1 && lines[0].contains("The first line to a running telex asks to join it."))
        house.leave()
    }

    @Test func hearNothingIfTheySayNothing() throws {
        let house = try House()
        let socket = try house.connect()
        socket.finishWriting()
        #expect(read(socket) == [])
        house.leave()
    }

    /// Programs of this process do not count.
    @Test func areListedAndDetachedByNumber() throws {
        let house = try House()
        let guest = try house.connect(JoinRequest(subscribe: []).jsonLine)
        #expect(read(guest, to: "hello").count == 1)
        let listed = read(try house.connect(AttachedRequest().jsonLine))
        #expect(listed.count == 1 && listed[0].contains(#""command":"pipe""#))
        let refused = read(try house.connect(AttachedRequest(detach: 1).jsonLine))
        #expect(refused.count == 1 && refused[0].contains("No program has the number 1."))
        house.leave()
    }

    private static let sending = #"{"event":"message.sending","chatId":"a","text":"","filePath":"/notes","id":"send"}"#
    private static let saving = #"{"event":"file.saving","chatId":"a","messageId":"m","filePath":"/notes","id":"save"}"#

    /// A program that names a file, and has not opened it, could mean another one than the owner sees.
    @Test(arguments: [sending, saving]) func haveToOpenTheFilesThatTheyName(line: String) throws {
        let house = try House()
        let guest = try house.connect(JoinRequest(subscribe: []).jsonLine)
        _ = read(guest, to: "hello")
        #expect(guest.writeAll(Array("\(line)\n".utf8)))
        #expect(read(guest, to: "unopenedFile").last?.contains(#""code":"unopenedFile""#) == true)
        house.leave()
    }

    /// The lines of a program come out of the desk as it wrote them, with what it has opened.
    private func received(_ parcels: [Parcel], also: (PeerSocket) -> Void = { _ in }) throws -> [InLine] {
        let (near, far) = try PeerSocket.pair()
        also(far)
        for parcel in parcels { #expect(parcel.write(to: far)) }
        far.finishWriting()
        let desk = LoanDesk(after: 0)
        var (splitter, lines) = (LineSplitter(longest: 1 << 20), [InLine]())
        while let bytes = desk.receive(from: near), !bytes.isEmpty {
            lines += desk.decode(splitter.split(bytes)).map(\.line)
        }
        return lines
    }

    private func content(_ line: InLine) throws -> String {
        guard case .event(let event) = line.content else { return "" }
        let file = try #require(event.loan?.file)
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(try file.source().descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    }

    @Test func passTheFilesThatTheyHaveOpened() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("loans-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let lines = try (1...40).map { number in
            try Data("\(number)".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(number)"))
            // A member can be spelled with escapes.
            let member = number.isMultiple(of: 2) ? "filePath" : #"file\u0050ath"#
            return Array(
                #"{"event":"message.sending","chatId":"a","text":"","\#(member)":"\#(folder)/\#(number)"}"#.utf8)
        }
        let others = [Array(#"{"unsubscribe":[]}"#.utf8), [0x1E] + Array("{}".utf8)]
        let received = try received(lines.map { Parcel([$0] + others) })
        #expect(received.count == 120 && received.map(\.number) == Array(1...120))
        #expect(try stride(from: 0, to: 120, by: 3).map { try content(received[$0]) } == (1...40).map { "\($0)" })
        // A line that looks like a loan is none.
        #expect(received[2].content != .blank && received[2].id == nil)
        if case .refused = received[2].content {} else { Issue.record("it is not refused") }
    }

    /// A process that has too many open files gets fewer than were passed.
    @Test func passNoOtherFileThanTheyName() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("loans-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let lines = try (1...20).map { number in
            try Data("\(number)".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(number)"))
            return Array(
                #"{"event":"message.sending","chatId":"a","text":"","filePath":"\#(folder)/\#(number)"}"#.utf8)
        }
        // Of the first 17, the system passes 16.
        let received = try received([Parcel(Array(lines[..<17]))] + lines[17...].map { Parcel([$0]) })
        #expect(received.count == 20)
        for (index, line) in received.enumerated() where index != 16 { #expect(try content(line) == "\(index + 1)") }
        let failure = #expect(throws: FileFailure.self) { try content(received[16]) }
        #expect(failure?.problem == .unavailable && failure?.reason.contains("ulimit -n") == true)
    }

    /// Somebody who does not say which descriptor belongs to a line.
    @Test(arguments: [false, true]) func pairFilesByTheirOrderUnlessSomeWereLost(isLost: Bool) throws {
        let files = try (0..<(isLost ? 17 : 1)).map { _ in try OpenFile(reading: PathBytes("/dev/null")) }
        let text = [Loan.mark] + Array("{}\n\(Self.sending)\n".utf8)
        let lines = try received([]) {
            var (bytes, files) = (text[...], files)
            _ = $0.write(&bytes, lending: &files)
        }
        guard case .event(let event) = lines[0].content, let file = event.loan?.file else { throw CancellationError() }
        if isLost { #expect(throws: FileFailure.self) { try file.source() } } else { _ = try file.source() }
    }

    @Test func sayWhyTheyCannotOpenAFile() throws {
        let line = Array(#"{"event":"message.sending","chatId":"a","text":"","filePath":"/no/such"}"#.utf8)
        let lines = try received([Parcel([line])])
        let failure = #expect(throws: FileFailure.self) { try content(lines[0]) }
        #expect(failure == FileFailure(ENOENT))
    }

    /// What was lent stays with its line, and is closed with it.
    @Test(arguments: [0, 1, 20]) func lendNoMoreThanTheyName(count: Int) throws {
        let files = try (0..<count).map { _ in try OpenFile(reading: PathBytes("/dev/null")) }
        let lines = try received([Parcel([Array(Self.sending.utf8)], lending: LentFile(.failure(FileFailure(EIO))))]) {
            var (space, files) = ([0x0A][...], files) as (ArraySlice<UInt8>, [OpenFile])
            _ = $0.write(&space, lending: &files)
        }
        #expect(lines.map(\.number) == [1, 2])
        #expect(throws: FileFailure(EIO)) { try content(lines[1]) }
    }

    /// Only a name in the folder that was opened.
    @Test(arguments: ["2f", "2e2e", "612f62", "6100", "", "6", "xy"]) func createFilesOnlyWhereTheyHaveOpenedAFolder(
        name: String
    ) throws {
        let folder = try OpenFile(folder: PathBytes("/"))
        var loan = Loan.blank
        (loan.folder, loan.name) = ("/", name)
        #expect(loan.lent(folder) == nil)
        loan.name = "61e9"
        let place = try #require(try loan.lent(folder)?.place())
        #expect(place.name == PathBytes(bytes: [0x61, 0xE9]) && place.folder === folder)
        #expect(Loan.read(line: [Loan.mark] + loan.jsonLine.dropLast()) == loan)
    }
}
