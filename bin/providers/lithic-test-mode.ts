import type Lithic from "lithic";
import { lithicFeed } from "@/lib/cards/inbound/feed/lithic-feed";
import { unlessMissing } from "@/lib/cards/inbound/feed/unless-missing";
import { lithicInbound } from "@/lib/cards/inbound/lithic";
import { callLithic } from "@/lib/cards/issuer/lithic/call";
import type { CardIssuer } from "@/lib/cards/issuer/port";
import { eventually } from "./eventually.ts";
import type { IssuerTestMode } from "./network-steps.ts";

const DESCRIPTOR = "CONNECTION TEST";

/**
 * A merchant in the simulation of Lithic's sandbox. A purchase is declined where the service decides, as it has not
 * stored the card of a check; without an approval nothing can be collected.
 */
export function lithicTestMode(lithic: Lithic, issuer: CardIssuer): IssuerTestMode {
  const { transactions } = lithic;
  /** The number stays in this process. */
  const panOf = async (card: string) => (await issuer.revealCard(card)).number;
  return {
    feed: lithicFeed(lithic),
    inbound: lithicInbound,
    async authorize(card, amount) {
      const pan = await panOf(card);
      const { token: id = "" } = await callLithic("simulateAuthorization", () =>
        transactions.simulateAuthorization({ pan, amount, descriptor: DESCRIPTOR }),
      );
      const { result } = await eventually("the transaction", () =>
        unlessMissing(callLithic("readTransaction", async () => transactions.retrieve(id))),
      );
      return result === "APPROVED" ? { id } : { id, declined: result };
    },
    async capture(token, amount) {
      await callLithic("simulateClearing", () => transactions.simulateClearing({ token, amount }));
    },
    async refund(card, amount) {
      const pan = await panOf(card);
      await callLithic("simulateReturn", () =>
        transactions.simulateReturn({ pan, amount, descriptor: DESCRIPTOR }),
      );
    },
    disputedId: (_captureId, authorizationId) => authorizationId,
    async withdraw(token) {
      await callLithic("withdrawDispute", () => lithic.disputes.delete(token));
    },
  };
}
