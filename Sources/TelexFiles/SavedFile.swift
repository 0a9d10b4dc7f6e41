import TelexCore
import TelexDigest
import TelexRuntime

/// A copy of a file at a place of the user.
enum SavedFile {
    /// How many names are tried in a folder.
    private static let mostNames = 1000

    /// Copies a file, overwriting nothing.
    ///
    /// - Parameters:
    ///   - name: the name of the file in a folder, with a number if it is taken.
    ///   - sha256: the hash of the file in hexadecimal digits; `nil` if it is not known.
    ///   - goesOn: whether to go on.
    /// - Returns: the path of the copy.
    static func save(
        _ source: FileReader, as name: String, sha256: String?, to place: SavePlace, _ goesOn: () -> Bool
    ) throws(FileFailure) -> String {
        let copy = try FileCopy.unnamed(in: place.folder)
        var hash = SHA256()
        try copy.write(source) { bytes in
            hash.update(bytes)
            return goesOn()
        }
        if let sha256, hash.digits != sha256 { throw FileFailure(reason: "it was changed on this device", .damaged) }
        if let name = place.name {
            if try copy.moveUnlessTaken(to: name) { return place.path(of: name).text }
            throw SavePlace.taken
        }
        for number in 1...mostNames {
            let name = PathBytes(number == 1 ? name : FileName.numbered(name, number))
            if try copy.moveUnlessTaken(to: name) { return place.path(of: name).text }
        }
        throw FileFailure(reason: "too many files have this name there; name another file")
    }
}
