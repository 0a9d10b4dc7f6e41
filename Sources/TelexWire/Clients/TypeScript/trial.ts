/** Tries a program with `telex try`, in a test of Deno or Node. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Plays a scenario, its lines or the path of a file, with a program. Throws the report if it fails.
 *
 *     Deno.test("greets", () => telexTry([message, { expect: answer }], ["deno", "run", "-A", "bot.ts"]));
 */
export function telexTry(scenario: string | object[], command: string[], options: string[] = []): void {
  const folder = mkdtempSync(join(tmpdir(), "telex-scenario-"));
  try {
    let path = scenario;
    if (typeof path !== "string") {
      path = join(folder, "scenario.jsonl");
      writeFileSync(path, (scenario as object[]).map((line) => JSON.stringify(line) + "\n").join(""));
    }
    const done = spawnSync("telex", ["try", ...options, path, "--", ...command], { encoding: "utf8" });
    if (done.status !== 0) throw new Error(done.error?.message ?? done.stdout + done.stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
