import Foundation
import Testing

@testable import TelexRuntime

/// Programs that have connected and not yet sent their first line, and handshakes.
@Suite struct LobbyTests {
    /// Returns the two ends of a connection, which holds little, whatever this machine's sockets hold.
    private func pair() throws -> (PeerSocket, PeerSocket) {
        var ends: [CInt] = [0, 0]
        #if canImport(Glibc)
            let stream = CInt(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        try #require(socketpair(AF_UNIX, stream, 0, &ends) == 0)
        for end in ends { try limitWhatWaits(for: end) }
        return (PeerSocket(ends[0]), PeerSocket(ends[1]))
    }

    /// Lets a program in, which sends these pieces and ends its input; returns what it had sent when it was admitted.
    private func admitted(_ pieces: [String], longest: Int = 100) throws -> String {
        let lobby = Lobby(longest: longest, patience: 60)
        let (near, far) = try pair()
        let promise = Promise<[UInt8]>()
        lobby.enter(near) { promise.complete(with: .success($0)) }
        for piece in pieces { #expect(far.writeAll(Array(piece.utf8))) }
        far.finishWriting()
        return String(decoding: try promise.wait().get(), as: UTF8.self)
    }

    @Test func admitsWithTheFirstLine() throws {
        #expect(try admitted(["one\n"]) == "one\n")
        #expect(try admitted(["o", "n", "e\n"]) == "one\n")
        #expect(try admitted(["no end"]) == "no end")
        #expect(try admitted([String(repeating: "x", count: 200)]) == String(repeating: "x", count: 200))
    }

    @Test func endsTheConnectionsOfThoseWhoSayNothing() throws {
        let lobby = Lobby(longest: 100, patience: 0.02)
        let others = try (0..<50).map { _ in try pair() }
        // What was sent before is read, however little time is left.
        for (number, (near, far)) in others.enumerated() {
            if number % 2 == 0 { #expect(far.writeAll(Array("half a li".utf8))) }
            lobby.enter(near) { _ in Issue.record("A program was admitted without a line.") }
        }
        for (_, far) in others { #expect(far.read()?.isEmpty == true) }
        // It can be used again.
        let (near, far) = try pair()
        let promise = Promise<[UInt8]>()
        #expect(far.writeAll([0x0A]))
        lobby.enter(near) { promise.complete(with: .success($0)) }
        #expect(try promise.wait().get() == [0x0A])
    }

    @Test func forgetsThoseWhoLeave() throws {
        let lobby = Lobby(longest: 100, patience: 60)
        let (near, far) = try pair()
        lobby.enter(near) { _ in Issue.record("A program was admitted without a line.") }
        far.finishWriting()
        #expect(far.read()?.isEmpty == true)
    }

    @Test func aHandshakeHasABound() throws {
        let (near, far) = try pair()
        func ask(_ line: [UInt8], until deadline: Date) throws -> ArraySlice<UInt8> {
            try near.ask(line, until: deadline) { $0.contains(0x0A) }
        }
        #expect(throws: PeerSocket.Silence.self) { try ask([1], until: .distantPast) }
        // More than the socket holds.
        let long = [UInt8](repeating: 1, count: 1 << 20)
        #expect(throws: PeerSocket.Silence.self) { try ask(long, until: Date().addingTimeInterval(0.01)) }
        #expect(far.writeAll(Array("ab\n".utf8)))
        #expect(try ask([], until: .distantFuture) == [0x61, 0x62, 0x0A])
        far.hangUp()
        #expect(try ask([], until: .distantFuture).isEmpty && ask([1], until: .distantFuture).isEmpty)
    }

    @Test func knowsWhetherAProcessIsStopped() throws {
        #expect(!ProcessState.isStopped(getpid()) && !ProcessState.isStopped(-1))
        #if os(Linux)
            let input = Shell.Channel()
            let other = try Shell("read line", input: input)
            defer { other.end() }
            kill(other.pid, SIGSTOP)
            while !ProcessState.isStopped(other.pid) { sched_yield() }
            kill(other.pid, SIGCONT)
            while ProcessState.isStopped(other.pid) { sched_yield() }
            withExtendedLifetime(input) {}
        #endif
    }
}
