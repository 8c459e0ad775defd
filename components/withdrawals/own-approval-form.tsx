"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { optionalAmount } from "@/components/ui/amount-text";
import { Button } from "@/components/ui/button";
import { AmountField } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";

interface OwnApprovalFormProps {
  /** The present rule, which other owners can change while the form is open. */
  above: number | null;
  onClose: () => void;
}

/** Sets the amount above which a second person of the partner must approve a withdrawal. */
export function OwnApprovalForm({ above, onClose }: OwnApprovalFormProps) {
  const present = above === null ? "" : String(above);
  const [read, setRead] = useState(present);
  const form = useContractForm("setOwnApproval", {
    initial: { above: read, password: "" },
    input: (values) => ({
      body: {
        above: optionalAmount(values.above),
        password: values.password,
      },
    }),
    onDone: (saved) => {
      toast(saved?.requested ? "The change waits for another owner" : "The rule was saved");
      onClose();
    },
  });
  // An amount that nobody typed would set back the stricter rule of another owner.
  const follow = useEffectEvent(() => {
    if (form.values.above === read) form.set("above", present);
    setRead(present);
  });
  useEffect(() => {
    if (read !== present) follow();
  }, [read, present]);
  return (
    <RequestForm
      form={form}
      isCompact
      className="space-y-3"
      title="The rule was not changed"
      action="Save rule"
      busy="Saving…"
      leave={
        <Button look="plain" size="compact" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <AmountField
        label="Second approval above"
        autoFocus
        required={false}
        {...form.field("above")}
        hint="Counts the withdrawals of 24 hours that no other owner approved. Empty turns it off. Another owner, if there is one, must confirm a higher or empty amount."
        autoComplete="off"
      />
      <PasswordField hint="Required to change the rule." {...form.field("password")} />
    </RequestForm>
  );
}
