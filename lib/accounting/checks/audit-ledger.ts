import { checkInvariants } from "./check-invariants";

/** The check of the invariants as background work. */
export async function auditLedger(): Promise<{ checked: number; broken: number }> {
  const found = await checkInvariants(null);
  const broken = found.filter(({ brokenRows }) => brokenRows.length > 0);
  return { checked: found.length, broken: broken.length };
}
