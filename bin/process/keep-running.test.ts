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

/** A simulated process that runs until it is killed or stopped. */
function life() {
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const stop = vi.fn(async () => resolve("signal SIGTERM"));
  return { ended, stop, die: () => resolve("signal SIGKILL") };
}

/** Keeps a simulated process running; `lives` has each of its runs. */
function keep(begin = async () => life()) {
  const first = life();
  const lives = [first];
  const beginNext = async () => {
    const next = await begin();
    lives.push(next);
    return next;
  };
  const kept = keepRunning({ name: "The thing", logFile, first, begin: beginNext });
  /** Kills the current run, and waits for the next one. */
  const dieOnce = async () => {
    const { length } = lives;
    lives.at(-1)?.die();
    await eventually(() => expect(lives.length).toBe(length + 1), { intervalMs: 1 });
  };
  return { ...kept, lives, dieOnce };
}

const printed = () => vi.mocked(console.log).mock.calls.map(([line]) => String(line));

test("a process that ends by itself is restarted, with one line that says why", async () => {
  const kept = keep();
  await kept.dieOnce();
  await eventually(() => expect(kept.current()).toBe(kept.lives[1]));
  await eventually(() => expect(printed()).toHaveLength(1));
  expect(printed()[0]).toMatch(/✓ The thing again .* s {2}after signal SIGKILL$/);
  await kept.stop();
  expect(await kept.ended).toBeUndefined();
  expect(kept.lives).toHaveLength(2);
});

test("a process that keeps ending soon after its start is given up, with the last lines of its log", async () => {
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

test("a process that ran for a while has all its restarts again", async () => {
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

test("a process that dies during its start is started again", async () => {
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

test("a process that cannot be started in five attempts is given up, with the error of the start", async () => {
  const begin = vi.fn(() => Promise.reject(new Fault("database", "no room")));
  const kept = keep(begin);
  kept.lives[0]?.die();
  expect(await kept.ended).toEqual(new Fault("database", "no room"));
  expect(begin).toHaveBeenCalledTimes(tries);
  // There is nothing left to stop.
  await kept.stop();
});

test("a stop during a restart also stops the new process", async () => {
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
