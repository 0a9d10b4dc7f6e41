/// Where text goes.
protocol TextOutput: AnyObject {
    /// Whether a person sees it as it comes.
    var isInteractive: Bool { get }
    /// Whether it shows how things stand, so that what passes need not be printed.
    var showsStanding: Bool { get }
    /// Prints once it is released.
    func print(_ printed: Printed)
    /// Tells a person who looks elsewhere, once it is released.
    func alert(who: String, text: String)
    func discard()
    /// Prints what is held.
    ///
    /// - Parameter standing: how things stand afterwards, if that may have changed. What Tab completes is known no later
    ///   than the list that it completes from is seen.
    func release(_ standing: Standing?) throws
    /// A line has been typed.
    ///
    /// - Parameter isMessage: whether it will be printed as a message.
    func took(_ line: String, isMessage: Bool)
    /// Has a person write in another program; returns whether that can be done here.
    func edit(_ text: String) -> Bool
}
