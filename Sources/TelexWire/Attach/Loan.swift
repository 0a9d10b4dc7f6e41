import TelexCore
import TelexJSON
import TelexRuntime

/// What a program that has joined says of a file, before the line that names it: it has opened the file, and its descriptor
/// comes with these bytes (unix(7), SCM_RIGHTS), or it could not open it.
public struct Loan: Hashable, Sendable {
    /// The path of the folder whose descriptor comes, in which the file is to be created; `nil` for a file to read.
    public var folder: String?
    /// The name of the file in that folder, as hexadecimal digits of its bytes; `nil` for a name of its own.
    public var name: String?
    /// What tells the descriptor from others, of which some may be lost on the way (`OpenFile.identity`).
    public var identity: String?
    /// Why nothing was opened, as the end of a sentence; `nil` if a descriptor comes.
    public var reason: String?
    /// What kept it from being opened.
    public var problem: FileProblem?

    /// The byte before it, which no line of JSON begins with.
    static let mark: UInt8 = 0x1E
}

extension Loan: WireRecord {
    public static var blank: Loan { Loan() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("folderPath", &folder)
        try visitor.visit("nameBytes", &name)
        try visitor.visit("identity", &identity)
        try visitor.visit("reason", &reason)
        try visitor.visit("fileProblem", &problem)
    }
}

extension Loan {
    /// - Parameter file: what goes with it, if it is open.
    init(_ file: LentFile) {
        self.init()
        switch file.content {
        case .source(let file): identity = file.identity
        case .place(let place):
            identity = place.folder.identity
            folder = place.path.text
            name = place.name.map(\.digits)
        case .failure(let failure):
            reason = failure.reason
            problem = failure.problem
        }
    }

    /// Reads a line that begins with the mark; `nil` if it is no loan.
    static func read(line: [UInt8]) -> Loan? {
        guard line.first == mark, line.count <= LineError.longestLine else { return nil }
        return try? read(JSONValue(text: line[1...]))
    }

    /// What was lent.
    ///
    /// - Parameter file: the descriptor that has come; `nil` if none has.
    func lent(_ file: OpenFile?) -> LentFile? {
        if let reason { return LentFile(.failure(FileFailure(reason: reason, problem))) }
        guard let file else { return nil }
        guard let folder else { return LentFile(.source(file)) }
        let name = name.map { PathBytes(digits: $0) }
        // It must be a name in the folder that was opened.
        if let name, name?.isName != true { return nil }
        return LentFile(.place(SavePlace(file, path: PathBytes(folder), name: name ?? nil)))
    }
}

extension PathBytes {
    fileprivate var digits: String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// - Parameter digits: hexadecimal digits.
    fileprivate init?(digits: String) {
        let halves = digits.compactMap(\.hexDigitValue)
        guard halves.count == digits.count, halves.count.isMultiple(of: 2) else { return nil }
        self.init(bytes: stride(from: 0, to: halves.count, by: 2).map { UInt8(halves[$0] << 4 | halves[$0 + 1]) })
    }

    /// Whether it names something in a folder.
    fileprivate var isName: Bool {
        !bytes.isEmpty && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0) && text != "." && text != ".."
    }
}
