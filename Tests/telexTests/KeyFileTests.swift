import Foundation
import TelexCore
import TelexStorage
import Testing

@testable import telex

/// What `telex send --id` keeps.
@Suite final class KeyFileTests {
    private let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    private var profile: Profile { Profile(name: "work", environment: ["XDG_DATA_HOME": home]) }

    private var folder: String { "\(profile.folder)/sent" }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func message(_ id: MessageID, _ text: String = "Hi", in chat: ChatID = "ada") -> OutgoingMessage {
        OutgoingMessage(chat: chat, text: text, message: id)
    }

    @Test func theFirstMessageStays() throws {
        let key = KeyFile(profile, "k")
        #expect(try key.keep(message("m1")).outgoing == message("m1"))
        let kept = try KeyFile(profile, "k").keep(message("m2"))
        #expect(kept.outgoing == message("m1") && !kept.isSent)
        try key.settle(kept)
        #expect(try key.keep(message("m3")).isSent)
        key.free()
        #expect(try key.keep(message("m4", "other")).outgoing == message("m4", "other"))
    }

    @Test func anotherMessageIsRefused() throws {
        let key = KeyFile(profile, "k")
        _ = try key.keep(message("m1"))
        var emote = message("m2")
        emote.kind = .emote
        var reply = message("m2")
        reply.replyTo = "m0"
        for other in [message("m2", "Ho"), message("m2", in: "bo"), emote, reply] {
            let error = #expect(throws: CommandError.self) { try key.keep(other) }
            #expect(error?.exitCode == .otherMessage)
        }
    }

    @Test(arguments: ["../x", "A", "a", "$m:example.org", "é", ".", "\n", "%41", String(repeating: "漢", count: 26)])
    func anyTextIsAKeyOfItsOwn(key: String) throws {
        for other in ["../x", "A", "a", "$m:example.org", "é", ".", "\n", "%41", String(repeating: "漢", count: 26)] {
            _ = try KeyFile(profile, other).keep(message("m", other))
        }
        #expect(try KeyFile.isKey(key) && KeyFile(profile, key).keep(message("n", key)).text == key)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 9 && Set(names.map { $0.lowercased() }).count == 9)
        #expect(!KeyFile.isKey("") && !KeyFile.isKey(String(repeating: "漢", count: 27)))
    }

    @Test func aDamagedFileIsSaid() throws {
        let key = KeyFile(profile, "k")
        _ = try key.keep(message("m1"))
        for text in ["", "{", "{}"] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/k"))
            #expect(throws: CommandError.self) { try key.keep(message("m1")) }
        }
    }
}
