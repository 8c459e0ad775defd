import type Lithic from "lithic";
import { isProviderRefused } from "@/lib/kernel/provider-error";
import type { CardStatus } from "../../states";
import type { IssuedCard, IssueRequest, ListedCard, RevealedCard } from "../port";
import { callLithic, unusableAnswer } from "./call";
import { lithicTime } from "./lithic-time";
import type { LithicSettings } from "./settings";
import { stableUuid } from "./stable-uuid";

const PAGE_SIZE = 100;
const FIRST_DIGITS = 6;

/** Returns number, CVV and expiry of a card that Lithic has answered with its secrets. */
function secretsOf(
  operation: string,
  { pan, cvv, exp_month, exp_year }: Lithic.Card,
): RevealedCard {
  // Lithic leaves number and CVV out for programmes that may not see them: an operator must attend to that.
  if (pan === undefined || cvv === undefined)
    throw unusableAnswer(operation, "number_not_in_response");
  if (exp_month === undefined || exp_year === undefined) throw unusableAnswer(operation);
  return { number: pan, cvv, expiry: `${exp_month}/${exp_year.slice(-2)}` };
}

export async function revealCard(client: Lithic, token: string): Promise<RevealedCard> {
  const operation = "revealCard";
  const card = await callLithic(operation, () => client.cards.retrieve(token));
  return secretsOf(operation, card);
}

/** The id is for people who read Lithic's dashboard, the key finds the card again. */
const memoOf = (cardId: string, key: string) => `${cardId} ${key}`;

/** The card that an earlier attempt with the same key has issued. A closed one is of no use. */
async function findIssued(client: Lithic, { cardId, cardholderId }: IssueRequest, key: string) {
  const page = await callLithic("findIssuedCard", () =>
    client.cards.list({ account_token: cardholderId, memo: key, page_size: PAGE_SIZE }),
  );
  const found = page.data.find(({ memo, state }) => memo?.includes(key) && state !== "CLOSED");
  if (!found || found.memo === memoOf(cardId, key)) return found;
  // The attempt that issued it ended without storing the card, so its id of the card was never used.
  return callLithic("renameCard", () =>
    client.cards.update(found.token, { memo: memoOf(cardId, key) }),
  );
}

async function createCard(
  client: Lithic,
  { cardProgramToken }: LithicSettings,
  { cardId, cardholderId }: IssueRequest,
  { key, idempotencyKey = key }: { key: string; idempotencyKey?: string },
): Promise<Lithic.Card> {
  const body = {
    type: "VIRTUAL" as const,
    state: "OPEN" as const,
    account_token: cardholderId,
    memo: memoOf(cardId, key),
    ...(cardProgramToken === undefined ? {} : { card_program_token: cardProgramToken }),
  };
  return callLithic("issueCard", () =>
    client.cards.create({ ...body, "Idempotency-Key": idempotencyKey }),
  );
}

/** Issues a card, or returns the one that an earlier attempt with the same request key has issued. */
export async function issueCard(
  client: Lithic,
  settings: LithicSettings,
  request: IssueRequest,
): Promise<IssuedCard> {
  const key = stableUuid("card", request.requestKey);
  const find = () => findIssued(client, request, key);
  const issue = async () => {
    try {
      return await createCard(client, settings, request, { key });
    } catch (error) {
      if (!isProviderRefused(error)) throw error;
      // A retried request may have another card id, so Lithic may refuse its key while it knows it. When no card is there, the
      // earlier attempt has issued none.
      const idempotencyKey = stableUuid("card", `${request.requestKey} ${request.cardId}`);
      return (
        (await find()) ?? (await createCard(client, settings, request, { key, idempotencyKey }))
      );
    }
  };
  const { token, ...card }: Lithic.Card = (await find()) ?? (await issue());
  const secrets =
    card.pan === undefined
      ? await revealCard(client, token)
      : secretsOf("issueCard", { token, ...card });
  const { street, city, state, postalCode, countryCode } = request.cardholder.address;
  return {
    issuerCardId: token,
    first6: secrets.number.slice(0, FIRST_DIGITS),
    last4: card.last_four,
    expiry: secrets.expiry,
    billingAddress: { street, city, state, postalCode, country: countryCode },
  };
}

type State = NonNullable<Lithic.CardUpdateParams["state"]>;

const STATES: Record<CardStatus, State> = {
  active: "OPEN",
  frozen: "PAUSED",
  terminated: "CLOSED",
};

const STATUSES = new Map<string, CardStatus>([
  ["OPEN", "active"],
  ["PAUSED", "frozen"],
  ["CLOSED", "terminated"],
]);

/** The state of a card at Lithic; undefined if Lithic does not know the card. */
async function stateOf(client: Lithic, token: string): Promise<string | undefined> {
  try {
    return (await callLithic("findCard", () => client.cards.retrieve(token))).state;
  } catch (error) {
    if (isProviderRefused(error)) return undefined;
    throw error;
  }
}

/** Sets the state of a card. A refusal counts as success if the card has the state already. */
export async function setCardStatus(
  client: Lithic,
  token: string,
  status: CardStatus,
): Promise<void> {
  const state = STATES[status];
  const substatus = state === "OPEN" ? {} : { substatus: "END_USER_REQUEST" as const };
  try {
    await callLithic("setCardStatus", () => client.cards.update(token, { state, ...substatus }));
  } catch (error) {
    if (!isProviderRefused(error) || (await stateOf(client, token)) !== state) throw error;
  }
}

export async function* listCards(client: Lithic): AsyncGenerator<ListedCard> {
  let page = await callLithic("listCards", () => client.cards.list({ page_size: PAGE_SIZE }));
  for (;;) {
    for (const { token, state, last_four, created } of page.data)
      yield {
        issuerCardId: token,
        status: STATUSES.get(state) ?? "unknown",
        last4: last_four,
        createdAt: lithicTime(created),
      };
    if (!page.hasNextPage()) return;
    const current = page;
    page = await callLithic("listCards", () => current.getNextPage());
  }
}
