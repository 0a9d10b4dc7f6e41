import TelexCore

/// The files of a session that keeps none.
public final class NoFiles: FileKeeper {
    public init() {}

    public func perform(_ request: FileRequest, _ answer: Answer) {
        let reason = "This session keeps no files."
        switch request {
        case .take(let message): answer(.file(.refused(message.failure(reason))))
        case .wait(let event): answer(event)
        case .save(_, let saving):
            answer(.file(.failed(MessageFailure(chat: saving.key.chat, message: saving.key.message, reason: reason))))
        case .list, .release, .remove: break
        }
        answer.end()
    }

    public func cancel(_ effect: Int) {}
}
