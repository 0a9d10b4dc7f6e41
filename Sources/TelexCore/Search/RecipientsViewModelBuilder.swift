/// Formats the suggested recipients.
enum RecipientsViewModelBuilder {
    static func build(_ search: Search) -> RecipientsViewModel {
        RecipientsViewModel(
            query: search.query,
            shouldShowBusy: search.waiting > 0,
            shouldShowEmpty: search.waiting == 0 && search.candidates.isEmpty,
            candidates: search.candidates.map {
                RecipientsViewModel.Candidate(
                    recipient: $0, create: Action(.chat(.creating(recipient: $0))))
            })
    }
}
