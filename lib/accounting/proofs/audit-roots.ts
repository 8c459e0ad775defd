import { auditDays, type DaysFinding } from "./audit-days";
import { findLastSealedDay } from "./store";

/** Recomputes the roots of the last sealed day, as an invariant of the books. Source: docs/verifiable-ledger.md */
export async function auditRoots(): Promise<DaysFinding> {
  return auditDays([await findLastSealedDay()]);
}
