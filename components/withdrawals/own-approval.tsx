"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import type { WaitingWithdrawal } from "./queries";

// Loaded when it is opened, and never rendered by the server.
const ApproveOwn = dynamic(() => import("./approve-own").then(({ ApproveOwn }) => ApproveOwn), {
  ssr: false,
});

/** Says that a withdrawal waits for a second person of the partner, and lets that person approve it. */
export function OwnApproval({ waiting }: { waiting: WaitingWithdrawal }) {
  const [isOpen, setOpen] = useState(false);
  const { mayApprove, mayApproveFrom, requestedBy } = waiting;
  return (
    <Notice state="waiting" title="Waiting for a second approver on your team">
      <p className="text-small">
        Requested by {requestedBy ?? "an API key"}.{" "}
        {mayApprove
          ? "Nothing is sent before you or another owner approves it."
          : "Another owner must approve it before it is reviewed."}
      </p>
      {mayApproveFrom !== undefined && (
        <p className="text-small">
          An owner was removed or got another role less than 72 hours ago, so you cannot approve it
          alone until <Time instant={mayApproveFrom} isExact />. Another owner can approve it at
          once: invite one in the settings.
        </p>
      )}
      {mayApprove && (
        <Button size="compact" className="mt-2" onClick={() => setOpen(true)}>
          Approve withdrawal…
        </Button>
      )}
      {isOpen && <ApproveOwn waiting={waiting} onClose={() => setOpen(false)} />}
    </Notice>
  );
}
