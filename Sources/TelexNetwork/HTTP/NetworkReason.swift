import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Explains why a server cannot be reached.
package enum NetworkReason {
    package static func text(_ error: any Error, _ url: String) -> String {
        switch error {
        case let error as IOError:
            "Cannot reach the server at \(url): \(String(cString: strerror(error.errnoCode)))"
        case HTTPParserError.invalidEOFState: "The server at \(url) closed the connection"
        case is HTTPParserError:
            "The server at \(url) does not answer in HTTP. If it serves HTTPS, use an https address"
        case let error as NIOConnectionError: connection(error, url)
        case NIOSSLError.handshakeFailed: "The server at \(url) does not support TLS"
        // BoringSSL has found no file with authorities, and says nothing of it.
        case BoringSSLError.unknownError(let stack) where stack.isEmpty:
            "Cannot check the certificate of \(url): this machine has no CA certificates. Install the package ca-certificates, "
                + "or give the server's authority with --ca FILE"
        case let error as NIOSSLError: "Cannot connect securely to \(url): \(error)"
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            "The certificate of \(url) is for another host name. Ask the server's operator for the right address"
        case let error as HTTPClientError where [.readTimeout, .deadlineExceeded].contains(error):
            "The server at \(url) does not answer"
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            "The server at \(url) closed the connection"
        case let error as HTTPClientError where error == .connectTimeout:
            "Connecting to the server at \(url) timed out"
        case is ChannelError: "Connecting to the server at \(url) timed out"
        default: "The connection to \(url) was lost (\(error))"
        }
    }

    /// Explains why a server cannot be reached through a proxy.
    package static func text(_ error: any Error, _ url: String, through proxy: Proxy) -> String {
        switch error {
        case is IOError, is NIOConnectionError:
            "Cannot reach the proxy at \(proxy.name). Check \(proxy.variable)"
        case let error as HTTPClientError where error == .proxyAuthenticationRequired:
            proxy.credentials == nil
                ? "The proxy at \(proxy.name) asks for a login. Set \(proxy.variable) to http://USER:PASSWORD@\(proxy.name)"
                : "The proxy at \(proxy.name) refused the user name and password in \(proxy.variable). Correct them"
        case let error as HTTPClientError where error == .invalidProxyResponse:
            "The proxy at \(proxy.name) refused to connect to \(url). If the server can be reached directly, set no_proxy"
        case let error as HTTPClientError where error == .httpProxyHandshakeTimeout:
            "The proxy at \(proxy.name) does not answer. Check \(proxy.variable)"
        default: "\(text(error, url)), through the proxy at \(proxy.name), which \(proxy.variable) names"
        }
    }

    /// Explains a refusal that is not the server's own.
    package static func foreign(_ status: HTTPResponseStatus) -> String {
        let answer = "\(status.code) \(status.reasonPhrase)"
        return switch status.code {
        case 200..<300: "The answer was not the server's. A proxy or a login page may have answered instead."
        case 413: "It is too large for the server, or for a proxy before it (\(answer))."
        default: "The server, or a proxy or firewall before it, refused this (\(answer))."
        }
    }

    private static func connection(_ error: NIOConnectionError, _ url: String) -> String {
        if let first = error.connectionErrors.first?.error { return text(first, url) }
        return "Cannot find the server at \(url). Check the name"
    }
}
