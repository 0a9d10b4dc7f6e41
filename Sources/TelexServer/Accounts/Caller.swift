/// A user who has presented a valid token.
package struct Caller: Hashable, Sendable {
    package let user: User
    /// The key of the token's row in the database.
    let token: Int64
}
