"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmPosting } from "./confirm-posting";
import { CancelPosting, RejectPosting } from "./end-posting";
import type { Posting } from "./queries";

type Act = "confirm" | "reject" | "cancel";

/** The actions on a pending request: administrators cancel their own, and confirm or reject another's. */
export function DecidePosting({ posting }: { posting: Posting }) {
  const [act, setAct] = useState<Act>();
  const { isYours } = posting;
  const dialog = { posting, onClose: () => setAct(undefined) };
  return (
    <div className="space-y-3">
      {isYours && (
        <>
          <p className="text-small text-quiet">
            You requested this posting. Another administrator must confirm it.
          </p>
          <Button look="plain" onClick={() => setAct("cancel")}>
            Cancel request…
          </Button>
        </>
      )}
      {!isYours && (
        <div className="flex flex-wrap gap-2">
          {posting.obstacle === undefined && (
            <Button onClick={() => setAct("confirm")}>Confirm…</Button>
          )}
          <Button look="plain" onClick={() => setAct("reject")}>
            Reject…
          </Button>
        </div>
      )}
      {act === "confirm" && <ConfirmPosting {...dialog} />}
      {act === "reject" && <RejectPosting {...dialog} />}
      {act === "cancel" && <CancelPosting {...dialog} />}
    </div>
  );
}
