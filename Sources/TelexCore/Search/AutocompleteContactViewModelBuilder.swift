/// Formats the autocomplete.
enum AutocompleteContactViewModelBuilder {
    static func build(_ search: Search) -> AutocompleteContactViewModel {
        AutocompleteContactViewModel(
            query: search.query,
            shouldShowBusy: search.waiting > 0,
            shouldShowEmpty: search.waiting == 0 && search.candidates.isEmpty,
            candidates: search.candidates.map {
                AutocompleteContactViewModel.Candidate(
                    contact: $0, chosen: Action(.chat(.creating(contact: $0))))
            })
    }
}
