import { auditRoots } from "@/lib/accounting/proofs/audit-roots";
import type { AlertSubject } from "@/lib/alerts/alert";
import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { type CheckOutcome, runCheck } from "@/lib/checks/run-check";
import { shareCheck } from "@/lib/checks/share-check";
import { log } from "@/lib/kernel/log";
import { type AuditFinding, audit } from "@/lib/ledger";
import { readSealedDaysPlace } from "./sealed-days-place";

/**
 * The scope of a check: all books, a part of them, only new entries, or a part of the sealed days. Each scope has an alert of its own,
 * which only a check of the same scope closes.
 */
type Subject = "books" | "book-parts" | "recent-entries" | "sealed-days";

async function raiseBooksAlert(alert: AlertSubject, broken: readonly AuditFinding[]) {
  for (const { name, meaning, brokenRows } of broken)
    log().error({ invariant: name, brokenRows }, `ledger check failed: ${meaning}`);
  const [first] = broken;
  if (!first) return;
  const more = broken.length > 1 ? ` And ${broken.length - 1} more invariants.` : "";
  await openAlert({
    ...alert,
    text: `${first.name}: ${first.meaning}${more}`,
  });
}

/** Raises the alert of a subject if an invariant is broken. Returns the outcome of its check. */
export async function concludeCheck(
  subject: Subject,
  found: AuditFinding[],
): Promise<CheckOutcome<AuditFinding[]>> {
  const alert = { kind: "books_broken", subject } as const;
  const broken = found.filter(({ brokenRows }) => brokenRows.length > 0);
  await raiseBooksAlert(alert, broken);
  const invariants = found.map(({ name, meaning, brokenRows }) => ({
    name,
    meaning,
    rows: brokenRows,
  }));
  const isSound = broken.length === 0;
  return {
    ...{ found, isSound, result: { invariants } },
    ...(isSound && { closeAlert: () => closeAlert(alert) }),
  };
}

/**
 * Checks every invariant of the books, stores the result and raises alerts for broken ones. `personId` is the person
 * who started the check; null for the service itself. Joins a check that is under way in this process. Source: design 6, the audit.
 */
export function checkInvariants(personId: string | null): Promise<AuditFinding[]> {
  return shareCheck("invariants", () =>
    runCheck("invariants", personId, async () => {
      const { brokenDays } = await readSealedDaysPlace();
      return concludeCheck("books", [...(await audit()), await auditRoots(brokenDays)]);
    }),
  );
}
