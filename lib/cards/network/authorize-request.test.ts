import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { statementsOf } from "@/test/database/statements-of";
import { bookFaults, eventsOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, networkBalancesOf, says } from "@/test/fixtures/network";
import { clientOf } from "@/test/http/client";
import { applyNetworkNotification } from "./apply-notification";
import { authorizeNetworkRequest } from "./authorize-request";
import type { NetworkMessage } from "./message";

let partner: TestPartner;
let cardId: string;
let story: NetworkStory;

beforeEach(async () => {
  partner = await makePartner();
  cardId = await makeCard(partner, { amountUsd: 100 });
  story = new NetworkStory(cardId);
});
afterAll(endTests);

const ask = (amountUsd: number, of = story) =>
  authorizeNetworkRequest({ notification: of.says(says.authorization(amountUsd)) });

describe("an authorization request of a card network", () => {
  test("is approved and held when the card can pay", async () => {
    const decision = await ask(40);
    expect(decision).toMatchObject({
      approved: true,
      declinedReason: null,
      availableMicroUsd: 60_000_000n,
    });
    expect(await networkBalancesOf(cardId)).toEqual({ available: 60, held: 40, shortfall: 0 });
    const [event] = (await eventsOf(partner.partnerId)).slice(-1);
    expect(event?.data).toMatchObject({
      type: "debit",
      status: "approved",
      serviceTransactionId: decision.transactionId,
    });
  });

  test.each([
    ["insufficient funds", 100.01, async () => {}],
    ["card frozen", 1, async () => void (await clientOf(partner).switchCard(cardId, "freeze"))],
    ["card terminated", 1, async () => void (await clientOf(partner).terminate(cardId))],
  ])("is declined: %s", async (reason, amountUsd, happens) => {
    await happens();
    const decision = await ask(amountUsd);
    expect(decision).toMatchObject({ approved: false, declinedReason: reason });
    const [event] = (await eventsOf(partner.partnerId)).slice(-1);
    expect(event?.data).toMatchObject({ status: "declined", declinedReason: reason });
  });

  test("an authorization request for an unknown card is declined", async () => {
    expect(await ask(1, new NetworkStory("card_unknown"))).toEqual({
      approved: false,
      declinedReason: "card unknown",
      transactionId: null,
      isRepeated: false,
      availableMicroUsd: null,
    });
  });

  test("an authorization request that is delivered again gets the first decision again", async () => {
    const request = { notification: story.says(says.authorization(80)) };
    const first = await authorizeNetworkRequest(request);
    const again = await authorizeNetworkRequest(request);
    expect(again).toEqual({ ...first, isRepeated: true });
    const refused = { notification: story.says(says.authorization(30)) };
    expect(await authorizeNetworkRequest(refused)).toMatchObject({ approved: false });
    await clientOf(partner).fund({ serviceCardId: cardId, amount: 50 });
    expect(await authorizeNetworkRequest(refused)).toMatchObject({ approved: false });
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 70, held: 80 });
  });

  test("an authorization request that is delivered eight times at once is decided once", async () => {
    const request = { notification: story.says(says.authorization(20)) };
    const decisions = await Promise.all(
      Array.from({ length: 8 }, () => authorizeNetworkRequest(request)),
    );
    expect(new Set(decisions.map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 80, held: 20 });
  });

  test("concurrent authorization requests never take more than the card has", async () => {
    const decisions = await Promise.all(
      Array.from({ length: 8 }, () => ask(30, new NetworkStory(cardId))),
    );
    expect(decisions.filter(({ approved }) => approved)).toHaveLength(3);
    expect(await networkBalancesOf(cardId)).toEqual({ available: 10, held: 90, shortfall: 0 });
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("an authorization request in another currency charges the cross-border fee once, with its own event", async () => {
    story = new NetworkStory(cardId, { merchantCurrency: "EUR" });
    await sql("UPDATE partners SET cross_border_fee_bps = 300 WHERE id = $1", [partner.partnerId]);
    await ask(50);
    await applyNetworkNotification(story.says(says.capture(50, true)));
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 48.5 });
    const types = (await eventsOf(partner.partnerId)).map(({ data }) => data.type);
    expect(types.slice(-2)).toEqual(["debit", "cross-border"]);
  });

  test("after a change of the fee charges the new one on what the purchase grows by, not on the whole", async () => {
    const setFee = (bps: number) =>
      sql("UPDATE partners SET cross_border_fee_bps = $2 WHERE id = $1", [partner.partnerId, bps]);
    story = new NetworkStory(cardId, { merchantCurrency: "EUR" });
    await setFee(0);
    await ask(50);
    await setFee(300);
    await ask(1);
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 48.97, held: 51 });
    await applyNetworkNotification(story.says(says.capture(61, true)));
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 38.67, held: 0 });
    await setFee(0);
  });

  test("an authorization request for an amount of 0 holds nothing and is approved by a card in use", async () => {
    expect(await ask(0)).toMatchObject({ approved: true, transactionId: null });
    await clientOf(partner).switchCard(cardId, "freeze");
    expect(await ask(0)).toMatchObject({ approved: false, declinedReason: "card frozen" });
  });

  test("a message that authorizes and collects is held and collected at once", async () => {
    const messages = [says.authorization(15), says.capture(15, true)];
    const decision = await authorizeNetworkRequest({ notification: story.says(...messages) });
    expect(decision).toMatchObject({ approved: true, availableMicroUsd: 85_000_000n });
    expect(await networkBalancesOf(cardId)).toEqual({ available: 85, held: 0, shortfall: 0 });
    const refused = [says.authorization(90), says.capture(90, true)];
    const other = new NetworkStory(cardId).says(...refused);
    expect(await authorizeNetworkRequest({ notification: other })).toMatchObject({
      approved: false,
    });
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 85, shortfall: 0 });
  });

  const LATE: [string, NetworkMessage[]][] = [
    ["a final capture", [says.capture(40, true)]],
    ["an expiry", [says.expiry()]],
    ["a decline", [says.decline(40)]],
    ["a snapshot that is closed", [says.total(0, 1, { isOpen: false })]],
    ["a capture above the hold, which would absorb it", [says.capture(60)]],
    ["a capture above the hold, which would absorb a part of it", [says.capture(45)]],
    ["a reversal above the hold", [says.reversal(45)]],
  ];
  test.each(LATE)("after %s is declined: its amount would not be held", async (_, messages) => {
    await ask(40);
    await applyNetworkNotification(story.says(...messages));
    const before = await networkBalancesOf(cardId);
    const request = { notification: story.says(says.authorization(20)) };
    const decision = await authorizeNetworkRequest(request);
    expect(decision).toMatchObject({ approved: false, declinedReason: "not decided" });
    const again = await authorizeNetworkRequest(request);
    expect(again).toMatchObject({ approved: false, isRepeated: true });
    expect(await networkBalancesOf(cardId)).toEqual(before);
    const [event] = (await eventsOf(partner.partnerId)).slice(-1);
    expect(event?.data).toMatchObject({ amount: 20, status: "declined" });
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("after a partial capture or a partial reversal is held whole", async () => {
    await ask(40);
    await applyNetworkNotification(story.says(says.capture(15), says.reversal(5)));
    expect(await ask(20)).toMatchObject({ approved: true, availableMicroUsd: 45_000_000n });
    expect(await networkBalancesOf(cardId)).toEqual({ available: 45, held: 40, shortfall: 0 });
    expect(await ask(45.01)).toMatchObject({ declinedReason: "insufficient funds" });
  });

  test.each([true, false])("that a snapshot overtook is approved, open %s", async (isOpen) => {
    const request = says.authorization(40);
    const total = says.total(40, 1, { isOpen, covers: [request.id] });
    await applyNetworkNotification(story.says(total));
    const before = await networkBalancesOf(cardId);
    const decision = await authorizeNetworkRequest({ notification: story.says(request) });
    expect(decision).toMatchObject({ approved: true, declinedReason: null });
    expect(await networkBalancesOf(cardId)).toEqual(before);
  });

  test("takes one statement to read and one to commit", async () => {
    const { statements } = await statementsOf(() => ask(1));
    expect(statements).toEqual(["find_sandbox_network_state", "commit_change_sets"]);
  });
});
