import { auditDays, type DaysFinding } from "./audit-days";
import { findLastSealedDay } from "./store";

/**
 * Recomputes the roots of the last sealed day and of days that were found broken, as an invariant of the books. Source:
 * docs/verifiable-ledger.md
 */
export async function auditRoots(brokenDays: readonly string[]): Promise<DaysFinding> {
  return auditDays([...new Set([await findLastSealedDay(), ...brokenDays])]);
}
