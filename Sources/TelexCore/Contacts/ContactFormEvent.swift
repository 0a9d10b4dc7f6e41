/// Events of the address-book screens.
public enum ContactFormEvent: Hashable, Sendable {
    /// The list was opened: load the contacts if they are not loaded.
    case opening
    /// The form was opened for a contact; `nil` for a new one.
    case editing(person: ContactID?)
    /// The form was closed.
    case left
}
