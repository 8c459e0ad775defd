import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import type { Transfer } from "@/lib/deposits/credit/transfer";
import { audit } from "@/lib/ledger";
import { openAlertsAbout } from "@/test/fixtures/alerts";
import { bookFaults, eventsOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, networkBalancesOf, says } from "@/test/fixtures/network";
import { creditTransfers } from "./credit-transfers";
import { findCursor, insertCursor } from "./store";

const CHAIN = "base-sepolia";
const BLOCK = 100n;
const MICRO = 1_000_000;

let partner: TestPartner;

beforeEach(async () => {
  partner = await makePartner();
  await insertCursor({ chain: CHAIN, blockNumber: BLOCK, blockHash: null, version: 1 });
});
afterAll(endTests);

const makeCryptoCard = () => makeCard(partner, { fundingType: "crypto" });

const capture = (cardId: string, amountUsd: number) =>
  applyNetworkNotification(new NetworkStory(cardId).says(says.capture(amountUsd, true)));

async function transferTo(cardId: string, amountUsd: number): Promise<Transfer> {
  const [{ address }] = await sql(
    "SELECT lower(deposit_address) AS address FROM cards WHERE id = $1",
    [cardId],
  );
  return {
    chain: CHAIN,
    token: "usdc",
    txHash: `0x${randomBytes(32).toString("hex")}`,
    ordinal: 0,
    blockNumber: BLOCK,
    amountMicroUsd: BigInt(Math.round(amountUsd * MICRO)),
    fromAddress: `0x${"1".repeat(40)}`,
    toAddress: address,
  };
}

/** Credits transfers that the watcher found in one range of blocks. */
async function credit(transfers: readonly Transfer[]) {
  const cursor = await findCursor(CHAIN);
  if (!cursor) throw new Error(`${CHAIN} has no cursor`);
  const to = { blockNumber: cursor.blockNumber + 1n, blockHash: null };
  const done = await creditTransfers(cursor, transfers, to);
  expect(await findCursor(CHAIN)).toEqual(done.cursor);
  return done;
}

/** What the open alert of the card says that it owes. */
async function alertedOf(cardId: string): Promise<(string | undefined)[]> {
  const alerts = await openAlertsAbout("card_shortfall", cardId);
  return alerts.map(({ text }) => /collected ([\d.]+) USD more/.exec(text)?.[1]);
}

async function isShort(cardId: string): Promise<boolean> {
  const [card] = await sql("SELECT shortfall_since FROM cards WHERE id = $1", [cardId]);
  return card.shortfall_since !== null;
}

async function expectSound(): Promise<void> {
  expect(await bookFaults(partner.partnerId)).toEqual([]);
  expect((await audit()).filter(({ brokenRows }) => brokenRows.length > 0)).toEqual([]);
}

test.each([
  { what: "it is more than both deposits", deposits: [3, 4], available: 0, owed: 5 },
  { what: "it is covered by the first deposit", deposits: [20, 4], available: 12, owed: 0 },
  { what: "it is exactly the first deposit", deposits: [12, 4], available: 4, owed: 0 },
  { what: "it is covered by the second deposit", deposits: [5, 10], available: 3, owed: 0 },
  { what: "it is exactly both deposits", deposits: [5, 7], available: 0, owed: 0 },
  { what: "it is covered by the third deposit", deposits: [5, 5, 5], available: 3, owed: 0 },
  { what: "it is more than three deposits", deposits: [1, 2, 3], available: 0, owed: 6 },
  { what: "the first deposit is tiny", deposits: [1e-6, 20], available: 8.000001, owed: 0 },
  { what: "two deposits are equal", deposits: [2, 2], available: 0, owed: 8 },
])("deposits of one range recover a shortfall: $what", async ({ deposits, available, owed }) => {
  const cardId = await makeCryptoCard();
  await capture(cardId, 12);
  const transfers = await Promise.all(deposits.map((amountUsd) => transferTo(cardId, amountUsd)));
  expect(await credit(transfers)).toMatchObject({ credited: deposits.length, suspended: 0 });
  expect(await networkBalancesOf(cardId)).toEqual({ available, held: 0, shortfall: owed });
  expect(await alertedOf(cardId)).toEqual(owed > 0 ? [`${owed}.00`] : []);
  expect(await isShort(cardId)).toBe(owed > 0);
  const events = await eventsOf(partner.partnerId, "card.deposit.crypto");
  expect(events.map(({ data }) => data.amount)).toEqual(deposits);
  await expectSound();
});

test("deposits of one transaction recover a shortfall, and a second reading credits nothing", async () => {
  const cardId = await makeCryptoCard();
  await capture(cardId, 12);
  const first = await transferTo(cardId, 4);
  const transfers = [first, { ...first, ordinal: 1 }, { ...first, ordinal: 2 }];
  expect(await credit(transfers)).toMatchObject({ credited: 3 });
  expect(await credit(transfers)).toMatchObject({ credited: 0 });
  expect(await networkBalancesOf(cardId)).toEqual({ available: 0, held: 0, shortfall: 0 });
  expect(await alertedOf(cardId)).toEqual([]);
  await expectSound();
});

test("each card recovers its own shortfall, beside cards without one and terminated ones", async () => {
  const [short, shorter, sound, terminated] = [
    await makeCryptoCard(),
    await makeCryptoCard(),
    await makeCryptoCard(),
    await makeCryptoCard(),
  ];
  await capture(short, 12);
  await capture(shorter, 2);
  await capture(terminated, 6);
  await sql("UPDATE cards SET status = 'terminated', terminated_at = now() WHERE id = $1", [
    terminated,
  ]);
  const deposits: [string, number][] = [
    ...([
      [short, 5],
      [sound, 1],
      [terminated, 7],
    ] as [string, number][]),
    ...([
      [shorter, 3],
      [short, 5],
      [sound, 1],
      [shorter, 3],
    ] as [string, number][]),
  ];
  const transfers = await Promise.all(deposits.map((each) => transferTo(...each)));
  expect(await credit(transfers)).toMatchObject({ credited: 6, suspended: 1 });
  expect(await networkBalancesOf(short)).toEqual({ available: 0, held: 0, shortfall: 2 });
  expect(await networkBalancesOf(shorter)).toEqual({ available: 4, held: 0, shortfall: 0 });
  expect(await networkBalancesOf(sound)).toEqual({ available: 2, held: 0, shortfall: 0 });
  expect(await networkBalancesOf(terminated)).toEqual({ available: 0, held: 0, shortfall: 6 });
  expect(await alertedOf(short)).toEqual(["2.00"]);
  expect(await alertedOf(shorter)).toEqual([]);
  expect(await alertedOf(terminated)).toEqual(["6.00"]);
  await expectSound();
});

test("a shortfall that deposits recovered can begin again", async () => {
  const cardId = await makeCryptoCard();
  await capture(cardId, 12);
  await credit([await transferTo(cardId, 6), await transferTo(cardId, 6)]);
  await capture(cardId, 3);
  expect(await alertedOf(cardId)).toEqual(["3.00"]);
  await credit([await transferTo(cardId, 1), await transferTo(cardId, 1)]);
  expect(await networkBalancesOf(cardId)).toEqual({ available: 0, held: 0, shortfall: 1 });
  expect(await alertedOf(cardId)).toEqual(["1.00"]);
  await expectSound();
});
