"use client";

import { Changes } from "@/components/ui/changes-table";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Link } from "@/components/ui/link";
import { resourceHref } from "@/components/ui/resource-href";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { actionWords } from "@/lib/audit/action-words";
import { changesOf } from "@/lib/audit/changes";
import { type AuditEntry, useAuditEntry, useListedEntry } from "./queries";

interface AuditEntrySheetProps {
  entryId: string;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

function Details({ entry }: { entry: AuditEntry }) {
  const { targetId, personId, personName, personEmail, ipAddress, requestId } = entry;
  const href = resourceHref(targetId);
  return (
    <>
      <Changes changes={changesOf(entry.before, entry.after)} />
      <Facts
        facts={[
          ["Time", <Time key="when" instant={entry.at} isExact />],
          ["Actor", entry.actor === "operator" ? "Operator" : `${personName} (${personEmail})`],
          [
            "Actor ID",
            personId && (
              <IdChip
                value={personId}
                label="the person ID"
                href={`/settings/audit?actor=${personId}`}
              />
            ),
          ],
          [
            "Target",
            <IdChip key="what" value={targetId} label="the target ID" {...(href && { href })} />,
          ],
          ["IP address", ipAddress],
          [
            "Request",
            requestId && (
              <IdChip
                value={requestId}
                label="the request ID"
                href={`/developers/requests/${requestId}`}
              />
            ),
          ],
          ["Entry ID", <IdChip key="entry" value={entry.entryId} label="the entry ID" />],
        ]}
      />
      <p>
        <Link
          href={`/settings/audit?target=${encodeURIComponent(targetId)}`}
          className="text-small text-accent underline underline-offset-4"
        >
          Full history of the target
        </Link>
      </p>
    </>
  );
}

/** The details of one audit entry. */
export function AuditEntrySheet({ entryId, ...sheet }: AuditEntrySheetProps) {
  const { data, error, refetch } = useAuditEntry(entryId);
  const listed = useListedEntry(entryId);
  const known = data ?? listed;
  return (
    <Sheet
      title={known ? actionWords(known.action) : "Audit log entry"}
      subject={entryId}
      {...sheet}
    >
      {!known && error && (
        <SheetFailure
          what="Entry"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={sheet.closeHref}
        />
      )}
      {!known && !error && <SkeletonSheet label="Loading entry" />}
      {known && <Details entry={known} />}
    </Sheet>
  );
}
