import TelexCore
import TelexJSON

/// The content of the first line: what a client must know before it sends anything.
public struct Hello: Hashable, Sendable {
    /// The version of the protocol.
    var version: Int
    /// The control lines that this session accepts.
    var controls: [ControlName]
    /// Whether lines can name windows.
    var hasWindows: Bool { controls.contains(.closeWindow) }
    /// Our own id on the server, as in `senderId`; `nil` without a login.
    public var user: String?
    /// Whether lines can send what a server sends.
    package var playsNetwork: Bool
    /// Whether lines can only look, and change nothing.
    public var isReadOnly: Bool

    /// - Parameters:
    ///   - isVirtual: whether lines move the clock.
    ///   - hasWindows: whether lines can name windows.
    ///   - hasCommands: whether the backend accepts commands.
    ///   - isReadOnly: whether lines can only look.
    public init(
        isVirtual: Bool, hasWindows: Bool = false, hasCommands: Bool, user: String?, playsNetwork: Bool,
        isReadOnly: Bool = false
    ) {
        version = ProtocolVersion.number
        controls =
            [.subscribe, .unsubscribe] + (hasWindows ? [.closeWindow] : []) + (isVirtual ? [.advance] : [])
            + (hasCommands ? [.backend] : [])
        self.user = user
        self.playsNetwork = playsNetwork
        self.isReadOnly = isReadOnly
    }
}

/// The kinds of control line, each named after the member that identifies it.
enum ControlName: String, WireWord {
    case subscribe, unsubscribe, closeWindow, advance, backend
}

extension Hello: WireRecord {
    public static var blank: Hello { Hello(isVirtual: false, hasCommands: false, user: nil, playsNetwork: false) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("protocol", &version)
        try visitor.visit("controls", &controls)
        try visitor.visit("userId", &user)
        try visitor.visit("playsNetwork", &playsNetwork)
        try visitor.visit("isReadOnly", &isReadOnly, default: false)
    }
}
