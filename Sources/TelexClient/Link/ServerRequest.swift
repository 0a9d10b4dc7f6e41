import TelexAPI
import TelexJSON

/// A request to the server.
struct ServerRequest: Sendable {
    let route: Route
    var body: [UInt8]?
    /// Whether to send it again by itself if the server limits requests. A message waits in the link instead.
    var isRepeatable: Bool { if case .post = route { false } else { true } }

    init(_ route: Route) { self.route = route }

    init(_ route: Route, _ body: some Record) {
        self.route = route
        self.body = body.body
    }
}
