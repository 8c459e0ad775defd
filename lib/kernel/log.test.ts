import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { forgetEnv } from "./env";
import { errorFields, log } from "./log";

// Before the first line: the settings of the tests disable logging.
process.env.LOG_LEVEL = "error";
forgetEnv();

afterEach(() => vi.restoreAllMocks());

/** The texts that `fs.writeSync` writes to the standard output, one per call. */
function written(): string[] {
  const texts: string[] = [];
  vi.spyOn(fs, "writeSync").mockImplementation((_: number, text: unknown) => {
    texts.push(String(text));
    return Buffer.byteLength(String(text));
  });
  return texts;
}

/** Longer than the interval in which lines are collected. */
const pause = () => sleep(30);

const textsOf = (lines: string) =>
  lines
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line).msg);

test("concurrent lines are written together in order, later ones separately", async () => {
  const texts = written();
  for (const text of ["first", "second", "third"]) log().error(text);
  expect(texts).toEqual([]);
  await pause();
  log().error("fourth");
  await pause();
  expect(texts.map(textsOf)).toEqual([["first", "second", "third"], ["fourth"]]);
});

test("a full disk does not end the process, and the line is written once there is space", async () => {
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  vi.spyOn(fs, "writeSync").mockImplementation(() => {
    throw full;
  });
  log().error("kept");
  await pause();
  vi.restoreAllMocks();
  const texts = written();
  for (const text of ["next", "last"]) {
    log().error(text);
    await pause();
  }
  expect(textsOf(texts.join(""))).toEqual(["kept", "next", "last"]);
});

test.each(["process.exit(0)", "throw new Error('the end')"])(
  "lines before %s are written",
  (end) => {
    const script = `import { log } from "./lib/kernel/log"; log().error("last words"); ${end};`;
    const args = ["--import", "./bin/bootstrap/run-typescript.mjs", "--eval", script];
    const child = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(textsOf(child.stdout), child.stderr).toEqual(["last words"]);
  },
);

test.each([
  ["https://rpc.example.com/v2/CANARY", "https://rpc.example.com"],
  ["https://rpc.example.com:8545?apikey=CANARY&x=1", "https://rpc.example.com:8545"],
  ["wss://user:CANARY@rpc.example.com/ws", "wss://rpc.example.com"],
  ["postgresql://wallet:CANARY@db.example.com:5432/wallet", "postgresql://db.example.com:5432"],
])("the log has the host of a URL without its key: %s", (url, host) => {
  const cause = new Error(`fetch of "${url}" failed`);
  const error = new Error(`HTTP request failed.\n\nURL: ${url}\nBody: {}`, { cause });
  error.stack = `Error: no\n    at read (${url}:3:1)`;
  const logged = JSON.stringify(errorFields(error));
  expect(logged).not.toContain("CANARY");
  expect(logged.split(host)).toHaveLength(4);
});

test("connection errors of the database are logged, and errors about rows are not", () => {
  const said = (code: string, text: string) =>
    errorFields(Object.assign(new Error(text), { code })).text;
  expect(said("08P01", "server login has been failing")).toBe("server login has been failing");
  expect(said("57P03", "the database system is starting up")).toMatch(/starting up/);
  expect(said("53100", "could not extend file: No space left on device")).toMatch(/No space/);
  expect(said("23505", "duplicate key, Key (email)=(ada@example.com)")).toBeUndefined();
  expect(said("22P02", 'invalid input syntax: "4242424242424242"')).toBeUndefined();
});

test("an error whose code is not set has none", () => {
  const { code } = errorFields(Object.assign(new Error("no answer"), { code: undefined }));
  expect(code).toBeUndefined();
});
