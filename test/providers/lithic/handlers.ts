import { type Handler, ok, Refused } from "../stand-in/answer";
import { disputeHandlers } from "./dispute-handlers";
import { found, page } from "./lists";
import { type LithicCard, type LithicState, newCard, newHolder } from "./objects";

/** Lists of cards have no numbers. */
function withoutSecrets({ pan: _, cvv: __, ...card }: LithicCard) {
  return card;
}

const accountOf = (token: string, state: unknown) => ({
  token,
  state,
  created: null,
  spend_limit: { daily: 125_000, lifetime: 0, monthly: 500_000 },
});

function accountHandlers(state: LithicState): Record<string, Handler> {
  return {
    "POST /v1/account_holders": ({ body }) => {
      const holder = newHolder(body);
      state.holders.set(holder.token, holder);
      state.accounts.set(holder.account_token, "ACTIVE");
      return ok(holder);
    },
    "GET /v1/account_holders": (call) => {
      const { external_id, email } = call.query;
      const all = [...state.holders.values()]
        .filter((holder) => external_id === undefined || holder.external_id === external_id)
        .filter((holder) => email === undefined || holder.email === email);
      return page(all, call);
    },
    "GET /v1/accounts/{account_token}": ({ path: { account_token = "" } }) =>
      ok(accountOf(account_token, found(state.accounts, account_token, "account"))),
    "PATCH /v1/accounts/{account_token}": ({ path: { account_token = "" }, body }) => {
      if (found(state.accounts, account_token, "account") === "CLOSED")
        throw new Refused(400, "The account is closed.");
      state.accounts.set(account_token, String(body.state));
      return ok(accountOf(account_token, body.state));
    },
  };
}

/** The operations of Lithic that the service uses. `isPci` is false for programmes that must not see card numbers. */
export function lithicHandlers(
  state: LithicState,
  programme: { isPci: boolean },
): Record<string, Handler> {
  const show = (card: LithicCard) => (programme.isPci ? card : withoutSecrets(card));
  return {
    ...accountHandlers(state),
    ...disputeHandlers(state),
    "POST /v1/cards": ({ body }) => {
      const account = found(state.accounts, body.account_token, "account", 400);
      if (account !== "ACTIVE") throw new Refused(400, "The account is not active.");
      const card = newCard(body);
      state.cards.set(card.token, card);
      return ok(show(card));
    },
    "GET /v1/cards": (call) => {
      const { memo, account_token, state: wanted } = call.query;
      const all = [...state.cards.values()]
        .filter((card) => memo === undefined || card.memo?.includes(String(memo)))
        .filter((card) => account_token === undefined || card.account_token === account_token)
        .filter((card) => wanted === undefined || card.state === wanted);
      return page(all, call, withoutSecrets);
    },
    "GET /v1/cards/{card_token}": ({ path }) =>
      ok(show(found(state.cards, path.card_token, "card"))),
    "PATCH /v1/cards/{card_token}": ({ path, body }) => {
      const card = found(state.cards, path.card_token, "card");
      if (card.state === "CLOSED" && body.state !== undefined)
        throw new Refused(400, "The card is closed.");
      Object.assign(card, body);
      return ok(show(card));
    },
    "GET /v1/transactions": (call) => {
      const { card_token, account_token, result } = call.query;
      const all = [...state.transactions.values()]
        .filter((each) => card_token === undefined || each.card_token === card_token)
        .filter((each) => account_token === undefined || each.account_token === account_token)
        .filter(
          (each) =>
            result === undefined || (each.result === "APPROVED") === (result === "APPROVED"),
        );
      return page(all, call);
    },
    "GET /v1/transactions/{transaction_token}": ({ path }) =>
      ok(found(state.transactions, path.transaction_token, "transaction")),
    "GET /v1/events": (call) => {
      const { event_types, with_content } = call.query;
      const types = Array.isArray(event_types) ? event_types : undefined;
      const all = [...state.events.values()].filter(
        ({ event_type }) => types?.includes(event_type) ?? true,
      );
      return page(all, call, (event) =>
        with_content === true ? event : { ...event, payload: {} },
      );
    },
  };
}
