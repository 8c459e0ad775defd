import { findCodesLock } from "./store";

/** `Retry-After` for somebody whose confirmations in a session are locked. */
export async function untilUnlocked(personId: string, at: Date): Promise<Record<string, string>> {
  const until = await findCodesLock(personId);
  const remainingS = Math.ceil(((until ?? at).getTime() - at.getTime()) / 1000);
  return { "Retry-After": String(Math.max(1, remainingS)) };
}
