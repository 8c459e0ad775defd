"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { Partner, PartnerPerson } from "./queries";

interface RemovePersonProps {
  partner: Partner;
  person: PartnerPerson;
  onClose: () => void;
}

/** Removes a partner's person, so that the email becomes available to its true owner. */
export function RemovePerson({ partner, person, onClose }: RemovePersonProps) {
  const { name, email, personId } = person;
  const form = useContractForm("removePartnerPerson", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params: { id: partner.partnerId, personId }, body: { totp } }),
    onDone: () => {
      toast(`${name} was removed`);
      onClose();
    },
  });
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title={`Remove ${name} from ${partner.name}?`}
      action={`Remove ${name}`}
      leave="Cancel"
      isDangerous
      undone="The account was not removed."
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
