import ArgumentParser

/// A value of an option or argument that is one of a few words.
///
/// The words are listed here because ArgumentParser lists them through key paths, which cost 3 % of a start.
protocol WordOption: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension WordOption {
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
    public static var allValueDescriptions: [String: String] { [:] }
}
