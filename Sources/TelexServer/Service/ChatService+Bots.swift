import Foundation
import TelexAPI

/// Carries out the actions of the bots.
extension ChatService {
    /// Lets the bots answer the messages that they had not answered when the server stopped, if they can be read.
    package func wakeBots() throws {
        for bot in bots.users {
            do {
                for (chat, messages) in try database.look({ try bots.unanswered(by: bot, $0) }) {
                    if chat.last == 0 { perform(bots.greet(chat)) }
                    for message in messages { perform(bots.hear(message, in: chat)) }
                }
            } catch  where error.isDamage {
                logger.error(
                    "the chats of a bot cannot be read", metadata: ["bot": "\(bot.name)", "error": "\(error)"])
            }
        }
    }

    func perform(_ deeds: [BotHouse.Action]) {
        for deed in deeds {
            do { try perform(deed) } catch ServerError.noChat {
                // Somebody in the chat was removed.
                bots.forget(deed.chat)
            } catch ServerError.stopping, ServerError.replaced {
                // The bot goes on after the next start.
            } catch {
                logger.error("a bot failed to do something", metadata: ["error": "\(error)"])
            }
        }
    }

    private func perform(_ deed: BotHouse.Action) throws {
        let (bot, chat) = (deed.bot, deed.chat)
        switch deed.deed {
        case .pause(let seconds, let step):
            Task {
                try? await Task.sleep(for: .seconds(seconds))
                perform(bots.handle(step, in: chat))
            }
        case .delivered(let message): _ = try mark(MarkRequest(delivered: message), in: chat.address, of: bot)
        case .read(let message): _ = try mark(MarkRequest(read: message), in: chat.address, of: bot)
        case .types: typing(true, of: bot, in: chat.key, lasts: .seconds(60))
        case .says(let speech):
            let kind = speech.isEmote ? "emote" : nil
            _ = try post(PostRequest(id: Secret().text, text: speech.text, kind: kind), to: chat.address, from: bot)
        }
    }
}
