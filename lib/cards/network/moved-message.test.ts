import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { bookFaults } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, networkBalancesOf, says } from "@/test/fixtures/network";
import { applyNetworkNotification } from "./apply-notification";

let partner: TestPartner;
let cardId: string;
beforeEach(async () => {
  partner = await makePartner();
  cardId = await makeCard(partner, { amountUsd: 100 });
});
afterAll(endTests);

test("a capture that arrived by itself is not collected again by an authorization that lists it", async () => {
  const [alone, authorization] = [new NetworkStory(cardId), new NetworkStory(cardId)];
  const capture = says.capture(20);
  await applyNetworkNotification(alone.says(capture));
  await applyNetworkNotification(authorization.says(says.total(20, 1)));
  expect(await networkBalancesOf(cardId)).toMatchObject({ available: 60, held: 20 });
  const end = authorization.says(says.total(20, 2, { isOpen: false }), capture);
  expect(await applyNetworkNotification(end)).toMatchObject({ applied: 1 });
  expect(await applyNetworkNotification(end)).toMatchObject({ applied: 0 });
  expect(await networkBalancesOf(cardId)).toMatchObject({ available: 80, held: 0 });
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("of a refund that arrives by itself and with its purchase at once, one is posted", async () => {
  const [alone, purchase] = [new NetworkStory(cardId), new NetworkStory(cardId)];
  await applyNetworkNotification(purchase.says(says.authorization(30), says.capture(30, true)));
  const refund = says.refund(30);
  const applied = await Promise.all(
    [alone, purchase].map((story) => applyNetworkNotification(story.says(refund))),
  );
  expect(applied.map((each) => each.applied).toSorted()).toEqual([0, 1]);
  expect(await networkBalancesOf(cardId)).toMatchObject({ available: 100, held: 0 });
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});
