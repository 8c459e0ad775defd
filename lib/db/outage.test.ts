import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Outage } from "./outage";

const WAIT_MS = 1_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A database that is away until `isBack` is set. */
function makeDatabase() {
  const database = { isBack: false, probes: 0, attempts: 0 };
  const answer = async <T>(value: T): Promise<T> => {
    if (!database.isBack) throw Object.assign(new Error("away"), { code: "ECONNREFUSED" });
    return value;
  };
  const outage = new Outage({
    waitMs: WAIT_MS,
    probe: () => {
      database.probes += 1;
      return answer(undefined);
    },
  });
  const send = (isHarmless = true) =>
    outage.outlast(
      () => {
        database.attempts += 1;
        return answer("rows");
      },
      () => isHarmless,
    );
  return { database, outage, send };
}

test("a statement waits for the end of the outage and is sent again", async () => {
  const { database, send } = makeDatabase();
  const sent = send();
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  database.isBack = true;
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  expect(await sent).toBe("rows");
  expect(database.attempts).toBe(2);
});

test("a statement whose connection alone was lost is sent again at once", async () => {
  const { database, outage } = makeDatabase();
  database.isBack = true;
  const attempt = vi.fn<() => Promise<string>>();
  attempt.mockRejectedValueOnce(new Error("lost")).mockResolvedValueOnce("rows");
  expect(await outage.outlast(attempt, () => true)).toBe("rows");
  expect(database.probes).toBe(1);
});

test("a statement that may have been executed is not sent again", async () => {
  const { database, send } = makeDatabase();
  await expect(send(false)).rejects.toThrow("away");
  expect(database).toMatchObject({ attempts: 1, probes: 0 });
});

test("one probe asks for all statements that wait", async () => {
  const { database, send } = makeDatabase();
  const first = [send(), send()];
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  const { probes } = database;
  const later = Array.from({ length: 50 }, () => send());
  await vi.advanceTimersByTimeAsync(1);
  expect(database).toMatchObject({ probes, attempts: 52 });
  database.isBack = true;
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  expect(await Promise.all([...first, ...later])).toHaveLength(52);
  expect(database).toMatchObject({ probes: probes + 1, attempts: 2 * 52 });
});

test("an outage that lasts longer fails what waits, and then each statement at once, until one succeeds", async () => {
  const { database, send } = makeDatabase();
  const waiting = expect(send()).rejects.toThrow("away");
  await vi.advanceTimersByTimeAsync(2 * WAIT_MS);
  await waiting;
  const { probes } = database;
  await expect(send()).rejects.toThrow("away");
  database.isBack = true;
  expect(await send()).toBe("rows");
  expect(database.probes).toBe(probes);

  database.isBack = false;
  const next = send();
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  database.isBack = true;
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  expect(await next).toBe("rows");
});

test("a statement that fails again and again does not wait for ever, while others succeed", async () => {
  const { database, outage, send } = makeDatabase();
  database.isBack = true;
  const failing = outage.outlast(
    async () => {
      await send();
      throw new Error("its connection is lost");
    },
    () => true,
  );
  const refused = expect(failing).rejects.toThrow("its connection is lost");
  await vi.advanceTimersByTimeAsync(2 * WAIT_MS);
  await refused;
});

test("of very many statements the last ones do not wait", async () => {
  const { database, send } = makeDatabase();
  const sent = Array.from({ length: 1_100 }, () => send().then(String, String));
  await vi.advanceTimersByTimeAsync(1);
  database.isBack = true;
  await vi.advanceTimersByTimeAsync(WAIT_MS);
  const outcomes = await Promise.all(sent);
  expect(outcomes.filter((outcome) => outcome === "rows")).toHaveLength(1_000);
});

test("what waits when the connections are closed fails", async () => {
  const { outage, send } = makeDatabase();
  const waiting = expect(send()).rejects.toThrow("away");
  await vi.advanceTimersByTimeAsync(1);
  outage.close();
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  await waiting;
});

test("nothing waits where the setting is 0", async () => {
  const outage = new Outage({ waitMs: 0, probe: () => Promise.resolve() });
  const failing = outage.outlast(
    () => Promise.reject(new Error("away")),
    () => true,
  );
  await expect(failing).rejects.toThrow("away");
});
