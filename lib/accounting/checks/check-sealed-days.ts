import { auditDays } from "@/lib/accounting/proofs/audit-days";
import { findDaysToCheck } from "@/lib/accounting/proofs/store";
import { runCheck } from "@/lib/checks/run-check";
import type { AuditFinding } from "@/lib/ledger";
import { concludeCheck } from "./check-invariants";
import { readSealedDaysPlace, type SealedDaysPlace } from "./sealed-days-place";

/** By hourly checks, each sealed day is recomputed within about 30 days. */
const CHECKS_IN_A_TURN = 30 * 24;
/** Broken days that are recomputed by each check, until they are repaired. Others are found broken in their turn. */
const MAX_BROKEN_DAYS = 24;

/**
 * Recomputes the signed roots of a part of the sealed days: those that come after the part of the last check, and those that were
 * broken then. Stores the result and raises the alert about the books for a broken day. Source: docs/decisions/0092-verifiable-ledger.md
 */
export async function checkSealedDays(): Promise<AuditFinding[]> {
  const { checkedDay, brokenDays } = await readSealedDaysPlace();
  const next = await findDaysToCheck(checkedDay, CHECKS_IN_A_TURN);
  return runCheck("sealed_days", null, async () => {
    const found = await auditDays([...new Set([...brokenDays, ...next])]);
    const outcome = await concludeCheck([found]);
    const place: SealedDaysPlace = {
      checkedDay: next.at(-1) ?? checkedDay,
      brokenDays: found.brokenDays.slice(0, MAX_BROKEN_DAYS),
    };
    return { ...outcome, result: { ...place, rows: found.brokenRows } };
  });
}
