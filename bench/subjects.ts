import pg from "pg";
import { deposit, makeCard, makePartner } from "@/test/make";
import { seedRows } from "./seed-rows";

const CARDS = 64;
const UNLIMITED_PER_S = 1_000_000;
const SMALL_ROWS = 1_000;
const LIST_ROWS = 100_000;
const LARGE_ROWS = 1_000_000;

export interface Bulk {
  apiKey: string;
  /** A card on which all the transactions are. */
  cardId: string;
  rows: number;
}

export interface Subjects {
  apiKey: string;
  /** Cards with money, made through the API. */
  cardIds: string[];
  /** Partners with as many cards and card transactions each: 1,000, 100,000 and 1,000,000. */
  bulks: { small: Bulk; list: Bulk; large: Bulk };
}

async function makeBulk(client: pg.Client, rows: number): Promise<Bulk> {
  const { partnerId, apiKey } = await makePartner({ requestsPerS: UNLIMITED_PER_S });
  const cardId = await seedRows(client, partnerId, rows, rows);
  return { apiKey, cardId, rows };
}

/** Makes what the load works on. `superuserUrl`: rows by the million are written past the triggers. */
export async function makeSubjects(superuserUrl: string): Promise<Subjects> {
  const partner = await makePartner({ balanceUsd: 0, requestsPerS: UNLIMITED_PER_S });
  await deposit(partner.partnerId, partner.walletAddress, 100_000_000);
  const cardIds: string[] = [];
  for (let i = 0; i < CARDS; i++) cardIds.push(await makeCard(partner, { amountUsd: 10_000 }));
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const bulks = {
    small: await makeBulk(client, SMALL_ROWS),
    list: await makeBulk(client, LIST_ROWS),
    large: await makeBulk(client, LARGE_ROWS),
  };
  await client.query("VACUUM ANALYZE");
  await client.query("CHECKPOINT");
  await client.end();
  return { apiKey: partner.apiKey, cardIds, bulks };
}
