import pg from "pg";
import { vi } from "vitest";

/** Statements that run in the background some time after a request. */
const BESIDE = ["insert_requests", "record_key_uses"];
/** The connection of a cache may open while a request runs, and is checked every few seconds. */
const OF_LISTENER = /^(LISTEN |SELECT 1$|probe_listener$)/;
const isBeside = (statement: string) => BESIDE.includes(statement) || OF_LISTENER.test(statement);

/** Returns the result of `ask` and the statements that it sent, by name or text, in order. */
export async function statementsOf<T>(
  ask: () => Promise<T>,
): Promise<{ answer: T; statements: string[] }> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    const answer = await ask();
    const sent = query.mock.calls.map(([each]) => String(Object(each).name ?? each));
    return { answer, statements: sent.filter((each) => !isBeside(each)) };
  } finally {
    query.mockRestore();
  }
}
