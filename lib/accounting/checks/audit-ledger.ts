import { checkInvariants } from "./check-invariants";

/** Checks the invariants as a background job. */
export async function auditLedger(): Promise<{ checked: number; broken: number }> {
  const found = await checkInvariants(null);
  const broken = found.filter(({ brokenRows }) => brokenRows.length > 0);
  return { checked: found.length, broken: broken.length };
}
