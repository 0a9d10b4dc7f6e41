/// The fuzz targets, named as in Scripts/fuzz. Each reads some bytes and throws if a promise is broken.
enum Target: String, CaseIterable {
    case line, command, keys, screen, card, date, server, socket, matrix, markup, search

    var check: ([UInt8]) throws -> Void {
        switch self {
        case .line: LineTarget.check
        case .command: CommandTarget.check
        case .keys: KeysTarget.check
        case .screen: ScreenTarget.check
        case .card: CardTarget.check
        case .date: DateTarget.check
        case .server: ServerTarget.check
        case .socket: SocketTarget.check
        case .matrix: MatrixTarget.check
        case .markup: MarkupTarget.check
        case .search: SearchTarget.check
        }
    }
}

/// What does not hold for an input.
struct BrokenPromise: Error, CustomStringConvertible {
    let description: String
}

func promise(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds { throw BrokenPromise(description: what()) }
}
