import { auditRoots } from "@/lib/accounting/proofs/audit-roots";
import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { findOpenSubjects } from "@/lib/alerts/sql-store";
import { type CheckOutcome, runCheck } from "@/lib/checks/run-check";
import { shareCheck } from "@/lib/checks/share-check";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { type AuditFinding, audit } from "@/lib/ledger";
import { readSealedDaysPlace } from "./sealed-days-place";

/** One alert, whichever check finds the fault: the check of everything follows each of the others that finds one. */
const ALERT = { kind: "books_broken", subject: "books" } as const;

async function raiseBooksAlert(broken: readonly AuditFinding[]): Promise<void> {
  for (const { name, meaning, brokenRows } of broken)
    log().error({ invariant: name, brokenRows }, `ledger check failed: ${meaning}`);
  const [first] = broken;
  if (!first) return;
  const more = broken.length > 1 ? ` And ${broken.length - 1} more invariants.` : "";
  await openAlert({ ...ALERT, text: `${first.name}: ${first.meaning}${more}` });
}

/**
 * Closes the alert, and those that former versions opened about a part of the books. One that was opened after the beginning of the
 * check is about a fault that it may not have read.
 */
async function endBooksAlerts(beganAt: Date): Promise<void> {
  const { kind } = ALERT;
  for (const subject of await findOpenSubjects(kind, beganAt)) await closeAlert({ kind, subject });
}

/** Raises the alert if an invariant is broken. Returns the outcome of the check. */
export async function concludeCheck(
  found: AuditFinding[],
): Promise<Omit<CheckOutcome<AuditFinding[]>, "closeAlert">> {
  const broken = found.filter(({ brokenRows }) => brokenRows.length > 0);
  await raiseBooksAlert(broken);
  const invariants = found.map(({ name, meaning, brokenRows }) => ({
    name,
    meaning,
    rows: brokenRows,
  }));
  return { found, isSound: broken.length === 0, result: { invariants } };
}

/**
 * Checks every invariant of the books, stores the result, and opens or closes the alert about them. `personId` is the person
 * who started the check; null for the service itself. Joins a check that is under way in this process. Source: design 6, the audit.
 */
export function checkInvariants(personId: string | null): Promise<AuditFinding[]> {
  return shareCheck("invariants", () =>
    runCheck("invariants", personId, async () => {
      const beganAt = now();
      const { brokenDays } = await readSealedDaysPlace();
      const outcome = await concludeCheck([...(await audit()), await auditRoots(brokenDays)]);
      return {
        ...outcome,
        ...(outcome.isSound && { closeAlert: () => endBooksAlerts(beganAt) }),
      };
    }),
  );
}
