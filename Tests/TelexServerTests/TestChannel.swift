import NIOConcurrencyHelpers
import TelexAPI
import TelexJSON
import TelexSocket
import Testing

@testable import TelexServer

/// The client's end of a push or live channel.
///
/// A test reads each frame in its turn. A frame that it does not read fails it.
final class TestChannel: Sendable {
    struct Item: Hashable, Sendable {
        let frame: Frame
        /// The number of the event; only on the push channel.
        var event: Int64?
    }

    enum Output: Sendable {
        case item(Item)
        /// The close code of a WebSocket.
        case close(Int)
    }

    /// What the push channel repeated.
    let missed: [Item]
    let ready: Frame.Ready
    private let output: AsyncStream<Output>
    private let connection: TestConnection
    private let hearsPresence: Bool
    private let location: SourceLocation
    /// What the test did not read; `nil` once it has closed the channel.
    private let rest = NIOLockedValueBox<[Frame]?>([])

    /// Reads up to `ready`.
    init(
        _ output: AsyncStream<Output>, _ connection: TestConnection, hearsPresence: Bool, _ location: SourceLocation
    ) async throws {
        (self.output, self.connection) = (output, connection)
        (self.hearsPresence, self.location) = (hearsPresence, location)
        var missed: [Item] = []
        for await case .item(let item) in output {
            if case .ready(let ready) = item.frame {
                (self.missed, self.ready) = (missed, ready)
                return
            }
            missed.append(item)
        }
        Issue.record("no ready after \(missed)", sourceLocation: location)
        throw Unexpected()
    }

    // MARK: Reading

    private func output() async -> Output? {
        for await output in output {
            if !hearsPresence, case .item(let item) = output, case .presence = item.frame { continue }
            return output
        }
        return nil
    }

    /// Waits for the next frame.
    func next(at location: SourceLocation = #_sourceLocation) async throws -> Item {
        let output = await output()
        if case .item(let item) = output { return item }
        Issue.record("no frame but \(String(describing: output))", sourceLocation: location)
        throw Unexpected()
    }

    /// Waits for the next frames, which must be these.
    func expect(_ frames: Frame..., at location: SourceLocation = #_sourceLocation) async throws {
        for frame in frames { #expect(try await next(at: location).frame == frame, sourceLocation: location) }
    }

    func messages(_ count: Int, at location: SourceLocation = #_sourceLocation) async throws -> [MessageInfo] {
        var messages: [MessageInfo] = []
        while messages.count < count {
            if case .message(let message) = try await next(at: location).frame { messages.append(message) }
        }
        return messages
    }

    /// Waits until the server closes the channel, without another frame.
    ///
    /// - Returns: the close code of a WebSocket.
    @discardableResult
    func end(at location: SourceLocation = #_sourceLocation) async -> Int? {
        switch await output() {
        case .close(let code): return code
        case .item(let item): Issue.record("\(item) before the end", sourceLocation: location)
        case nil: break
        }
        return nil
    }

    /// Reads the rest, up to the end of the channel.
    func drain() async {
        while let output = await output() {
            if case .item(let item) = output { rest.withLockedValue { $0?.append(item.frame) } }
        }
        await connection.close()
    }

    func checkRest() {
        if let rest = rest.withLockedValue({ $0 }), !rest.isEmpty {
            Issue.record("Nobody looked at:\n\(rest)", sourceLocation: location)
        }
    }

    // MARK: Sending

    func send(_ message: WebSocketMessage) async throws { try await connection.send(message) }

    func type(_ isActive: Bool = true) async throws {
        try await send(.text(String(decoding: ClientFrame.typing(isActive).body, as: UTF8.self)))
    }

    /// Closes the connection without a word. What arrives until then need not be read.
    func close() async {
        rest.withLockedValue { $0 = nil }
        await connection.close()
    }
}

extension [TestChannel.Item] {
    var messages: [MessageInfo] { compactMap { if case .message(let message) = $0.frame { message } else { nil } } }
    var chats: [ChatInfo] { compactMap { if case .chat(let chat) = $0.frame { chat } else { nil } } }
    var revisions: [MessageInfo] { compactMap { if case .revision(let message) = $0.frame { message } else { nil } } }
}
