"use client";

import { toast } from "@/components/ui/toaster";
import { UnlockDialog } from "@/components/ui/unlock-dialog";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { Operator } from "./queries";

/** Clears the failed sign-in attempts of an operator's account. */
export function UnlockOperator({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { name, personId } = operator;
  const form = useContractForm("unlockOperator", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params: { id: personId }, body: { totp } }),
    onDone: () => {
      toast(`${name} was unlocked`);
      onClose();
    },
  });
  return <UnlockDialog form={form} code={form.field("totp")} name={name} onClose={onClose} />;
}
