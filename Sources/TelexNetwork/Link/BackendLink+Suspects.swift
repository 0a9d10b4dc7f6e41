import TelexCore

/// A request that somebody else than the server seems to have answered, such as a proxy or a login page.
package enum Suspect<Purpose: LinkPurpose>: Sendable {
    case request(Purpose)
    /// The upload of a file.
    case upload(number: Int)
}

/// Decides whether an answer that is not the server's refuses one request, or means that there is no connection.
///
/// A small request tells: if the server answers that, only the one request was refused. Until then, nothing fails.
extension BackendLink {
    mutating func suspect(_ suspect: Suspect<Purpose>, outage: String, refusal: String) {
        connection.suspects.append((suspect, outage, refusal))
        if connection.suspects.count == 1 {
            let (request, purpose) = probe
            self.request(request, purpose)
        }
        // Messages to other chats do not wait for that.
        switch suspect {
        case .request(let purpose): if case .post(let number) = purpose.asker { overtake(number) }
        case .upload(let number): overtake(number)
        }
    }

    /// The server has answered the small request, so the answers in question refuse what was asked for.
    package mutating func probed() {
        for (suspect, _, refusal) in takeSuspects() { settle(suspect, .refused(refusal)) }
    }

    /// Handles the failure of the small request.
    ///
    /// - Returns: `false` if there is no connection.
    package mutating func probeFailed(_ failure: RequestFailure) -> Bool {
        switch failure {
        // The server itself answers.
        case .refused: probed()
        // That tells nothing, so what was asked for is tried again.
        case .busy: for (suspect, _, _) in takeSuspects() { settle(suspect, failure) }
        case .offline, .untrusted, .foreign, .loggedOut, .local: return false
        }
        return true
    }

    private mutating func takeSuspects() -> [(suspect: Suspect<Purpose>, outage: String, refusal: String)] {
        defer { connection.suspects = [] }
        return connection.suspects
    }

    /// Lets what was asked for wait, because there is no connection.
    mutating func releaseSuspects() {
        for (suspect, outage, _) in takeSuspects() {
            // What belongs to the connection is lost with it.
            if case .request(let purpose) = suspect, purpose.asker == .connection { continue }
            settle(suspect, .offline(outage))
        }
    }

    private mutating func settle(_ suspect: Suspect<Purpose>, _ failure: RequestFailure) {
        switch suspect {
        case .request(let purpose): failed(purpose, failure)
        case .upload(let number): failedPosting(number, failure)
        }
    }
}
