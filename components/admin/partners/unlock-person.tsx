"use client";

import { toast } from "@/components/ui/toaster";
import { UnlockDialog } from "@/components/ui/unlock-dialog";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { Partner, PartnerPerson } from "./queries";

interface UnlockPersonProps {
  partner: Partner;
  person: PartnerPerson;
  onClose: () => void;
}

/** Clears the failed sign-in attempts of a partner's account. */
export function UnlockPerson({ partner, person, onClose }: UnlockPersonProps) {
  const { name, personId } = person;
  const form = useContractForm("unlockPartnerPerson", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params: { id: partner.partnerId, personId }, body: { totp } }),
    onDone: () => {
      toast(`${name} was unlocked`);
      onClose();
    },
  });
  return <UnlockDialog form={form} code={form.field("totp")} name={name} onClose={onClose} />;
}
