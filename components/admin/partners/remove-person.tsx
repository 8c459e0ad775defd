"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Partner, PartnerPerson } from "./queries";

interface RemovePersonProps {
  partner: Partner;
  person: PartnerPerson;
  onClose: () => void;
}

/** Removes a partner's person, so that the email becomes available to its true owner. */
export function RemovePerson({ partner, person, onClose }: RemovePersonProps) {
  const { name, email, personId } = person;
  const { submit, isBusy, failure } = useSubmission("removePartnerPerson", {
    onDone: () => {
      toast(`${name} was removed`);
      onClose();
    },
  });
  return (
    <DecisionDialog
      title={`Remove ${name} from ${partner.name}?`}
      action={`Remove ${name}`}
      leave="Cancel"
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="The account was not removed."
      onDecide={(totp) => submit({ params: { id: partner.partnerId, personId }, body: { totp } })}
      onClose={onClose}
    >
      <p>
        The account’s sessions, pending invitations and API keys are revoked immediately. Its
        actions stay in the audit log. <span className="wrap-anywhere">{email}</span> can be invited
        again, by any partner.
      </p>
    </DecisionDialog>
  );
}
