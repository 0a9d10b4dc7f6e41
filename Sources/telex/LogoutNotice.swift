import TelexCore
import TelexNetwork

/// Says on the standard error that the profile is logged out, each time that it happens.
final class LogoutNotice: Listening {
    private var isLoggedOut = false

    func show(_ model: ConnectionViewModel, cause: Cause?) { note(model.statusText) }

    func close(cause: Cause?) {}

    /// - Parameters:
    ///   - status: the state of the connection in words.
    ///   - isSaid: whether the state was said already.
    func note(_ status: String, isSaid: Bool = false) {
        let wasLoggedOut = isLoggedOut
        isLoggedOut = status.contains(LinkReason.logInAgain)
        if isLoggedOut, !wasLoggedOut, !isSaid { Failures.say(status) }
    }
}
