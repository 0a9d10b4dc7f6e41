import TelexCore

extension RecipientsViewModel: WireViewModel {
    public static let meaning = "The people who match the text typed for a recipient."
    public static let fields: Fields = [
        Field<RecipientsViewModel>("query") { $0.query },
        Field<RecipientsViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<RecipientsViewModel>("shouldShowEmpty") { $0.shouldShowEmpty },
        Field<RecipientsViewModel>("candidates") { $0.candidates },
    ]
}

extension RecipientsViewModel.Candidate: WireObject {
    public static let fields: Fields = [
        Field<RecipientsViewModel.Candidate>("recipient") { $0.recipient },
        Field<RecipientsViewModel.Candidate>(
            actions: .init("create") { $0.create }),
    ]
}
