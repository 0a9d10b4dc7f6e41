/** A client of Telex: runs `telex pipe`, follows its lines, and goes on when it has been killed. For Deno and Node. @module */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import type {
  Action,
  ErrorLine,
  InboxViewModel,
  LineIn,
  LineOut,
  PatchLine,
  SettledLine,
  ViewLine,
  ViewName,
} from "./lines.ts";

export type * from "./lines.ts";

/** A line for the caller. Patches are applied, and answers go to `settle`. */
export type Line = Exclude<LineOut, PatchLine | SettledLine | ErrorLine>;

type BlanksOf<A> = { [K in keyof A]-?: [A[K]] extends [null] ? K : never }[keyof A];
/** The values of an action: its blanks, and whatever else its event may have. */
export type Values<A> = { [K in BlanksOf<A>]: string } & Partial<Omit<A, BlanksOf<A>>>;

/** The answer to a request. `null`: Telex ended before it answered. */
export type Outcome = SettledLine | ErrorLine | null;

/** What `settle` and `close` throw if not all requests were done. */
export class Failure extends Error {
  /** The outcomes of all requests since the last `settle`, by id. */
  outcomes = new Map<string, Outcome>();
}

/** A request or a line that was refused, or that failed. */
export class Refused extends Failure {
  readonly line: ErrorLine | SettledLine;
  constructor(line: ErrorLine | SettledLine) {
    super("error" in line ? line.error.reason : line.reason ?? line.outcome);
    this.line = line;
  }
}

/** Telex has ended without being killed, or before it answered a request that cannot be repeated. */
export class Ended extends Failure {}

/** A running `telex pipe`. */
export class Telex {
  /** The current models, by `<view>`, or `<window>/<view>` if it is not the main window. */
  readonly views = new Map<string, unknown>();
  #command: string[];
  #process!: ChildProcessByStdio<Writable, Readable, null>;
  #output!: AsyncGenerator<string>;
  #end!: Promise<string | number>;
  #subscribed: ViewName[] = [];
  #cursor?: string;
  #requests = 0;
  #open = new Map<string, Record<string, unknown>>();
  #lost = new Set<string>();
  #outcomes = new Map<string, Outcome>();
  #waiting: Line[] = [];
  #failure?: Failure;
  #isClosing = false;
  #isOver = false;

  /** @param options the arguments of `telex pipe`; `program` is the path of telex. */
  constructor(options: string[] = [], program = "telex") {
    this.#command = [program, "pipe", ...options];
    this.#start();
  }

  /** Ends the input, and waits until Telex has finished what is in progress. Throws as `settle` does. */
  async close(): Promise<void> {
    this.#isClosing = true;
    try {
      this.#process.stdin.end();
      while (await this.#read());
    } finally {
      this.#process.stdout.destroy();
      await this.#end;
    }
    this.#settled();
  }

  /** Sends a line and returns its id. After a restart it is sent again if that cannot do anything twice. */
  send(line: LineIn): string {
    if (this.#isClosing || this.#isOver) throw new Ended("telex pipe has ended, or was closed");
    const sent = { ...line, id: line.id ?? String(++this.#requests) };
    this.#open.set(sent.id, sent);
    this.#write(sent);
    return sent.id;
  }

  /** Sends an action with its blanks filled in, and returns its id. A message gets an id of its own if it has none. */
  press<A extends Action>(
    action: A,
    ...values: BlanksOf<A> extends never ? [Partial<A>?] : [Values<A>]
  ): string {
    const line: Record<string, unknown> = { ...action, ...values[0] };
    const blanks = Object.keys(line).filter((name) => line[name] === null);
    if (blanks.length > 0) throw new TypeError(`the action ${line.event} needs ${blanks.join(", ")}`);
    if (line.event === "message.sending") line.messageId ??= randomUUID();
    return this.send(line as unknown as LineIn);
  }

  /** Waits for the answers to all requests, and returns them by id. Throws `Refused` for the first that failed, or
   * `Ended`. The error has all outcomes. */
  async settle(): Promise<Map<string, SettledLine>> {
    while (this.#open.size > 0) await this.#read();
    return this.#settled();
  }

  /** Subscribes to views, also after a restart. */
  subscribe(...views: ViewName[]): void {
    this.#subscribed = [...new Set([...this.#subscribed, ...views])];
    this.#write({ subscribe: views });
  }

  /** Yields lines until Telex ends. After a kill it is started again, and whole models follow. */
  async *lines(): AsyncGenerator<Line, void, void> {
    do while (this.#waiting.length > 0) yield this.#waiting.shift()!; while (await this.#read());
  }

  /** Yields the messages after a cursor, each once. Store the `cursor` of each model together with your work. */
  async *inbox(cursor?: string): AsyncGenerator<InboxViewModel, void, void> {
    this.#cursor = cursor ?? "start";
    this.#write({ subscribe: ["inbox"], after: this.#cursor });
    for await (const line of this.lines()) {
      if ("model" in line && line.view === "inbox" && line.model.cursor) yield line.model;
      if ("gap" in line && "view" in line.gap) {
        throw new Ended("Telex does not know the cursor: is it of another profile?");
      }
    }
  }

  // What follows is between this client and Telex.

  #start(): void {
    this.views.clear();
    const [program, ...options] = this.#command;
    const child = spawn(program, options, { stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.on("error", () => {}); // it has ended, which the next read notices
    this.#process = child;
    this.#output = completeLines(child.stdout);
    this.#end = new Promise((resolve) => {
      child.on("error", (error) => resolve(error.message));
      child.on("exit", (code, signal) => resolve(signal ? "killed" : code ?? 0));
    });
    if (this.#subscribed.length > 0) this.#write({ subscribe: this.#subscribed });
    if (this.#cursor) this.#write({ subscribe: ["inbox"], after: this.#cursor });
    for (const line of this.#open.values()) this.#write(line);
    if (this.#isClosing) child.stdin.end();
  }

  /** Never blocks: what Telex does not read yet waits in memory. */
  #write(line: unknown): void {
    this.#process.stdin.write(JSON.stringify(line) + "\n");
  }

  /** Handles one line; returns whether there are more. */
  async #read(): Promise<boolean> {
    if (this.#isOver) return false;
    const { value, done } = await this.#output.next();
    if (done) return await this.#restart();
    const line: LineOut = JSON.parse(value);
    if ("bye" in line) {
      const isExpected = this.#isClosing || ["eof", "quit", "signal"].includes(line.bye);
      if (this.#open.size > 0 || !isExpected) this.#fail(`Telex has ended: ${line.bye}`);
      this.#isOver = true;
      return false;
    }
    if ("settled" in line) this.#answer(line.settled, line, ["refused", "failed"].includes(line.outcome));
    else if ("error" in line) this.#answer(line.cause, line, true);
    else if ("patch" in line) this.#waiting.push(this.#patched(line));
    else {
      if ("model" in line) {
        this.views.set(keyOf(line), line.model);
        if (line.view === "inbox") this.#cursor = line.model.cursor ?? this.#cursor;
      } else if ("closed" in line) this.views.delete(keyOf(line));
      else if ("gap" in line && "ownerLeft" in line.gap) this.#lost = new Set(this.#open.keys());
      this.#waiting.push(line);
    }
    return true;
  }

  #answer(id: string | null, line: SettledLine | ErrorLine, isFailure: boolean): void {
    if (id !== null && this.#lost.delete(id) && isFailure) { // another telex took over before the answer
      return this.#canRepeat(id) ? this.#write(this.#open.get(id)) : this.#giveUp(id);
    }
    if (id !== null && this.#open.delete(id)) this.#outcomes.set(id, line);
    if (isFailure) this.#failure ??= new Refused(line);
  }

  #canRepeat(id: string): boolean {
    const line = this.#open.get(id)!;
    return (line.event === "message.sending" && Boolean(line.messageId)) || "subscribe" in line;
  }

  #giveUp(id: string): void {
    this.#open.delete(id);
    this.#outcomes.set(id, null);
    this.#failure ??= new Ended(`Telex has ended before it answered request ${id}: was it done?`);
  }

  #settled(): Map<string, SettledLine> {
    const [outcomes, failure] = [this.#outcomes, this.#failure];
    this.#outcomes = new Map();
    this.#failure = undefined;
    if (failure) throw Object.assign(failure, { outcomes });
    return outcomes as Map<string, SettledLine>;
  }

  async #restart(): Promise<boolean> {
    const end = await this.#end;
    if (end !== "killed") this.#fail(`telex pipe has ended: ${end}`);
    for (const id of [...this.#open.keys()]) if (!this.#canRepeat(id)) this.#giveUp(id);
    this.#lost.clear();
    this.#isOver = this.#isClosing && this.#open.size === 0;
    if (!this.#isOver) this.#start();
    return !this.#isOver;
  }

  #fail(reason: string): never {
    const outcomes = this.#outcomes;
    for (const id of this.#open.keys()) outcomes.set(id, null);
    this.#isOver = true;
    this.#outcomes = new Map();
    this.#failure = undefined;
    this.#open.clear();
    throw Object.assign(new Ended(reason), { outcomes });
  }

  #patched(line: PatchLine): ViewLine {
    const model = structuredClone(this.views.get(keyOf(line)));
    for (const operation of line.patch) patch(model, operation);
    const { patch: _, base: _base, crc32: sum, ...rest } = line;
    if (sum !== undefined && sum !== crc32(canonical(model))) {
      throw new Error(`the patches do not make the model of line ${line.seq}`);
    }
    this.views.set(keyOf(line), model);
    return { ...rest, model } as unknown as ViewLine;
  }
}

function keyOf(line: { view: ViewName; window?: string }): string {
  return line.window === undefined ? line.view : `${line.window}/${line.view}`;
}

/** Yields the lines of a stream, without one at its end that a kill has cut off. */
async function* completeLines(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding("utf8");
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

/** An id that is the same for the same parts, such as the chat and the message that an answer is to. */
export function stableId(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Applies an operation (RFC 6902) to a model. */
export function patch(model: unknown, operation: PatchLine["patch"][number]): void {
  // deno-lint-ignore no-explicit-any
  const place = (path: string): [any, string] => {
    const steps = path.split("/").slice(1);
    const last = steps.pop()!;
    // deno-lint-ignore no-explicit-any
    return [steps.reduce((value: any, step) => value[step], model), last];
  };
  let value = "value" in operation ? operation.value : undefined;
  if (operation.op === "remove" || operation.op === "move") {
    const [parent, key] = place(operation.op === "move" ? operation.from : operation.path);
    value = parent[key];
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  }
  if (operation.op === "remove") return;
  const [parent, key] = place(operation.path);
  if (Array.isArray(parent) && operation.op !== "replace") parent.splice(Number(key), 0, value);
  else parent[key] = value;
}

/** JSON in canonical form (RFC 8785). */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner);
}

function crc32(text: string): number {
  let sum = -1;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
