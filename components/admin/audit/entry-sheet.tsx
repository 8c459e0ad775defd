"use client";

import { Changes } from "@/components/ui/changes-table";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Link } from "@/components/ui/link";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { actionWords } from "@/lib/audit/action-words";
import { changesOf } from "@/lib/audit/changes";
import { type AuditEntry, useEntry } from "./queries";
import { targetHref } from "./target-href";

function Details({ entry }: { entry: AuditEntry }) {
  const { targetId, personId, personEmail, partnerId, partnerName, requestId, hash } = entry;
  const href = targetHref(targetId);
  return (
    <>
      <Changes changes={changesOf(entry.before, entry.after)} />
      <Facts
        facts={[
          ["Time", <Time key="when" instant={entry.at} isExact />],
          ["Actor", `${entry.personName} (${personEmail})`],
          [
            "Actor ID",
            <IdChip
              key="person"
              value={personId}
              label="the person ID"
              href={`/admin/audit?person=${personId}`}
            />,
          ],
          ["Organization", partnerName ?? "Operator"],
          [
            "Partner",
            partnerId && (
              <IdChip
                value={partnerId}
                label="the partner ID"
                href={`/admin/partners/${partnerId}`}
              />
            ),
          ],
          [
            "Target",
            <IdChip key="what" value={targetId} label="the target ID" {...(href && { href })} />,
          ],
          ["IP address", entry.ipAddress],
          ["Request", requestId && <IdChip value={requestId} label="the request ID" />],
          ["Entry number", entry.position?.toLocaleString("en-US")],
          ["Hash", hash && <IdChip value={hash} label="the entry hash" />],
        ]}
      />
      <p>
        <Link
          href={`/admin/audit?target=${encodeURIComponent(targetId)}`}
          className="text-small text-accent underline underline-offset-4"
        >
          Full history
        </Link>
      </p>
    </>
  );
}

interface EntrySheetProps {
  entryId: string;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

/** The details of one audit entry. */
export function EntrySheet({ entryId, ...sheet }: EntrySheetProps) {
  const { data, error, isPending, refetch } = useEntry(entryId);
  return (
    <Sheet title={data ? actionWords(data.action) : "Audit log entry"} subject={entryId} {...sheet}>
      {isPending && <SkeletonRows label="Loading entry" />}
      {!data && error && (
        <SheetFailure
          what="Entry"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={sheet.closeHref}
        />
      )}
      {data && <Details entry={data} />}
    </Sheet>
  );
}
