/** Answers each message to a profile with its text, and keeps all messages, each once:
 * deno run -A Scripts/examples/echo.ts work   or   node Scripts/examples/echo.ts work */
import { DatabaseSync } from "node:sqlite";
import process from "node:process";
import { stableId, Telex } from "../../Sources/TelexWire/Clients/TypeScript/telex.ts";

const kept = new DatabaseSync("heard.sqlite");
kept.exec("PRAGMA busy_timeout = 60000");
kept.exec("CREATE TABLE IF NOT EXISTS heard (cursor TEXT PRIMARY KEY, chatId TEXT, text TEXT)");
const last = kept.prepare("SELECT cursor FROM heard ORDER BY rowid DESC LIMIT 1").get();
const telex = new Telex(["--profile", process.argv[2]]);
for await (const page of telex.inbox(last?.cursor as string | undefined)) {
  for (const { isOwn, text, chatId, messageId, actions } of page.messages) {
    // The answer always has the same id, so it is sent only once, even if a crash repeats it.
    const id = stableId(chatId, messageId);
    if (!isOwn && actions?.answer) telex.press(actions.answer, { text, messageId: id });
  }
  await telex.settle();
  kept.exec("BEGIN");
  const insert = kept.prepare("INSERT INTO heard VALUES (?, ?, ?)");
  for (const row of page.messages) insert.run(row.cursor, row.chatId, row.text);
  kept.exec("COMMIT");
}
await telex.close();
