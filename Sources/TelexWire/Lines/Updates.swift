import TelexCore
import TelexJSON

/// How a reader receives changes of a view.
public enum Updates: String, WireWord {
    /// As the whole new view model.
    case whole
    /// As a patch (RFC 6902) to the previous model, if there is one.
    case patch
}
