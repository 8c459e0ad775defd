import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReadOnlyWait } from "./read-only-wait";

const WAIT_MS = 1_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A database that takes no writes until `takesWrites` is set. */
function makeDatabase({ waitMs = WAIT_MS } = {}) {
  const database = { takesWrites: false, asked: 0, attempts: 0 };
  const wait = new ReadOnlyWait({
    waitMs,
    takesWrites: async () => {
      database.asked += 1;
      return database.takesWrites;
    },
  });
  const write = () =>
    wait.outlast(async () => {
      database.attempts += 1;
      if (database.takesWrites) return "rows";
      throw Object.assign(new Error("cannot execute INSERT"), { code: "25006" });
    });
  return { database, wait, write };
}

test("a write waits until the database takes writes, and is sent again", async () => {
  const { database, write } = makeDatabase();
  const written = write();
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  database.takesWrites = true;
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  expect(await written).toBe("rows");
  expect(database.attempts).toBe(2);
});

test("the database is asked once for all writes that wait", async () => {
  const { database, write } = makeDatabase();
  const written = [write(), write(), write()];
  await vi.advanceTimersByTimeAsync(0);
  expect(database).toMatchObject({ attempts: 3, asked: 1 });
  database.takesWrites = true;
  await vi.advanceTimersByTimeAsync(WAIT_MS);
  expect(await Promise.all(written)).toEqual(["rows", "rows", "rows"]);
});

test("a database that stays read-only fails the first write late and later ones at once, until it takes writes", async () => {
  const { database, write } = makeDatabase();
  const first = expect(write()).rejects.toThrow("cannot execute INSERT");
  await vi.advanceTimersByTimeAsync(WAIT_MS + 200);
  await first;
  for (let round = 0; round < 3; round++)
    await expect(write()).rejects.toThrow("cannot execute INSERT");
  database.takesWrites = true;
  await vi.advanceTimersByTimeAsync(2 * WAIT_MS);
  expect(await write()).toBe("rows");
  // The next time, writes wait again.
  database.takesWrites = false;
  const waiting = write();
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  database.takesWrites = true;
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  expect(await waiting).toBe("rows");
});

test("a write that meets the former primary again and again fails after the wait", async () => {
  const { database, wait } = makeDatabase();
  database.takesWrites = true;
  const attempt = vi.fn(async () => {
    throw Object.assign(new Error("cannot execute INSERT"), { code: "25006" });
  });
  const failed = expect(wait.outlast(attempt)).rejects.toThrow("cannot execute INSERT");
  await vi.advanceTimersByTimeAsync(2 * WAIT_MS);
  await failed;
  expect(attempt.mock.calls.length).toBeGreaterThan(2);
});

test("any other error is thrown at once", async () => {
  const { database, wait } = makeDatabase();
  const attempt = vi.fn(async () => {
    throw Object.assign(new Error("duplicate key"), { code: "23505" });
  });
  await expect(wait.outlast(attempt)).rejects.toThrow("duplicate key");
  expect(attempt).toHaveBeenCalledTimes(1);
  expect(database.asked).toBe(0);
});

test("without a time to wait a write fails at once", async () => {
  const { database, write } = makeDatabase({ waitMs: 0 });
  await expect(write()).rejects.toThrow("cannot execute INSERT");
  expect(database).toMatchObject({ attempts: 1, asked: 0 });
});

test("what waits fails when the process closes its connections", async () => {
  const { wait, write } = makeDatabase();
  const failed = expect(write()).rejects.toThrow("cannot execute INSERT");
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  wait.close();
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  await failed;
});
