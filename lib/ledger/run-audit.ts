import { log } from "@/lib/log";
import { audit } from "./audit";

/** The audit as background work: what is broken is logged as an error, with the ids of the rows. */
export async function runAudit(): Promise<{ checked: number; broken: number }> {
  const findings = await audit();
  const broken = findings.filter(({ brokenRows }) => brokenRows.length > 0);
  for (const { name, meaning, brokenRows } of broken)
    log().error({ invariant: name, brokenRows }, `the books are broken: ${meaning}`);
  return { checked: findings.length, broken: broken.length };
}
