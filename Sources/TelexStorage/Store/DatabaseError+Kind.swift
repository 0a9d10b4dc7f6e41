import GRDB

extension DatabaseError {
    /// Whether the file is damaged. A table or column whose name is unreadable is missing, which is a plain
    /// `SQLITE_ERROR`.
    var isDamage: Bool {
        switch resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR: true
        // Other input and output errors say nothing about the file.
        case .SQLITE_IOERR:
            [.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS].contains(extendedResultCode)
        default: false
        }
    }

    /// Whether the disk is full. Even a reader creates a file in shared memory beside the store, and makes it larger.
    var isFullDisk: Bool {
        resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE
    }
}
