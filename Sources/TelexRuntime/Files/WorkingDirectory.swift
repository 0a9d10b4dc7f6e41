/// The directory at which relative paths begin.
package enum WorkingDirectory {
    /// The path from the root on, or the same path if that of the working directory is not UTF-8. Its `..` stay, as only the
    /// system knows where a link leads.
    package static func absolute(_ path: String) -> String {
        let absolute = PathBytes(path).absolute
        return absolute.isText ? absolute.text : path
    }
}
