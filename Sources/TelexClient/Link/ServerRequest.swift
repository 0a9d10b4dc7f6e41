import TelexAPI
import TelexJSON

/// A request to the server.
struct ServerRequest: Sendable {
    let route: Route
    var body: [UInt8]?

    init(_ route: Route) { self.route = route }

    init(_ route: Route, _ body: some Record) {
        self.route = route
        self.body = body.body
    }
}
