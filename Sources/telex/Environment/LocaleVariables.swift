import Foundation

/// The environment variables that name a locale.
enum LocaleVariables {
    /// Replaces names that are not of the form of `setlocale(3)`, such as `de_DE.UTF-8@euro`, by `C`. ICU, which Foundation asks
    /// for a locale's customs, crashes on a language of more than 11 characters in them. Call this before any thread starts.
    static func sanitize(_ environment: [String: String]) {
        for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let name = environment[variable], !isWellFormed(name) { setenv(variable, "C", 1) }
        }
    }

    /// Whether a name has a language of at most 8 characters (BCP 47) and at most 64 in all, without a path.
    static func isWellFormed(_ name: String) -> Bool {
        name.utf8.count <= 64 && name.wholeMatch(of: /[A-Za-z]{0,8}([._@-][A-Za-z0-9=;._@-]*)?/) != nil
    }
}
