/// A user who has shown a valid token.
package struct Caller: Hashable, Sendable {
    package let user: User
    /// The token's row in the database.
    let token: Int64
}
