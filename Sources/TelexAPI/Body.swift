import TelexJSON

/// Why the body of a request cannot be read.
package enum BodyError: Error, Hashable {
    case notUTF8
    /// An object has the member more than once, so readers may disagree about its value.
    case repeatedMember(String)
    case notJSON
    /// A number is not an integer of 64 bits.
    case outOfRange
    /// The member is missing.
    case missing(member: String)
    /// The innermost member that has the wrong type; `nil` if this is the body.
    case mistyped(member: String?)
}

/// The JSON of bodies and frames.
extension WireValue {
    /// The JSON text, with sorted members.
    package var body: [UInt8] {
        var writer = JSONWriter(isCanonical: true)
        write(to: &writer)
        return writer.bytes
    }

    /// Reads JSON from a client.
    package init(body: some Collection<UInt8>) throws(BodyError) {
        var bytes = Array(body)[...]
        // JSON has no NUL; UTF-16 and UTF-32 do.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        // A byte-order mark may be ignored (RFC 8259, section 8.1).
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        let value: JSONValue
        switch JSONParser.parse(bytes).0 {
        case .success(let parsed): value = parsed
        case .failure(.repeatedMember(_, let name)): throw .repeatedMember(name)
        case .failure(.malformed), .failure(.tooDeep): throw .notJSON
        }
        do { self = try Self.read(value) } catch { throw BodyError(error) }
    }
}

extension BodyError {
    fileprivate init(_ mismatch: Mismatch) {
        if mismatch.expected == WideInteger.range {
            self = .outOfRange
        } else if mismatch.isMissing, let member = mismatch.path.last {
            self = .missing(member: member)
        } else {
            self = .mistyped(member: mismatch.path.last)
        }
    }
}
