import pg from "pg";
import { vi } from "vitest";

/** Written beside the requests, some time later. */
const BESIDE = ["insert_requests", "record_key_uses"];

/** What something answers, and the statements that are sent for it, by name or text and in order. */
export async function statementsOf<T>(
  ask: () => Promise<T>,
): Promise<{ answer: T; statements: string[] }> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    const answer = await ask();
    const sent = query.mock.calls.map(([each]) => String(Object(each).name ?? each));
    return { answer, statements: sent.filter((each) => !BESIDE.includes(each)) };
  } finally {
    query.mockRestore();
  }
}
