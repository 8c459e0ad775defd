"use client";

import type { Card } from "./queries";
import { SimulateDeposit } from "./simulate-deposit";
import { SimulatedChanges } from "./simulated-changes";
import { SimulatedPurchase } from "./simulated-purchase";

/** The forms of the simulator of a card. */
export function SimulatorForms({ card, takesDeposits }: { card: Card; takesDeposits: boolean }) {
  return (
    <>
      {takesDeposits && <SimulateDeposit card={card} />}
      <SimulatedPurchase card={card} />
      <SimulatedChanges serviceCardId={card.serviceCardId} />
    </>
  );
}
