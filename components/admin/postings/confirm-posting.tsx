"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { KIND_WORDS } from "@/lib/accounting/postings/words";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { PostingLegs } from "./posting-legs";
import type { Posting } from "./queries";

/** Confirms another administrator's request after a review of its journal. */
export function ConfirmPosting({ posting, onClose }: { posting: Posting; onClose: () => void }) {
  const { postingId: id, kind, requestedBy, reason, legs, obstacle } = posting;
  const form = useContractForm("confirmOperatorPosting", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params: { id }, body: { totp } }),
    onDone: () => {
      toast(`Posted: ${KIND_WORDS[kind].name}`);
      onClose();
    },
  });
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title="Confirm posting?"
      action="Confirm and post"
      undone="Nothing was posted."
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
