import { openAlert } from "@/lib/alerts/open-alert";
import { now } from "@/lib/kernel/clock";
import { decideUnderLock } from "@/lib/ledger";
import { findCardOf } from "../find-card-of";
import { CARD_TRANSITIONS } from "../states";
import { terminationChangeSet } from "../termination";
import type { SendingIssuer } from "./port";
import { findCardOfIssuer } from "./store";

/**
 * Terminates a card that its issuer has closed for good: the card could only decline, and its balance belongs to the
 * partner's wallet. Applying it again changes nothing. Source: docs/decisions/0067-outside-card-issuers.md
 */
export async function endClosedCard(issuer: SendingIssuer, issuerCardId: string): Promise<void> {
  const card = await findCardOfIssuer(issuer, issuerCardId);
  if (!card) return;
  const { id, partnerId } = card;
  const endedFrom = await decideUnderLock(
    (runQuery) => findCardOf(partnerId, id, runQuery),
    (state) => {
      const isEnded = "refusal" in CARD_TRANSITIONS[state.status].terminate;
      if (isEnded) return { changeSet: {}, result: undefined };
      const changeSet = terminationChangeSet({
        ...{ partnerId, card: state, reference: null, at: now() },
      });
      return { changeSet, result: state.status };
    },
  );
  if (endedFrom === undefined) return;
  await openAlert({
    kind: "issuer_card_closed",
    subject: id,
    text: `${issuer} has closed card ${id} (${issuerCardId}), which was ${endedFrom} here. The card was terminated.`,
  });
}
