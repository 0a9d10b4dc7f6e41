import TelexCore

/// What the terminal's thread is to do after a key, a function or an order.
enum LineEffect: Equatable {
    case tell(LineEditor.UserInput)
    case saveHistory

    case print([Printed])
    case show([Entry])
    /// Write bytes unchanged.
    case raw([UInt8])
    case write(String)
    /// Clear the screen, except for the line.
    case clear
    /// Show the alternate screen, or the other one.
    case alternate(Bool)
    /// Read these keys before those of the terminal.
    case push([Key])
    /// Drop the next key.
    case skip
    /// Run the program that opens links.
    case open(String, by: String)
    case suspend
    case quit
}
