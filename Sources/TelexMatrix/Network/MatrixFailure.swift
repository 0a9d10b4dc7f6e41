import TelexNetwork

/// Why a homeserver has not done what it was asked for.
enum MatrixFailure: Error, Hashable, Sendable {
    /// It cannot be reached, or its certificate is not to be trusted.
    case offline(String)
    /// It is there, but cannot do it now.
    ///
    /// - Parameter retryAfter: how long it asks clients to wait, in seconds; `nil` if it does not say.
    case busy(String, retryAfter: Double? = nil)
    /// It has refused.
    ///
    /// - Parameter code: the `errcode`, such as `M_FORBIDDEN`.
    case refused(String, code: String)
    /// It no longer takes the token. If `isSoft`, what it knows of this device is kept (soft logout).
    case loggedOut(isSoft: Bool)

    init(_ failure: RequestFailure) {
        switch failure {
        case .offline(let reason), .untrusted(let reason): self = .offline(reason)
        case .busy(let reason): self = .busy(reason)
        case .refused(let reason), .missing(let reason): self = .refused(reason, code: "")
        case .loggedOut: self = .loggedOut(isSoft: false)
        }
    }
}
