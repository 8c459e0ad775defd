import { auditRoots } from "@/lib/accounting/proofs/audit-roots";
import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { runCheck } from "@/lib/checks/run-check";
import { log } from "@/lib/kernel/log";
import { type AuditFinding, audit } from "@/lib/ledger";

const ALERT = { kind: "books_broken", subject: "books" } as const;

async function raiseBooksAlert(broken: readonly AuditFinding[]): Promise<void> {
  for (const { name, meaning, brokenRows } of broken)
    log().error({ invariant: name, brokenRows }, `ledger check failed: ${meaning}`);
  const [first] = broken;
  if (!first) return closeAlert(ALERT);
  const more = broken.length > 1 ? ` And ${broken.length - 1} more invariants.` : "";
  await openAlert({
    ...ALERT,
    text: `${first.name}: ${first.meaning}${more}`,
  });
}

/**
 * Checks every invariant of the books, stores the result and raises alerts for broken ones. `personId` is the person
 * who started the check; null for the service itself. Source: design 6, the audit.
 */
export function checkInvariants(personId: string | null): Promise<AuditFinding[]> {
  return runCheck("invariants", personId, async () => {
    const found = [...(await audit()), await auditRoots()];
    const broken = found.filter(({ brokenRows }) => brokenRows.length > 0);
    await raiseBooksAlert(broken);
    const invariants = found.map(({ name, meaning, brokenRows }) => ({
      name,
      meaning,
      rows: brokenRows,
    }));
    return { found, isSound: broken.length === 0, result: { invariants } };
  });
}
