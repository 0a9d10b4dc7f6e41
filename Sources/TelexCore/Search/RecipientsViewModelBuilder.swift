/// Formats the suggested recipients.
enum RecipientsViewModelBuilder {
    static func build(_ search: Search) -> RecipientsViewModel {
        RecipientsViewModel(
            query: search.query,
            shouldShowBusy: search.waiting > 0,
            shouldShowEmpty: search.waiting == 0 && search.candidates.isEmpty,
            candidates: search.candidates.map(candidate))
    }

    private static func candidate(_ candidate: Search.Candidate) -> RecipientsViewModel.Candidate {
        RecipientsViewModel.Candidate(
            recipient: candidate.recipient ?? candidate.chat?.title ?? "",
            chat: candidate.chat?.chat,
            open: candidate.chat.map { Action(.search(.opening(chat: $0.chat))) },
            create: candidate.recipient.map { Action(.chat(.creating(recipient: $0))) })
    }
}
