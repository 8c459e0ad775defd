"use client";

import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { ApiData } from "@/lib/api/client/types";
import type { Card } from "./queries";

interface RevealCardProps {
  card: Card;
  onRevealed: (secrets: ApiData<"revealCard">) => void;
  onClose: () => void;
}

/** Asks for the password before a card number is shown. The response is passed on and not stored. */
export function RevealCard({ card, onRevealed, onClose }: RevealCardProps) {
  const form = useContractForm("revealCard", {
    initial: { password: "" },
    input: (body) => ({ params: { serviceCardId: card.serviceCardId }, body }),
    isRead: true,
    onDone: (secrets) => {
      if (secrets) onRevealed(secrets);
      onClose();
    },
  });
  return (
    <Dialog title={`Show card number ending ${card.last4}`} onClose={onClose}>
      <RequestForm
        form={form}
        title="The card number could not be shown"
        action="Show for 30 seconds"
        busy="Checking…"
      >
        <p className="text-small text-quiet">
          Confirm your password to show the card number and CVV for 30 seconds. Each view is logged.
        </p>
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          data-first-focus=""
          {...form.field("password")}
        />
      </RequestForm>
    </Dialog>
  );
}
