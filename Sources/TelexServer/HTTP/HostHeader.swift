import NIOHTTP1
import TelexAPI

/// The `Host` header of a request (RFC 9112, section 3.2).
enum HostHeader {
    /// Returns the problem with the header; `nil` if it is valid.
    static func problem(in head: HTTPRequestHead) -> Problem? {
        let hosts = head.headers["host"]
        if hosts.count > 1 { return Problem(.badRequest, "The request has more than one \"Host\" header.") }
        guard let host = hosts.first else {
            return head.version == .http1_1 ? Problem(.badRequest, "The request has no \"Host\" header.") : nil
        }
        return isValid(host) ? nil : Problem(.badRequest, "The request's \"Host\" header is invalid.")
    }

    /// Whether the value has only the characters of `uri-host [ ":" port ]` (RFC 3986, section 3.2.2). It may be empty.
    private static func isValid(_ host: String) -> Bool {
        host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "-._~!$&'()*+,;=:[]%".utf8.contains(byte)
            }
        }
    }
}
