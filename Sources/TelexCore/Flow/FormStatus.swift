/// The state of any form.
struct FormStatus: Hashable {
    /// Whether what was typed is being saved, or what is edited is being loaded.
    var isBusy = false
    var error: String? { didSet { if error != nil { errorCount += 1 } } }
    /// The number of errors since the form opened.
    private var errorCount = 0

    var shown: ViewStatus { ViewStatus(isBusy: isBusy, error: error, errorCount: errorCount) }
}
