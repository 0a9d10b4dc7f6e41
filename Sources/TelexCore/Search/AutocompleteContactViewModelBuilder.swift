/// Formats the autocomplete.
enum AutocompleteContactViewModelBuilder {
    static func build(_ model: SearchModel) -> AutocompleteContactViewModel {
        AutocompleteContactViewModel(
            query: model.query,
            shouldShowBusy: model.waiting > 0,
            shouldShowEmpty: model.waiting == 0 && model.candidates.isEmpty,
            candidates: model.candidates.map {
                AutocompleteContactViewModel.Candidate(
                    contact: $0, chosen: Action(.chat(.creating(contact: $0))))
            })
    }
}
