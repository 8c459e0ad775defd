import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { Fault } from "../bootstrap/faults.mjs";
import { keepRunning, restarts, steadyMs, tries } from "./keep-running.ts";

let folder: string;
let logFile: string;
beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  folder = mkdtempSync(join(tmpdir(), "keep-running-"));
  logFile = join(folder, "some.log");
  writeFileSync(logFile, "the first line\nthe last words\n");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** A process that does nothing until it dies or is stopped. */
function life() {
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const stop = vi.fn(async () => resolve("signal SIGTERM"));
  return { ended, stop, die: () => resolve("signal SIGKILL") };
}

/** Keeps a process of which every life is at hand. */
function keep(begin = async () => life()) {
  const first = life();
  const lives = [first];
  const beginNext = async () => {
    const next = await begin();
    lives.push(next);
    return next;
  };
  const kept = keepRunning({ name: "The thing", logFile, first, begin: beginNext });
  /** Dies, and waits until it lives again. */
  const dieOnce = async () => {
    const { length } = lives;
    lives.at(-1)?.die();
    await eventually(() => expect(lives.length).toBe(length + 1), { intervalMs: 1 });
  };
  return { ...kept, lives, dieOnce };
}

const printed = () => vi.mocked(console.log).mock.calls.map(([line]) => String(line));

test("what ends by itself is begun again, with one line that says why", async () => {
  const kept = keep();
  await kept.dieOnce();
  await eventually(() => expect(kept.current()).toBe(kept.lives[1]));
  await eventually(() => expect(printed()).toHaveLength(1));
  expect(printed()[0]).toMatch(/✓ The thing again .* s {2}after signal SIGKILL$/);
  await kept.stop();
  expect(await kept.ended).toBeUndefined();
  expect(kept.lives).toHaveLength(2);
});

test("what ends soon after each of its starts is over at last, with the last lines of its log", async () => {
  const kept = keep();
  for (let each = 0; each < restarts; each++) await kept.dieOnce();
  await eventually(() => expect(kept.current()).toBe(kept.lives[restarts]));
  kept.lives[restarts]?.die();
  const error = await kept.ended;
  expect(error).toBeInstanceOf(Fault);
  expect(error).toMatchObject({ exitCode: 1 });
  expect(String(error)).toMatch(
    /The thing ended by itself \(signal SIGKILL\).*20 times[\s\S]*the last words$/,
  );
  expect(kept.lives).toHaveLength(restarts + 1);
});

test("one that ran for a while may die as often anew", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const kept = keep();
  for (let each = 1; each <= 2 * restarts + 2; each++) {
    await kept.dieOnce();
    await eventually(() => expect(kept.current()).toBe(kept.lives.at(-1)));
    if (each % restarts === 0) vi.advanceTimersByTime(steadyMs + 1);
  }
  await kept.stop();
  expect(await kept.ended).toBeUndefined();
});

test("one that dies while it begins is begun again", async () => {
  const begin = vi.fn(async () => life());
  begin.mockRejectedValueOnce(new Fault("database", "it died"));
  const kept = keep(begin);
  await kept.dieOnce();
  expect(begin).toHaveBeenCalledTimes(2);
  await eventually(() => expect(kept.current()).toBe(kept.lives[1]));
  expect(printed()).toEqual([
    expect.stringMatching(/✗ The thing again .*failed$/),
    expect.stringMatching(/✓ The thing again/),
  ]);
  await kept.stop();
});

test("what cannot be begun in five times is over, for the reason that beginning it gave", async () => {
  const begin = vi.fn(() => Promise.reject(new Fault("database", "no room")));
  const kept = keep(begin);
  kept.lives[0]?.die();
  expect(await kept.ended).toEqual(new Fault("database", "no room"));
  expect(begin).toHaveBeenCalledTimes(tries);
  // There is nothing left to stop.
  await kept.stop();
});

test("stopped while it is begun again, its new life ends too", async () => {
  const beginning = Promise.withResolvers<ReturnType<typeof life>>();
  const kept = keep(() => beginning.promise);
  kept.lives[0]?.die();
  await eventually(() => expect(kept.lives[0]?.ended).resolves.toBe("signal SIGKILL"));
  const stopped = kept.stop();
  const next = life();
  beginning.resolve(next);
  await stopped;
  expect(next.stop).toHaveBeenCalledOnce();
  expect(await kept.ended).toBeUndefined();
});
