import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why the server cannot be reached, in words.
package enum NetworkReason {
    package static func text(_ error: any Error, _ url: String) -> String {
        switch error {
        case let error as IOError:
            "The server at \(url) cannot be reached: \(String(cString: strerror(error.errnoCode)))"
        case HTTPParserError.invalidEOFState: "The server at \(url) has closed the connection"
        case is HTTPParserError:
            "The server at \(url) speaks no HTTP; if it serves HTTPS, the address begins with https"
        case let error as NIOConnectionError: connection(error, url)
        case NIOSSLError.handshakeFailed: "The server at \(url) speaks no TLS"
        case let error as NIOSSLError: "There is no secure connection to \(url): \(error)"
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            "The certificate of \(url) is not for that name: ask its operator which one to use"
        case let error as HTTPClientError where [.readTimeout, .deadlineExceeded].contains(error):
            "The server at \(url) does not answer"
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            "The server at \(url) has closed the connection"
        case let error as HTTPClientError where error == .connectTimeout:
            "The server at \(url) cannot be reached in time"
        case is ChannelError: "The server at \(url) cannot be reached in time"
        default: "The connection to \(url) was lost (\(error))"
        }
    }

    private static func connection(_ error: NIOConnectionError, _ url: String) -> String {
        if let first = error.connectionErrors.first?.error { return text(first, url) }
        return "The server at \(url) cannot be found: check the name"
    }
}
