import Foundation

/// Says why a file cannot be read or written.
package enum FileFailure {
    /// Returns the system's reason, without a capital letter or a period: "no such file or directory".
    package static func reason(_ error: any Error, at url: URL) -> String {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        if cause.domain == NSPOSIXErrorDomain { return text(CInt(truncatingIfNeeded: cause.code)) }
        if (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true { return text(EISDIR) }
        switch CocoaError.Code(rawValue: error.code) {
        case .fileReadNoSuchFile, .fileNoSuchFile: return text(ENOENT)
        case .fileReadNoPermission, .fileWriteNoPermission: return text(EACCES)
        case .fileWriteOutOfSpace: return text(ENOSPC)
        case .fileWriteVolumeReadOnly: return text(EROFS)
        default: return text(EIO)
        }
    }

    private static func text(_ number: CInt) -> String {
        let text = String(cString: strerror(number))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
