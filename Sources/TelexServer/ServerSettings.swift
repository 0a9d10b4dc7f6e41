/// How the server is run.
package struct ServerSettings: Sendable {
    package let host: String
    /// 0 takes a free one.
    package let port: Int
    /// What connections are secured with; `nil` for plain HTTP.
    package var certificate: ServerCertificate?
    /// How many connections there may be; those over it are told to come later.
    package var connections = Self.connections
    /// How many push and live channels a user may have open.
    package var userChannels = Self.userChannels
    /// How many requests a second each user may make for long, and each address without a token; for a moment, ten times
    /// as many.
    package var rate = Self.rate
    /// After how many days messages are deleted; `nil` keeps them.
    package var retainedDays: Int?

    package static let connections = 4096
    package static let userChannels = 64
    package static let rate = 100

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
