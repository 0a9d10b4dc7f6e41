/// What a program has opened at a path that it names, for the telex that owns the profile: that one may see another file at
/// the same path, or none. The core only passes it on.
public struct FileLoan: Hashable, Sendable {
    /// What was opened. It is closed once no event has it any more.
    package let lent: any AnyObject & Sendable

    package init(_ lent: any AnyObject & Sendable) { self.lent = lent }

    /// Two loans are the same if they are one.
    public static func == (first: FileLoan, second: FileLoan) -> Bool { first.lent === second.lent }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(lent)) }
}
