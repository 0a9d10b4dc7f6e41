/// The port to the files that messages bring, which are in the folder of the profile.
public protocol FileKeeper: AnyObject {
    /// Performs a request and reports the result through `answer`, ending with `answer.end()`.
    func perform(_ request: FileRequest, _ answer: Answer)
    /// Cancels a running effect; its answers are ignored from here on.
    func cancel(_ effect: Int)
}

/// A request to `FileKeeper`. Each case names the events that answer it.
public enum FileRequest: Hashable, Sendable {
    /// Read the file of a message that we are sending, and keep a copy until it is sent: `file.progressed` if it takes long, then
    /// `file.taken` or `file.refused`.
    case take(OutgoingMessage)
    /// Give an event back once all files have been read that were to be read before: a message that follows one with a file.
    case wait(Event)
    /// Copy a file to a path of the user: `file.saved` or `file.failed`.
    case save(MessageFile, FileSaving)
    /// Tell which files are here, and forget copies made for messages that do not exist: `file.kept`, if there are any.
    ///
    /// - Parameter unsent: the files of messages that wait to be sent.
    case list(unsent: [FileID])
    /// Allow the copy of a file to be removed to make room: no unsent message needs it any more. There is no answer.
    case release(FileID)
    /// Remove a file that no message names, and its partial download. A file that was just taken for another message
    /// stays. There is no answer.
    case remove(FileID)
}

/// What backends need of the files that messages bring. It may be called from any thread.
public protocol FileStore: Sendable {
    /// The path of a file; `nil` if it is not here.
    func path(of file: FileID) -> String?
    /// The path at which a backend writes the part of a file that it has downloaded. What an earlier attempt has written
    /// is still there.
    ///
    /// - Throws: a `FileError` whose description gives the reason, such as a full disk.
    func part(of file: MessageFile) throws -> String
    /// Removes the part of a file that cannot be downloaded.
    func dropPart(of file: MessageFile)
    /// Takes what was downloaded for the whole file.
    ///
    /// - Returns: the events to answer: `file.kept` and `FileFetch.done`, or `FileFetch.failed` if the length or the hash
    ///   is not that of the file. The part is then removed.
    func finish(_ fetch: FileFetch) -> [Event]
}
