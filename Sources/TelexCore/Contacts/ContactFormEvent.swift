/// What happens to the screens of the address book.
public enum ContactFormEvent: Hashable, Sendable {
    /// The list is looked at: load it, if it is not loaded.
    case opening
    /// The form is opened, for one of the contacts or for somebody new.
    case editing(person: ContactID?)
    /// The form was left.
    case left
}
