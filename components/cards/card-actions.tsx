"use client";

import dynamic from "next/dynamic";
import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { toast } from "@/components/ui/toaster";
import { usePress } from "@/components/ui/use-press";
import { useSubmission } from "@/lib/api/client/use-submission";
import { useCardNumber } from "./card-number";
import type { Card } from "./queries";

// Dialogs include zod schemas: loaded when they are opened, and never rendered by the server.
const FundCard = dynamic(() => import("./fund-card").then(({ FundCard }) => FundCard), {
  ssr: false,
});
const WithdrawFromCard = dynamic(
  () => import("./withdraw-from-card").then(({ WithdrawFromCard }) => WithdrawFromCard),
  { ssr: false },
);

/** The actions on a card that is not terminated; the dialogs that move money have their own address. */
export function CardActions({ card }: { card: Card }) {
  const { params, withParams } = useAddress();
  const { serviceCardId, last4, status, fundingType } = card;
  const isFrozen = status === "frozen";
  const { submit, isBusy, failure } = useSubmission("switchCardStatus", {
    onDone: (done) => {
      const outcome = done?.status === "active" ? "unfrozen" : "frozen";
      toast(`Card ending ${last4} was ${outcome}`, { about: serviceCardId });
    },
  });
  // If it was switched elsewhere during the press, the service refuses the same switch and says why.
  const press = usePress<"freeze" | "unfreeze">(isFrozen ? "unfreeze" : "freeze", (status) =>
    submit({ body: { serviceCardId, status } }),
  );
  const number = useCardNumber(card);
  const asked = params.get("do");
  const ask = (what: string) => goTo(withParams({ do: what }), { isReplacing: true });
  const close = () => goTo(withParams({ do: undefined }), { isReplacing: true });
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        {fundingType === "float" && (
          <Button size="compact" disabled={isFrozen} onClick={() => ask("fund")}>
            Fund
          </Button>
        )}
        <Button look="plain" size="compact" disabled={isFrozen} onClick={() => ask("withdraw")}>
          Withdraw
        </Button>
        <Button look="plain" size="compact" disabled={isBusy} {...press}>
          {isFrozen ? "Unfreeze" : "Freeze"}
        </Button>
        {number.button}
      </div>
      <p className="text-small text-quiet">
        {isFrozen
          ? "Unfreeze the card to fund it or withdraw from it."
          : "Freezing declines purchases and keeps the balance."}
      </p>
      {number.face}
      {failure && <ErrorPanel title="The card was not updated" failure={failure} />}
      {asked === "fund" && <FundCard card={card} onClose={close} />}
      {asked === "withdraw" && <WithdrawFromCard card={card} onClose={close} />}
    </div>
  );
}
