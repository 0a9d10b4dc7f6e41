import Foundation
import TelexJSON

/// A record as it is written. A patch is the difference of two of these.
///
/// Members are compared as bytes, because equal texts need not be written alike: `==` compares characters, which can have
/// several encodings.
public struct WrittenRecord: Sendable {
    fileprivate struct Member {
        let name: String
        /// Whether it may be missing, and whether it is.
        let isOptional, isAbsent: Bool
        /// The end of its line in `bytes`.
        let end: Int
        /// The rows of a list, which has no bytes; `nil` for any other member.
        var rows: WrittenRows?
    }

    fileprivate var members: [Member] = []
    /// The values of the members, each on a line of its own.
    fileprivate var bytes: [UInt8] = []
    /// The actions, which are written only if they differ.
    fileprivate var actions: [(name: String, action: Action?)] = []

    /// The place of a member in `bytes`.
    private func place(_ number: Int) -> Range<Int> {
        (number == 0 ? 0 : members[number - 1].end + 1)..<members[number].end
    }

    /// The bytes of the member with this number.
    fileprivate func value(_ number: Int) -> ArraySlice<UInt8> { bytes[place(number)] }

    /// Whether a member is written as in another record.
    fileprivate func isSame(_ number: Int, in other: WrittenRecord) -> Bool {
        let (place, others) = (place(number), other.place(number))
        if place.count != others.count || place.isEmpty { return place.count == others.count }
        return bytes[place].withUnsafeBytes { one in
            other.bytes[others].withUnsafeBytes { another in
                // Neither is empty.
                memcmp(one.baseAddress!, another.baseAddress!, place.count) == 0
            }
        }
    }

    /// Whether another record of the type, without lists of rows, is written alike.
    func isWritten(as other: WrittenRecord) -> Bool {
        bytes == other.bytes && actions.elementsEqual(other.actions) { $0.action == $1.action }
    }
}

/// The rows of a list as they are written.
private struct WrittenRows: Sendable {
    let rows: any Sendable
    /// Writes what turns other rows of the type into these.
    let compare: @Sendable (WrittenRows, inout PatchWriter) -> Void
}

/// Takes down how a record is written.
struct MemberTracer: MemberVisitor {
    private var record = WrittenRecord()
    private var writer = JSONWriter(capacity: 1024)

    /// - Parameter window: the window that actions name; `nil` for the main one.
    static func trace(_ record: some WireRecord, in window: String?) -> WrittenRecord {
        var (record, tracer) = (record, MemberTracer())
        tracer.writer.window = window
        tracer.record.members.reserveCapacity(32)
        tracer.record.actions.reserveCapacity(32)
        record.visit(&tracer)
        tracer.record.bytes = tracer.writer.bytes
        return tracer.record
    }

    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) {
        let isAbsent = value.isAbsent
        if !isAbsent { value.write(to: &writer) }
        endMember(name, isOptional: Value.isOptional, isAbsent: isAbsent)
    }

    mutating func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) {
        value.write(to: &writer)
        endMember(name)
    }

    mutating func visit<Row: WireRecord & Identifiable<String>>(rows name: String, _ rows: inout [Shown<Row>]) {
        let new = rows
        let written = WrittenRows(rows: new) { old, patch in
            if let old = old.rows as? [Shown<Row>] { patch.compare(old, new) }
        }
        endMember(name, rows: written)
    }

    private mutating func endMember(
        _ name: String, isOptional: Bool = false, isAbsent: Bool = false, rows: WrittenRows? = nil
    ) {
        record.members.append(
            WrittenRecord.Member(
                name: name, isOptional: isOptional, isAbsent: isAbsent, end: writer.bytes.count, rows: rows))
        writer.newLine()
    }

    mutating func visit(action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action?) {
        record.actions.append((name, action))
    }
}

extension PatchWriter {
    /// Writes what turns one record of a type into another one.
    package mutating func compare(_ old: WrittenRecord, _ new: WrittenRecord) {
        for (number, member) in new.members.enumerated() {
            if let rows = member.rows, let known = old.members[number].rows {
                within(member.name) { rows.compare(known, &$0) }
                continue
            }
            if new.isSame(number, in: old) { continue }
            let value = new.value(number)
            within(member.name) { patch in
                if member.isAbsent {
                    patch.remove()
                } else if member.isOptional {
                    patch.add(encoded: value)
                } else {
                    patch.replace(with: value)
                }
            }
        }
        compareActions(old, new)
    }

    /// The actions come last.
    private mutating func compareActions(_ old: WrittenRecord, _ new: WrittenRecord) {
        let changed = zip(old.actions, new.actions).filter { $0.action != $1.action }
        if changed.isEmpty { return }
        within("actions") { patch in
            if new.actions.allSatisfy({ $0.action == nil }) {
                patch.remove()
            } else if old.actions.allSatisfy({ $0.action == nil }) {
                patch.add { writer in
                    writer.beginObject()
                    for case (let name, let action?) in new.actions {
                        writer.name(plain: name)
                        action.write(to: &writer)
                    }
                    writer.endObject()
                }
            } else {
                for (old, new) in changed { patch.compare(old.name, old.action, new.action) }
            }
        }
    }
}

/// Keeps the rows that were compared last as they are written. A shown row never changes.
package final class RowTraces {
    package init() {}

    private static let most = 1000

    private struct Key: Hashable {
        let row: ObjectIdentifier
        let window: String?
    }

    /// Retains each row, so that no other object can get the same identifier.
    private var records: [Key: (row: AnyObject, record: WrittenRecord)] = [:]

    /// - Parameter window: the window that the row is shown in; `nil` for the main one.
    func record<Row: WireRecord>(of row: Shown<Row>, in window: String?) -> WrittenRecord {
        let key = Key(row: ObjectIdentifier(row), window: window)
        if let known = records[key] { return known.record }
        let record = MemberTracer.trace(row.row, in: window)
        if records.count >= Self.most { records.removeAll(keepingCapacity: true) }
        records[key] = (row, record)
        return record
    }
}
