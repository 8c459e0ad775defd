import { afterAll, beforeEach, expect, test } from "vitest";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { depositChangeSet } from "@/lib/deposits/credit/deposit-change-set";
import { findOwners } from "@/lib/deposits/credit/store";
import { now } from "@/lib/kernel/clock";
import { commit } from "@/lib/ledger";
import { bookFaults } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, networkBalancesOf, says } from "@/test/fixtures/network";
import { makeOperator } from "@/test/fixtures/people";
import { postAs, postingsIn } from "@/test/fixtures/postings";
import { clientOf } from "@/test/http/client";

let partner: TestPartner;

beforeEach(async () => {
  partner = await makePartner();
});
afterAll(endTests);

const capture = (cardId: string, amountUsd: number) =>
  applyNetworkNotification(new NetworkStory(cardId).says(says.capture(amountUsd, true)));

const openAlerts = async (cardId: string) =>
  sql("SELECT FROM alerts WHERE subject = $1 AND closed_at IS NULL", [cardId]);

test("a deposit to a crypto card pays its shortfall first and closes the alert", async () => {
  const cardId = await makeCard(partner, { fundingType: "crypto" });
  await capture(cardId, 12);
  const [{ address }] = await sql("SELECT deposit_address AS address FROM cards WHERE id = $1", [
    cardId,
  ]);
  const transfer = {
    chain: "base-sepolia",
    token: "usdc" as const,
    txHash: `0x${"c".repeat(64)}`,
    ordinal: 0,
    amountMicroUsd: 20_000_000n,
    fromAddress: `0x${"1".repeat(40)}`,
    blockNumber: null,
  };
  const owner = (await findOwners([address.toLowerCase()])).get(address.toLowerCase());
  if (!owner) throw new Error("the address has an owner");
  await commit(depositChangeSet(transfer, owner, now()).changeSet);
  expect(await networkBalancesOf(cardId)).toEqual({ available: 8, held: 0, shortfall: 0 });
  expect(await openAlerts(cardId)).toEqual([]);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("the alert of a shortfall has the amount that the card owes now", async () => {
  const cardId = await makeCard(partner, { amountUsd: 10 });
  const text = async () =>
    (await sql("SELECT text FROM alerts WHERE subject = $1 AND closed_at IS NULL", [cardId])).map(
      (alert) => /collected ([\d.]+) USD more/.exec(alert.text)?.[1],
    );
  await capture(cardId, 40);
  expect(await text()).toEqual(["30.00"]);
  await capture(cardId, 3);
  expect(await text()).toEqual(["33.00"]);
  expect((await clientOf(partner).fund({ serviceCardId: cardId, amount: 20.5 })).status).toBe(200);
  expect(await text()).toEqual(["12.50"]);
  expect((await clientOf(partner).fund({ serviceCardId: cardId, amount: 12.5 })).status).toBe(200);
  expect(await text()).toEqual([]);
});

test("a correction by the operator pays the shortfall, also of a terminated card up to its amount", async () => {
  const cardId = await makeCard(partner, { amountUsd: 10 });
  await clientOf(partner).terminate(cardId);
  await capture(cardId, 12);
  expect(await openAlerts(cardId)).toHaveLength(1);
  const [ones, others] = [postingsIn(await makeOperator()), postingsIn(await makeOperator())];
  const correction = {
    ...{ kind: "correction", partnerId: partner.partnerId, serviceCardId: cardId },
    ...{ against: "adjustments", direction: "credit" },
  };
  const tooMuch = await ones.request({ ...correction, amount: 12.01 });
  expect([tooMuch.status, tooMuch.json.message]).toEqual([400, "CARD_ALREADY_TERMINATED"]);
  await postAs(ones, others, { ...correction, amount: 5 });
  expect(await networkBalancesOf(cardId)).toEqual({ available: 0, held: 0, shortfall: 7 });
  await postAs(ones, others, { ...correction, amount: 7 });
  expect(await networkBalancesOf(cardId)).toEqual({ available: 0, held: 0, shortfall: 0 });
  expect(await openAlerts(cardId)).toEqual([]);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});
