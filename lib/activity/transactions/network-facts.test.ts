import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as show } from "@/app/api/v1/partner/transactions/[transactionId]/route";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import type { NetworkDetails } from "@/lib/cards/network/message";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { merchantCategory } from "./merchant-category";

let partner: TestPartner;
let browser: Browser;
let cardId: string;

beforeAll(async () => {
  partner = await makePartner();
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
  cardId = await makeCard(partner, { amountUsd: 1_000 });
});
afterAll(endTests);

const FACTS: Partial<NetworkDetails> = {
  merchantCurrency: "JPY",
  merchantAmountMinor: 1_250n,
  merchantCategoryCode: "3501",
  networkTransactionId: "484231600712345",
  authorizationCode: "A1B2C3",
  entryMode: "contactless",
};

async function look(transactionId: string) {
  const { status, json } = await browser.call(show, { params: { transactionId } });
  expect(status, JSON.stringify(json)).toBe(200);
  return json.data;
}

/** The ids of a network transaction's rows, by their category and the suffix of their id. */
async function rowsOf({ issuerTransactionId }: NetworkStory): Promise<Record<string, string>> {
  const rows = await sql(
    "SELECT id, category FROM card_transactions WHERE network_transaction_id = $1",
    [`sandbox:${issuerTransactionId}`],
  );
  const keyOf = (id: string, category: string) =>
    `${category}${/_\w+$/.exec(id.slice(4))?.[0] ?? ""}`;
  return Object.fromEntries(rows.map(({ id, category }) => [keyOf(id, category), id]));
}

test("a transaction has what the network reported, with the decimals of the merchant's currency", async () => {
  const network = {
    merchantCategoryCode: "3501",
    merchantCategory: "Hotels",
    merchantCurrency: "JPY",
    merchantAmount: "1250",
    networkReference: "484231600712345",
    authorizationCode: "A1B2C3",
    entryMode: "contactless",
  };
  const yen = new NetworkStory(cardId, FACTS);
  await applyNetworkNotification(yen.says(says.authorization(8)));
  expect((await look((await rowsOf(yen)).authorization ?? "")).network).toEqual(network);

  const dinar = new NetworkStory(cardId, { ...FACTS, merchantCurrency: "KWD" });
  await applyNetworkNotification(dinar.says(says.capture(4, true)));
  const { merchantAmount } = (await look((await rowsOf(dinar)).authorization ?? "")).network;
  expect(merchantAmount).toBe("1.250");
});

test("the amount of a hold that is captured in parts is divided into held and collected", async () => {
  const story = new NetworkStory(cardId);
  await applyNetworkNotification(story.says(says.authorization(40)));
  const { authorization: id = "" } = await rowsOf(story);
  expect(await look(id)).toMatchObject({ amount: 40, held: 40, collected: 0 });
  await applyNetworkNotification(story.says(says.capture(10)));
  await applyNetworkNotification(story.says(says.capture(5)));
  expect(await look(id)).toMatchObject({ status: "authorized", held: 25, collected: 15 });
  await applyNetworkNotification(story.says(says.capture(5, true)));
  expect(await look(id)).toMatchObject({ status: "settled", amount: 20, held: 0, collected: 20 });
});

test("a declined or reversed transaction collected nothing", async () => {
  const story = new NetworkStory(cardId);
  await applyNetworkNotification(story.says(says.authorization(40, "suspected_fraud")));
  const { authorization: declined = "" } = await rowsOf(story);
  expect(await look(declined)).toMatchObject({ status: "declined", collected: 0 });

  const reversed = new NetworkStory(cardId);
  await applyNetworkNotification(reversed.says(says.authorization(30)));
  await applyNetworkNotification(reversed.says(says.expiry()));
  const { authorization: id = "" } = await rowsOf(reversed);
  expect(await look(id)).toMatchObject({ status: "reversed", collected: 0, held: 0 });
});

test("all rows of a network transaction are related; only the whole has the merchant's amount", async () => {
  const story = new NetworkStory(cardId, FACTS);
  await applyNetworkNotification(story.says(says.authorization(30)));
  await applyNetworkNotification(story.says(says.capture(36, true)));
  await applyNetworkNotification(story.says(says.refund(50)));
  const rows = await rowsOf(story);
  expect(Object.keys(rows).sort()).toEqual([
    "authorization",
    "authorization_inc",
    "cross_border_fee_fx",
    "cross_border_fee_inc_fx",
    "refund",
    "refund_inc_rev",
    "refund_rev",
  ]);
  for (const id of Object.values(rows)) {
    const ids = (await look(id)).related.map((each: { id: string }) => each.id);
    expect([...ids, id].sort()).toEqual(Object.values(rows).sort());
  }
  const amountOf = async (key: string) => (await look(rows[key] ?? "")).network.merchantAmount;
  expect(await amountOf("authorization")).toBe("1250");
  expect(await amountOf("authorization_inc")).toBeUndefined();
  expect(await amountOf("refund")).toBe("1250");
});

test("a transaction that no network reported has no facts of one", async () => {
  const client = clientOf(partner);
  const { serviceTransactionId } = (await client.authorize(cardId, { amount: 5 })).json.data;
  expect((await look(serviceTransactionId)).network).toEqual({ merchantCurrency: "USD" });
  const withdrawn = await client.withdraw({ serviceCardId: cardId, amount: 5, reference: "r" });
  expect((await look(withdrawn.json.data.serviceTransactionId)).network).toEqual({});
});

test("a merchant category code has a name if it is common, alone or as one of a range", () => {
  const codes = ["5814", "3000", "3390", "3999", "0742", "constructor"];
  expect(codes.map(merchantCategory)).toEqual([
    "Fast food",
    "Airlines",
    "Car rental",
    "Hotels",
    undefined,
    undefined,
  ]);
});
