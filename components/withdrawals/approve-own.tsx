"use client";

import { Amount } from "@/components/ui/amount";
import { CloseButton } from "@/components/ui/close-button";
import { Dialog } from "@/components/ui/dialog";
import { PasswordField } from "@/components/ui/password-field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { WaitingWithdrawal } from "./queries";

interface ApproveOwnProps {
  waiting: WaitingWithdrawal;
  onClose: () => void;
}

/** Approves a withdrawal as the second person of the partner. */
export function ApproveOwn({ waiting, onClose }: ApproveOwnProps) {
  const { withdrawalId, amount, toAddress, requestedBy } = waiting;
  const form = useContractForm("approveOwnWithdrawal", {
    initial: { password: "" },
    input: ({ password }) => ({ params: { id: withdrawalId }, body: { password } }),
    onDone: () => {
      toast("Withdrawal approved. It is now reviewed");
      onClose();
    },
  });
  return (
    <Dialog title="Approve withdrawal?" onClose={onClose}>
      <RequestForm
        form={form}
        title="The withdrawal was not approved"
        undone="It still waits for a second approver."
        action="Approve withdrawal"
        busy="Approving…"
        leave={<CloseButton data-first-focus={undefined}>Cancel</CloseButton>}
      >
        <p>
          {requestedBy ?? "An API key"} requested a withdrawal of <Amount value={amount} /> to:
        </p>
        <p className="font-mono text-small break-all">{toAddress}</p>
        <PasswordField
          hint="Required to approve a withdrawal."
          {...form.field("password")}
          isFirst
        />
      </RequestForm>
    </Dialog>
  );
}
