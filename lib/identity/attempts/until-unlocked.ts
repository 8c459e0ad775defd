import { findLock } from "../sql-store";
import type { AttemptKind } from "../store";

/** The `Retry-After` header for a person whose confirmations in a session are locked. */
export async function untilUnlocked(
  personId: string,
  kind: AttemptKind,
  at: Date,
): Promise<Record<string, string>> {
  const until = await findLock(personId, kind, at);
  const remainingS = Math.ceil(((until ?? at).getTime() - at.getTime()) / 1000);
  return { "Retry-After": String(Math.max(1, remainingS)) };
}
