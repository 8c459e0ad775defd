"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { Partner } from "./queries";

/** Asks for a code before a second administrator is asked to end the partner's required single sign-on. */
export function EndSso({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { name, partnerId } = partner;
  const form = useContractForm("endSsoRequirement", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params: { id: partnerId }, body: { totp } }),
    onDone: () => {
      toast("The end of required single sign-on is pending confirmation by a second administrator");
      onClose();
    },
  });
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title={`End required single sign-on at ${name}?`}
      action="Request end"
      undone="Nothing was requested."
      onClose={onClose}
    >
      <p>
        After another administrator confirms, everybody at {name} can sign in by password again. Who
        has none sets one by email. The identity provider stays connected. All owners are notified.
      </p>
      <p className="text-quiet">
        Verify with an owner of {name} in person or by phone that the provider is gone.
      </p>
    </DecisionDialog>
  );
}
