/// What each role looks like.
struct Theme: Hashable, Sendable {
    private(set) var looks: [Role: Look]
    /// The colours of people; not empty.
    private(set) var people: [Colour?]
    /// The parameters of each look, which are needed for every piece of text.
    private var parameters: [Role: String]
    private var peoplesParameters: [String]

    init(_ looks: [Role: Look], people: [Colour?]) {
        self.looks = looks
        self.people = people
        parameters = looks.mapValues(\.parameters)
        peoplesParameters = people.map { Look($0).parameters }
    }

    /// - Parameter people: indices of xterm's palette.
    init(_ looks: [Role: Look], people: [UInt8]) { self.init(looks, people: people.map(Colour.indexed)) }

    func look(of role: Role) -> Look {
        if case .person(let number) = role { return Look(people[Int(number) % people.count]) }
        return looks[role] ?? Look()
    }

    /// The parameters of the SGR sequence for a text; empty for ordinary text.
    ///
    /// - Parameter isLink: whether the text is a link besides.
    func parameters(_ role: Role, isLink: Bool) -> String {
        if isLink { return look(of: .link).added(to: look(of: role)).parameters }
        if case .person(let number) = role { return peoplesParameters[Int(number) % people.count] }
        return parameters[role] ?? ""
    }

    /// The theme with other looks for some roles.
    func with(_ looks: [Role: Look], people: [Colour]) -> Theme {
        Theme(self.looks.merging(looks) { $1 }, people: people.isEmpty ? self.people : people)
    }
}

extension Look {
    init(_ foreground: Colour?) { self.foreground = foreground }
}
