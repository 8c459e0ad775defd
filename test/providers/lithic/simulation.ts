import { randomUUID } from "node:crypto";
import { type Handler, ok, Refused } from "../stand-in/answer";
import type { lithicNetwork } from "./network";
import type { LithicState } from "./objects";

const CREATED = 201;

/** The simulation endpoints of Lithic's sandbox. */
export function simulation(
  state: LithicState,
  network: ReturnType<typeof lithicNetwork>,
): Record<string, Handler> {
  const cardOf = (pan: unknown): string => {
    const card = [...state.cards.values()].find((each) => each.pan === pan);
    if (!card) throw new Refused(404, "The card was not found.");
    return card.token;
  };
  const done = (token?: string) =>
    ok({ debugging_request_id: randomUUID(), ...(token === undefined ? {} : { token }) }, CREATED);
  return {
    "POST /v1/simulate/authorize": async ({ body: { pan, amount } }) => {
      const { transaction } = await network.authorize(cardOf(pan), { amount: Number(amount) });
      return done(transaction.token);
    },
    "POST /v1/simulate/clearing": async ({ body: { token, amount } }) => {
      const transaction = state.transactions.get(String(token));
      if (transaction?.status !== "PENDING")
        throw new Refused(404, "The transaction was not found.");
      await network.clear(transaction.token, { amount: Number(amount) });
      return done();
    },
    "POST /v1/simulate/return": async ({ body: { pan, amount } }) => {
      const { token } = await network.refund(cardOf(pan), { amount: Number(amount) });
      return done(token);
    },
  };
}
