"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { KIND_WORDS } from "@/lib/accounting/postings/words";
import { useSubmission } from "@/lib/api/client/use-submission";
import { PostingLegs } from "./posting-legs";
import type { Posting } from "./queries";

/** Confirms another administrator's request after a review of its journal. */
export function ConfirmPosting({ posting, onClose }: { posting: Posting; onClose: () => void }) {
  const { postingId: id, kind, requestedBy, reason, legs, obstacle } = posting;
  const { submit, isBusy, failure } = useSubmission("confirmOperatorPosting", {
    onDone: () => {
      toast(`Posted: ${KIND_WORDS[kind].name}`);
      onClose();
    },
  });
  return (
    <DecisionDialog
      title="Confirm posting?"
      action="Confirm and post"
      isBusy={isBusy}
      failure={failure}
      undone="Nothing was posted."
      onDecide={(totp) => submit({ params: { id }, body: { totp } })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {requestedBy.name} requested it: “{reason}”. A journal cannot be reversed. Correct mistakes
        with another posting.
      </p>
      <PostingLegs legs={legs} {...(obstacle === undefined ? {} : { obstacle })} />
    </DecisionDialog>
  );
}
