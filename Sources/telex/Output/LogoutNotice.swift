import TelexCore

/// Says on the standard error that the profile is logged out, each time that it happens.
final class LogoutNotice: Listening {
    private var isLoggedOut = false

    func show(_ model: ConnectionViewModel, cause: Cause?) {
        let wasLoggedOut = isLoggedOut
        isLoggedOut = model.needsLogin
        if isLoggedOut, !wasLoggedOut { Failures.say(model.statusText) }
    }

    func close(cause: Cause?) {}
}

extension ConnectionViewModel {
    /// Whether there is no connection until the user logs in again.
    var needsLogin: Bool { offlineReason?.needsLogin == true }
}
