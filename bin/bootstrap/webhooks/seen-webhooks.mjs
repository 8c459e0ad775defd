import { createHash } from "node:crypto";

const mostKept = 100_000;

/**
 * What came before, by webhook-id: the same event is sent until it was taken, and can be sent again later.
 *
 * @returns {(id: string, body: Buffer) => { times: number, sameBody: boolean }} `times`: with this one
 */
export function createSeen() {
  /** @type {Map<string, { times: number, digest: string }>} */
  const seen = new Map();
  return (id, body) => {
    const digest = createHash("sha256").update(body).digest("base64");
    const before = seen.get(id);
    const times = (before?.times ?? 0) + 1;
    seen.set(id, { times, digest: before?.digest ?? digest });
    if (seen.size > mostKept) forgetOldest(seen);
    return { times, sameBody: before === undefined || before.digest === digest };
  };
}

/** @param {Map<string, unknown>} seen */
function forgetOldest(seen) {
  for (const id of seen.keys()) {
    seen.delete(id);
    return;
  }
}
