import TelexCore

extension BadgeViewModel: WireViewModel {
    public static let fields = [
        Field<BadgeViewModel>("total") { $0.total }, Field<BadgeViewModel>("mentions") { $0.mentions },
    ]
}
