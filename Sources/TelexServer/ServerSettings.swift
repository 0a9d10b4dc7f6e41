/// The settings of a server.
package struct ServerSettings: Sendable {
    package let host: String
    /// 0 picks a free port.
    package let port: Int
    /// The TLS certificate; `nil` for plain HTTP.
    package var certificate: ServerCertificate?
    /// The most connections to serve. Further ones are answered with 503.
    package var connections = Self.connections
    /// The most push and live channels that a user may have open.
    package var userChannels = Self.userChannels
    /// Sustained requests per second, for each user and for each address without a token. A burst may have ten times as
    /// many.
    package var rate = Self.rate
    /// After how many days messages are deleted; `nil` keeps them.
    package var retainedDays: Int?

    /// The most bytes of files.
    package var files = FileLimits()

    /// How long a typing notification is valid unless it is repeated.
    var typingLasts = Duration.seconds(6)
    /// How long a client has to read the remaining items when its channel ends.
    var closeTimeout = Duration.seconds(1)

    package static let connections = 4096
    package static let userChannels = 64
    package static let rate = 100

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
