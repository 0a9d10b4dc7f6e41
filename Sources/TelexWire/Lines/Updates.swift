import TelexCore

/// How a reader learns that a view has changed.
public enum Updates: String, WireWord {
    /// By the whole new view model.
    case whole
    /// By what is to be changed in the one before (RFC 6902), wherever there was one.
    case patch
}
