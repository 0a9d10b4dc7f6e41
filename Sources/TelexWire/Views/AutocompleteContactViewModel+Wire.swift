import TelexCore

extension AutocompleteContactViewModel: WireViewModel {
    public static let fields = [
        Field<AutocompleteContactViewModel>("query") { $0.query },
        Field<AutocompleteContactViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<AutocompleteContactViewModel>("shouldShowEmpty") { $0.shouldShowEmpty },
        Field<AutocompleteContactViewModel>("candidates") { $0.candidates },
    ]
}

extension AutocompleteContactViewModel.Candidate: WireObject {
    public static let fields = [
        Field<AutocompleteContactViewModel.Candidate>("contact") { $0.contact },
        Field<AutocompleteContactViewModel.Candidate>("chosen") { $0.chosen },
    ]
}
