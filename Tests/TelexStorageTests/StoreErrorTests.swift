import Testing

@testable import TelexStorage

@Suite struct StoreErrorTests {
    @Test(arguments: [
        (
            StoreError.locked(path: "p", process: 7),
            "The profile in p is in use by process 7. End that one first, or choose another profile with --profile."
        ),
        (
            .locked(path: "p", process: nil),
            "The profile in p is in use by another process. End that one first, or choose another profile with --profile."
        ),
        (
            .corrupt(path: "p"),
            "The store p is damaged or no Telex store. It was left untouched: save what can be read of it with telex export FILE, move it away, and take that in with telex import FILE."
        ),
        (
            .older(path: "p"),
            "The store p was written by an older Telex. It was left untouched: export it with that version (telex export FILE), move it away, and import the file with this one (telex import FILE)."
        ),
        (
            .newer(path: "p"),
            "The store p was written by a newer Telex. It was left untouched: use that version, or take what this one knows out of it with telex export FILE."
        ),
        (
            .damaged(path: "p"),
            "the store p is damaged. End Telex, save what can be read with telex export FILE, move the store away, and take that in with telex import FILE."
        ),
        (
            .replaced(path: "p"),
            "the store p was moved, replaced or deleted while Telex ran. Put back the file that was there, or start again with the one that is there now."
        ),
        (.missing(path: "p"), "There is no store p. Name a profile with --profile, or a file with --store."),
        (
            .unreadable(path: "p"),
            "Nothing in the store p can be read: it is no Telex store, or damaged from its beginning on. It was left untouched: move it away to begin anew, or restore it from a backup."
        ),
        (
            .notMade(path: "p", reason: "r"),
            "The file p cannot be made: r. Give another name; what is there is not overwritten."
        ),
        (
            .taken("m", in: "ada"),
            "In the chat \"ada\" another message stands where \"m\" is to stand: those are other chats. Import them into a profile of their own, with --profile NAME."
        ),
        (
            .inaccessible(path: "p", reason: "r"),
            "The store p cannot be opened: r. Check that its folder exists and is yours to write."
        ),
        (
            .notWritten(reason: "r"),
            "nothing could be written: r. Make room on the disk, or check that it can be written, and start again."
        ),
    ])
    func saysWhatToDo(error: StoreError, sentence: String) { #expect(error.description == sentence) }
}
