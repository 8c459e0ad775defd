import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockHolder, lockOrWait, tryLock } from "./lock.mjs";
import { startMark } from "./process-info.mjs";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  path = join(folder, "lock.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a lock has one holder at a time, and leaves no file behind", () => {
  const lock = tryLock(path);
  expect(lock).toBeDefined();
  expect(tryLock(path)).toBeUndefined();
  expect(lockHolder(path)?.pid).toBe(process.pid);
  lock?.release();
  expect(lockHolder(path)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test("a lock of a dead process can be taken", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  const mark = startMark(child.pid ?? 0);
  await once(child, "exit");
  writeFileSync(path, JSON.stringify({ pid: child.pid, mark }));
  expect(lockHolder(path)).toBeUndefined();
  expect(tryLock(path)).toBeDefined();
});

test.runIf(process.platform === "linux")("a lock whose process id was reused can be taken", () => {
  writeFileSync(path, JSON.stringify({ pid: process.pid, mark: "1" }));
  expect(tryLock(path)).toBeDefined();
});

test("a lock with a truncated file can be taken", () => {
  writeFileSync(path, '{"pid":');
  expect(tryLock(path)).toBeDefined();
});

test("a lock shows that its holder is stopping", () => {
  const lock = tryLock(path);
  expect(lockHolder(path)?.isStopping).toBeUndefined();
  lock?.sayStopping();
  expect(lockHolder(path)?.isStopping).toBe(true);
  lock?.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a release does not remove the lock of another process", () => {
  const lock = tryLock(path);
  writeFileSync(path, JSON.stringify({ pid: 1 }));
  lock?.release();
  expect(readFileSync(path, "utf8")).toBe('{"pid":1}');
});

test("a lock can be waited for, up to a timeout", async () => {
  const first = tryLock(path);
  setTimeout(() => first?.release(), 100);
  const options = { timeoutMs: 60_000, signal: new AbortController().signal };
  const second = await lockOrWait(path, options);
  await expect(lockOrWait(path, { ...options, timeoutMs: 1 })).rejects.toThrow("not given back");
  second.release();
});
