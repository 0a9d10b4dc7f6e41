import TelexCore

/// A change of the connection that is worth a line. The first successful connection is not.
enum ConnectionNews: Hashable {
    case fetching(progress: String)
    case lost(String)
    /// It is still lost, as was said before.
    case stillLost(String)
    case back
    /// A message has begun to hold up others.
    case held(String)

    /// - Parameter saidLoss: what was last said of a lost connection; `nil` if nothing was since it was last online.
    init?(_ change: Change<ConnectionViewModel>, saidLoss: String?) {
        guard let new = change.new else { return nil }
        if let progress = new.progressText, progress != change.old?.progressText {
            self = .fetching(progress: progress)
            return
        }
        if let held = new.heldText, change.old != nil, change.old?.heldText == nil {
            self = .held(held)
            return
        }
        guard new.state != change.old?.state else { return nil }
        switch new.state {
        case .offline: self = saidLoss == new.statusText ? .stillLost(new.statusText) : .lost(new.statusText)
        case .online where saidLoss != nil: self = .back
        case .online, .connecting: return nil
        }
    }

    /// What was last said of a lost connection, once this is printed.
    func saidLoss(after said: String?) -> String? {
        switch self {
        case .fetching, .held: said
        case .lost(let text), .stillLost(let text): text
        case .back: nil
        }
    }
}
