"use client";

import type { SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import type { ApiData } from "@/lib/api/client/types";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Card } from "./queries";

interface RevealCardProps {
  card: Card;
  onRevealed: (secrets: ApiData<"revealCard">) => void;
  onClose: () => void;
}

/** Asks for the password before a card number is shown. The response is passed on and not stored. */
export function RevealCard({ card, onRevealed, onClose }: RevealCardProps) {
  const { submit, isBusy, failure } = useSubmission("revealCard", {
    isRead: true,
    onDone: (secrets) => {
      if (secrets) onRevealed(secrets);
      onClose();
    },
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    submit({ params: { serviceCardId: card.serviceCardId }, body: { password } });
  };

  const isWrong = failure?.code === "PASSWORD_INVALID";
  return (
    <Dialog title={`Show card number ending ${card.last4}`} onClose={onClose}>
      <Form onSubmit={onSubmit} className="space-y-4">
        <p className="text-small text-quiet">
          Confirm your password to show the card number and CVV for 30 seconds. Each view is logged.
        </p>
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          data-first-focus=""
          error={isWrong ? failure.text : undefined}
        />
        {failure && !isWrong && (
          <ErrorPanel title="The card number could not be shown" failure={failure} />
        )}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Checking…" : "Show for 30 seconds"}
        </Button>
      </Form>
    </Dialog>
  );
}
