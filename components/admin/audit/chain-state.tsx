"use client";

import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { IdChip } from "@/components/ui/id-chip";
import { Notice } from "@/components/ui/notice";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/ui/words";
import { type AuditLog, useVerify } from "./queries";

type Check = NonNullable<AuditLog["check"]>;

function Faults({ faults }: Pick<Check, "faults">) {
  return (
    <>
      <p>
        The audit log was modified outside the service. Preserve the database as evidence and follow
        docs/books.md.
      </p>
      <ul className="text-small">
        {faults.map(({ position, entryId, text }) => (
          <li key={`${position}${entryId}${text}`}>
            {position !== undefined && `${position.toLocaleString("en-US")}: `}
            {text}
            {entryId && (
              <>
                {" "}
                <IdChip value={entryId} label="the entry ID" href={`/admin/audit/${entryId}`} />
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A check that ran before the first entry says nothing about the entries. */
const isUnchecked = ({ check, entries }: AuditLog) =>
  !check || (check.isSound && check.entries === 0 && entries > 0);

function titleOf(log: AuditLog): string {
  if (isUnchecked(log)) return "Not verified yet";
  return log.check?.isSound ? "Verified" : "Verification failed";
}

/** Shows whether the audit chain is intact and when it was verified, with a button that verifies it now. */
export function ChainState({ log }: { log: AuditLog }) {
  const { role } = useReader();
  const verify = useVerify();
  const { check, entries, hash } = log;
  const state = isUnchecked(log) ? "waiting" : check?.isSound ? "settled" : "failed";
  return (
    <Notice state={state} title={titleOf(log)}>
      {check && !check.isSound && <Faults faults={check.faults} />}
      <p className="text-small">
        {counted(entries, "entry", "entries")}
        {check && (
          <>
            {" · "}
            {check.entries.toLocaleString("en-US")} verified <Time instant={check.ranAt} />
            {check.askedBy && ` by ${check.askedBy}`}
          </>
        )}
        {" · last hash "}
        <IdChip value={hash} label="the hash of the last entry" />
      </p>
      {verify.failure && (
        <ErrorPanel title="The audit log could not be verified" failure={verify.failure} />
      )}
      {role === "auditor" ? (
        <RoleNote>Only administrators and approvers can verify the log.</RoleNote>
      ) : (
        <Button
          look="plain"
          size="compact"
          className="mt-1"
          disabled={verify.isBusy}
          onClick={() => verify.submit({})}
        >
          {verify.isBusy ? "Verifying…" : "Verify now"}
        </Button>
      )}
    </Notice>
  );
}
