import { randomUUID } from "node:crypto";
import pg from "pg";
import { POST as createCard } from "@/app/api/v1/partner/card/route";
import { createCardContract } from "@/lib/cards/contract";
import { creditDeposit } from "@/lib/deposits/credit/credit-deposit";
import { createApiKey } from "@/lib/identity/api-keys/create-api-key";
import { createPartner } from "@/lib/partners/create-partner";
import { partnerClient } from "@/prisma/seed/client";
import { insertUsers, seedRows } from "./seed-rows";

/** Fundings of one partner wait for each other, as they move one wallet: the load comes from many. */
const SPENDERS = 16;
const CARDS_EACH = 4;
const UNLIMITED = { requestsPerS: 1_000_000, requestBurst: 1_000_000 };
const SMALL_ROWS = 1_000;
const LIST_ROWS = 100_000;
const LARGE_ROWS = 1_000_000;

export interface Bulk {
  apiKey: string;
  /** A card on which all the transactions are. */
  cardId: string;
  rows: number;
}

/** A card with money, made through the API, and its partner's key. */
export interface SpenderCard {
  apiKey: string;
  cardId: string;
}

export interface Subjects {
  cards: SpenderCard[];
  /** Cards with money at issuers, by the issuer's ids. */
  stripeCards: SpenderCard[];
  lithicCards: SpenderCard[];
  /** Partners with as many cards and card transactions each: 1,000, 100,000 and 1,000,000. */
  bulks: { small: Bulk; list: Bulk; large: Bulk };
}

async function makePartner(name: string) {
  const at = new Date();
  const { partnerId, walletAddress } = await createPartner({ name, settings: UNLIMITED, at });
  const { apiKey } = await createApiKey({ partnerId, name, at });
  return { partnerId, apiKey, walletAddress };
}

async function makeSpender(client: pg.Client, number: number): Promise<SpenderCard[]> {
  const { partnerId, apiKey, walletAddress } = await makePartner(`Spender ${number}`);
  await creditDeposit({
    partnerId,
    chain: "base-sepolia",
    token: "usdc",
    txHash: `0x${String(number).padStart(64, "f")}`,
    ordinal: 0,
    amountMicroUsd: 100_000_000_000_000n,
    fromAddress: `0x${"2".repeat(40)}`,
    toAddress: walletAddress,
    at: new Date(),
  });
  const send = partnerClient(apiKey);
  const cards: SpenderCard[] = [];
  for (const serviceId of await insertUsers(client, partnerId, CARDS_EACH)) {
    const body = { serviceId, amount: 10_000 };
    const { serviceCardId } = await send<{ serviceCardId: string }>(createCard, {
      contract: createCardContract,
      body,
    });
    cards.push({ apiKey, cardId: serviceCardId });
  }
  return cards;
}

/** Makes a partner with as many cards, and as many transactions of one of them. */
export async function makeBulk(client: pg.Client, rows: number): Promise<Bulk> {
  const { partnerId, apiKey } = await makePartner(`${rows} rows`);
  return { apiKey, cardId: await seedRows(client, partnerId, rows, rows), rows };
}

/** Moves a card to an issuer: the benchmark issues all cards with the sandbox, which needs no outside call. */
async function moveTo(
  client: pg.Client,
  issuer: "stripe" | "lithic",
  { apiKey, cardId }: SpenderCard,
): Promise<SpenderCard> {
  const issuerCardId = issuer === "stripe" ? `ic_${cardId}` : randomUUID();
  await client.query(
    `UPDATE cards SET issuer = $2, issuer_card_id = $3, number_sealed = NULL, cvv_sealed = NULL
     WHERE id = $1`,
    [cardId, issuer, issuerCardId],
  );
  return { apiKey, cardId: issuerCardId };
}

/** Makes cards with money at an issuer, of other partners than those of the sandbox's cards. */
async function makeIssued(
  client: pg.Client,
  issuer: "stripe" | "lithic",
  firstPartner: number,
): Promise<SpenderCard[]> {
  const cards: SpenderCard[] = [];
  for (let number = firstPartner; number < firstPartner + SPENDERS; number++)
    for (const card of await makeSpender(client, number))
      cards.push(await moveTo(client, issuer, card));
  return cards;
}

/** Makes 16 partners with money and four cards each. */
export async function makeSpenders(client: pg.Client): Promise<SpenderCard[]> {
  const cards: SpenderCard[] = [];
  for (let number = 0; number < SPENDERS; number++)
    cards.push(...(await makeSpender(client, number)));
  return cards;
}

/** Makes what the load works on. `superuserUrl`: rows by the million are written past the triggers. */
export async function makeSubjects(superuserUrl: string): Promise<Subjects> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const cards = await makeSpenders(client);
  const stripeCards = await makeIssued(client, "stripe", SPENDERS);
  const lithicCards = await makeIssued(client, "lithic", 2 * SPENDERS);
  const bulks = {
    small: await makeBulk(client, SMALL_ROWS),
    list: await makeBulk(client, LIST_ROWS),
    large: await makeBulk(client, LARGE_ROWS),
  };
  await client.query("VACUUM ANALYZE");
  await client.query("CHECKPOINT");
  await client.end();
  return { cards, stripeCards, lithicCards, bulks };
}
