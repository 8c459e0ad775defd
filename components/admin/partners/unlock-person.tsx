"use client";

import { toast } from "@/components/ui/toaster";
import { UnlockDialog } from "@/components/ui/unlock-dialog";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Partner, PartnerPerson } from "./queries";

interface UnlockPersonProps {
  partner: Partner;
  person: PartnerPerson;
  onClose: () => void;
}

/** Clears the failed sign-in attempts of a partner's account. */
export function UnlockPerson({ partner, person, onClose }: UnlockPersonProps) {
  const { name, personId } = person;
  const { submit, isBusy, failure } = useSubmission("unlockPartnerPerson", {
    onDone: () => {
      toast(`${name} was unlocked`);
      onClose();
    },
  });
  return (
    <UnlockDialog
      name={name}
      isBusy={isBusy}
      failure={failure}
      onDecide={(totp) => submit({ params: { id: partner.partnerId, personId }, body: { totp } })}
      onClose={onClose}
    />
  );
}
