/// What we may do in a chat, by the rules of its server.
public enum ChatRight: String, Hashable, Sendable, CaseIterable {
    case retitle, setTopic, invite, leave
}
