"use client";

import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { useReader } from "@/components/ui/reader";
import { usePageKeys } from "@/components/ui/use-page-keys";
import { ApproveDialog } from "./approve-dialog";
import { neighboursOf } from "./neighbours";
import { type QueuedWithdrawal, useWaiting } from "./queries";
import { RejectDialog } from "./reject-dialog";
import { useWalk } from "./walk";

/** To decide on a withdrawal, and to go on to the next one, by keys as well. */
export function Decision({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  const { role } = useReader();
  const walk = useWalk();
  const waiting = useWaiting().data?.withdrawals;
  const [open, setOpen] = useState<"approve" | "reject">();
  const { next, previous } = neighboursOf(waiting ?? [], withdrawal.id);
  const mayDecide = withdrawal.status === "pending" && role !== "auditor";
  const mayApprove = mayDecide && withdrawal.partnerSuspended === undefined;
  const keys = useMemo(
    () => ({
      a: mayApprove ? () => setOpen("approve") : undefined,
      r: mayDecide ? () => setOpen("reject") : undefined,
      j: next ? () => walk(next) : undefined,
      k: previous ? () => walk(previous) : undefined,
    }),
    [mayDecide, mayApprove, next, previous, walk],
  );
  usePageKeys(keys);
  const dialog = {
    withdrawal,
    onClose: () => setOpen(undefined),
    onDecided: () => {
      setOpen(undefined);
      walk(next);
    },
  };
  if (!mayDecide) return null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {mayApprove && <Button onClick={() => setOpen("approve")}>Approve…</Button>}
        <Button look="plain" onClick={() => setOpen("reject")}>
          Reject…
        </Button>
        <p className="text-small text-quiet max-sm:hidden">
          {mayApprove && (
            <>
              <kbd>a</kbd> approves,{" "}
            </>
          )}
          <kbd>r</kbd> rejects; each asks first. <kbd>j</kbd> and <kbd>k</kbd> walk through what
          waits.
        </p>
      </div>
      {open === "approve" && <ApproveDialog {...dialog} />}
      {open === "reject" && <RejectDialog {...dialog} />}
    </>
  );
}
