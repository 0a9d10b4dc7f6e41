/// The echo of a typed line.
enum EchoText {
    /// The prompt, which is no longer one, and the line, split at its line breaks.
    static func lines(prompt: StyledText, line: String) -> [StyledText] {
        let rows = line.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return rows.enumerated().map { index, row in
            index == 0 ? prompt.asOne(.secondary) + StyledText(String(row)) : StyledText(String(row))
        }
    }
}

/// The candidates of a completion, as text.
enum ChoicesText {
    static func lines(_ candidates: [CompletionWorld.Candidate], height: Int) -> [StyledText] {
        let shown = candidates.count > height ? candidates.prefix(height - 1) : candidates[...]
        let width = shown.map { TextWidth.of($0.text) }.max() ?? 0
        var lines = shown.map { candidate in
            StyledText(Columns.left(candidate.text, min(width, 30))) + StyledText("  \(candidate.what)", .secondary)
        }
        if shown.count < candidates.count {
            lines.append(StyledText("… and \(candidates.count - shown.count) more; type on", .secondary))
        }
        return lines
    }
}
