import TelexCore

/// What the terminal's thread is to do after a key, a function or an order.
enum LineEffect: Equatable {
    case tell(LineEditor.UserInput)
    case saveHistory

    // MARK: The line, as libedit has it
    case insert(String)
    case replace(String, cursor: Int)
    /// Delete so many scalars before the cursor.
    case delete(Int)
    /// Move the cursor by so many scalars.
    case move(Int)

    // MARK: The screen
    case print([Printed])
    case show([Entry])
    /// Write bytes unchanged.
    case raw([UInt8])
    case write(String)
    /// Clear the screen, except for the line.
    case clear
    /// Paint the full screen anew.
    case repaint
    /// Show the alternate screen, or the other one.
    case alternate(Bool)

    // MARK: Keys
    /// Return a key before those of the terminal.
    case pushBack(Key)
    /// Return these bytes before those of the terminal, each as a key.
    case push([UInt8])
    /// Drop the next key.
    case skip

    // MARK: Programs
    /// Run the program that opens links.
    case open(String, by: String)
    case suspend
    case quit
}

/// What libedit gets for a key.
enum Feed: Equatable {
    case character(Unicode.Scalar)
    /// A code that no key sends.
    case code(Int32)
    /// The line is to be discarded.
    case discard
    /// A question is answered. The line may have to be submitted.
    case answer(submits: Bool)
    /// The line gets no more keys.
    case end
}

/// A function that keys are bound to.
enum LineFunction: Equatable {
    case complete, search, quote, paste, previous, next, newLine, clear, edit, readBack, newer
    /// Execute the command that a key stands for.
    case press(Command, String = "")
}
