import { auditRoots } from "@/lib/accounting/proofs/audit-roots";
import { runCheck } from "@/lib/checks/run-check";
import { now } from "@/lib/kernel/clock";
import { DAY_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import type { AuditFinding } from "@/lib/ledger";
import { auditPart } from "@/lib/ledger/audit-parts";
import { type BookPlaces, NEW_DAYS, readBookPlaces } from "./book-places";
import { concludeCheck } from "./check-invariants";
import { readSealedDaysPlace } from "./sealed-days-place";

/**
 * Checks the next part of the rows of the books, and those of the last days, stores the result and raises an alert for a broken
 * invariant. Source: docs/decisions/0130-daily-check-in-parts.md
 */
export async function checkBookParts(): Promise<AuditFinding[]> {
  const places = await readBookPlaces();
  const { brokenDays } = await readSealedDaysPlace();
  return runCheck("book_parts", null, async () => {
    const startedAt = now();
    const newSince = new Date(startedAt.getTime() - NEW_DAYS * DAY_MS);
    const rows = env().LEDGER_CHECK_ROWS;
    const { findings, places: next } = await auditPart({ places, rows, newSince, startedAt });
    const found = [...findings, await auditRoots(brokenDays)];
    const result: BookPlaces = { places: next };
    return { ...(await concludeCheck(found)), result };
  });
}
