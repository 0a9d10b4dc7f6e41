import TelexJSON

/// What we may do in a chat, by the rules of its server. `report` is to report messages to its operators.
public enum ChatRight: String, Hashable, Sendable, CaseIterable {
    case retitle, setTopic, invite, leave, report
}

extension ChatRight: WireWord {}
