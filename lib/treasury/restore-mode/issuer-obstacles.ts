import { sendingIssuers } from "@/lib/cards/inbound/attached-issuers";
import { findListedUntil } from "@/lib/cards/inbound/inbox/store";
import { comparePostings } from "@/lib/cards/inbound/reconcile/reconcile-postings";
import type { Restore } from "../restored/sql-store";

/** Returns the issuers whose events of the lost time were not read yet, each as a text. */
export async function listUnreadIssuers({ startedAt }: Restore): Promise<string[]> {
  const found = sendingIssuers().map(async (issuer) => {
    const until = await findListedUntil(issuer);
    if (until !== undefined && until >= startedAt) return [];
    return `Events of ${issuer} are read up to ${until?.toISOString() ?? "no time"}, not to ${startedAt.toISOString()}, and its cards decline. Start a worker, and wait for its job catch-up-issuer-events.`;
  });
  return (await Promise.all(found)).flat();
}

/** Compares the captures and refunds of each issuer with the books. Returns the issuers that differ, each as a text. */
export async function listDifferentIssuers(): Promise<string[]> {
  const compared = await comparePostings();
  return compared
    .filter(({ differences }) => differences > 0)
    .map(
      ({ issuer, differences }) =>
        `The books and ${issuer} differ: ${differences}. The alert issuer_difference names them.`,
    );
}
