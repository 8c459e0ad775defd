import { alertRow } from "@/lib/alerts/alert-row";
import { now } from "@/lib/kernel/clock";
import { decideUnderLock, mergeChangeSets } from "@/lib/ledger";
import { findCardOf } from "../find-card-of";
import { CARD_TRANSITIONS } from "../states";
import { terminationChangeSet } from "../termination";
import type { SendingIssuer } from "./port";
import { findCardOfIssuer } from "./store";

/**
 * Terminates a card that its issuer has closed for good: the card could only decline, and its balance belongs to the
 * partner's wallet. Applying it again changes nothing, so the alert is part of the commit: after a crash between the two, no later
 * attempt would open it. Returns false for a card that is unknown here: the issuer can close a card before Create Card stores it.
 * Source: docs/decisions/0067-outside-card-issuers.md
 */
export async function endClosedCard(issuer: SendingIssuer, issuerCardId: string): Promise<boolean> {
  const card = await findCardOfIssuer(issuer, issuerCardId);
  if (!card) return false;
  const { id, partnerId } = card;
  await decideUnderLock(
    (runQuery) => findCardOf(partnerId, id, runQuery),
    (state) => {
      const isEnded = "refusal" in CARD_TRANSITIONS[state.status].terminate;
      if (isEnded) return { changeSet: {}, result: undefined };
      const at = now();
      const text = `${issuer} has closed card ${id} (${issuerCardId}), which was ${state.status} here. The card was terminated.`;
      const alert = alertRow({ kind: "issuer_card_closed", subject: id, text });
      const termination = terminationChangeSet({ partnerId, card: state, reference: null, at });
      const changeSet = mergeChangeSets(termination, { insert: { alerts: [alert] } });
      return { changeSet, result: undefined };
    },
  );
  return true;
}
