"use client";

import { Suspense, useEffect, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Late, latePart } from "@/components/ui/late-part";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { Time } from "@/components/ui/time";
import { usePageKeys } from "@/components/ui/use-page-keys";
import { counted } from "@/components/ui/words";
import { neighboursOf } from "./neighbours";
import { type Decided, Outcome } from "./outcome";
import { type QueuedWithdrawal, useWaiting } from "./queries";
import { missingApprovals, rightsOf } from "./rights";
import { useWalk } from "./walk";

// Loaded after the page, and before they are first opened.
const approve = latePart(() =>
  import("./approve-dialog").then(({ ApproveDialog }) => ApproveDialog),
);
const reject = latePart(() => import("./reject-dialog").then(({ RejectDialog }) => RejectDialog));

/** Shown to the first of two approvers, instead of the approval while a second one is needed. */
function OwnApproval({ withdrawal, at }: { withdrawal: QueuedWithdrawal; at: string }) {
  const missing = missingApprovals(withdrawal);
  return (
    <p>
      You approved <Time instant={at} isExact />.{" "}
      {missing > 0 &&
        `Waiting for ${counted(missing, "more administrator", "more administrators").replace(/^1 /, "one ")}.`}
      {missing === 0 && "No other approval is needed now. Approve it again to send it."}
    </p>
  );
}

function Keys({ mayApprove, mayReject }: { mayApprove: boolean; mayReject: boolean }) {
  return (
    <p className="text-small text-quiet max-sm:hidden">
      {mayApprove && (
        <>
          <kbd>A</kbd> approve,{" "}
        </>
      )}
      {mayReject && (
        <>
          <kbd>R</kbd> reject,{" "}
        </>
      )}
      <kbd>J</kbd>/<kbd>K</kbd> next, previous
    </p>
  );
}

/**
 * The decision on a withdrawal, and the way to the next one, also by keyboard. After a decision the same withdrawal
 * stays open.
 */
export function Decision({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  const walk = useWalk();
  useEffect(() => void Promise.all([approve.preload(), reject.preload()]), []);
  const waiting = useWaiting().data?.withdrawals;
  const [open, setOpen] = useState<Decided>();
  const [decided, setDecided] = useState<Decided>();
  const { next, previous } = neighboursOf(waiting ?? [], withdrawal.id);
  const { isOpen, approvedAt, mayApprove, mayReject } = rightsOf(withdrawal, useReader());
  const keys = useMemo(
    () => ({
      a: mayApprove ? () => setOpen("approve") : undefined,
      r: mayReject ? () => setOpen("reject") : undefined,
      j: next ? () => walk(next) : undefined,
      k: previous ? () => walk(previous) : undefined,
    }),
    [mayReject, mayApprove, next, previous, walk],
  );
  usePageKeys(keys);
  const dialogOf = (kind: Decided) => ({
    withdrawal,
    onClose: () => setOpen(undefined),
    onDecided: () => {
      setOpen(undefined);
      setDecided(kind);
    },
  });
  return (
    <>
      {decided && (
        <Outcome
          withdrawal={withdrawal}
          decided={decided}
          onNext={next === undefined ? undefined : () => walk(next)}
          isEmpty={waiting !== undefined && next === undefined}
        />
      )}
      {isOpen && approvedAt && !decided && <OwnApproval withdrawal={withdrawal} at={approvedAt} />}
      {isOpen && !mayReject && (
        <RoleNote>Only administrators and approvers can decide on withdrawals.</RoleNote>
      )}
      {mayReject && (
        <div className="flex flex-wrap items-center gap-2">
          {mayApprove && <Button onClick={() => setOpen("approve")}>Approve…</Button>}
          <Button look="plain" onClick={() => setOpen("reject")}>
            Reject…
          </Button>
          <Keys mayApprove={mayApprove} mayReject={mayReject} />
        </div>
      )}
      <Suspense>
        {open === "approve" && <Late of={approve} props={dialogOf("approve")} />}
        {open === "reject" && <Late of={reject} props={dialogOf("reject")} />}
      </Suspense>
    </>
  );
}
