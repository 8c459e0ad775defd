import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { GET as explain } from "@/app/api/v1/partner/explain/[id]/route";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";

let partner: TestPartner;
let browser: Browser;
let cardId: string;
let story: NetworkStory;
let last4: string;
/** The causes of the journals that were explained last. */
let causes: string[];

beforeEach(async () => {
  partner = await makePartner();
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
  cardId = await makeCard(partner, { amountUsd: 10 });
  story = new NetworkStory(cardId);
  [{ last4 }] = await sql("SELECT last4 FROM cards WHERE id = $1", [cardId]);
});
afterAll(endTests);

const cents = (usd: number) => Math.round(usd * 1e6);

async function explained(id: string) {
  const { status, json } = await browser.call(explain, { params: { id } });
  expect(status, JSON.stringify(json)).toBe(200);
  const { lines, total, journals } = json.data;
  causes = journals.map(({ cause }: { cause: { text: string } }) => cause.text);
  const sum = lines.reduce((all: number, { amount }: { amount: number }) => all + cents(amount), 0);
  expect(sum).toBe(cents(total.amount));
  return {
    lines: lines.map(({ text, amount }: { text: string; amount: number }) => [text, amount]),
    total: total.amount,
    journals: journals.map(({ text }: { text: string }) => text),
  };
}

const idOf = async (category: string, suffix = "") => {
  const [row] = await sql(
    "SELECT id FROM card_transactions WHERE card_id = $1 AND category = $2 AND id LIKE '%' || $3 ORDER BY id DESC",
    [cardId, category, suffix],
  );
  return row.id as string;
};

test("a capture above the balance says what the card could not pay, a funding what it recovered", async () => {
  await applyNetworkNotification(story.says(says.capture(25, true)));
  const shortfall = `Shortfall of card ending ${last4}`;
  expect(await explained(await idOf("authorization"))).toEqual({
    lines: [
      [shortfall, 15],
      ["Card network", -25],
    ],
    total: -10,
    journals: ["Shortfall covered", "Authorization hold", "Settlement"],
  });
  expect(new Set(causes)).toEqual(new Set(["Reported by the card network"]));

  await clientOf(partner).fund({ serviceCardId: cardId, amount: 20 });
  const [funding] = await sql(
    "SELECT id FROM wallet_transactions WHERE partner_id = $1 AND category = 'card_funding' ORDER BY id DESC LIMIT 1",
    [partner.partnerId],
  );
  expect(await explained(funding.id)).toEqual({
    lines: [
      [`Card ending ${last4}`, -5],
      [shortfall, -15],
    ],
    total: -20,
    journals: ["Card funding", "Shortfall recovered"],
  });
});

test("a released hold and a refund say what they recovered", async () => {
  await applyNetworkNotification(story.says(says.authorization(8)));
  await applyNetworkNotification(new NetworkStory(cardId).says(says.capture(7, true)));
  await applyNetworkNotification(story.says(says.reversal(3)));
  const released = await explained(await idOf("reversal"));
  expect([released.total, released.journals]).toEqual([
    0,
    ["Reversal by the merchant", "Shortfall recovered"],
  ]);
  await applyNetworkNotification(new NetworkStory(cardId).says(says.refund(9)));
  const refunded = await explained(await idOf("refund"));
  expect([refunded.total, refunded.journals]).toEqual([
    7,
    ["Refund by the merchant", "Shortfall recovered"],
  ]);
});

test("several captures of one hold are each explained", async () => {
  await applyNetworkNotification(story.says(says.authorization(10)));
  await applyNetworkNotification(story.says(says.capture(4)));
  await applyNetworkNotification(story.says(says.capture(3)));
  await applyNetworkNotification(story.says(says.capture(3, true)));
  expect(await explained(await idOf("authorization"))).toEqual({
    lines: [["Card network", -10]],
    total: -10,
    journals: ["Authorization hold", "Settlement", "Settlement", "Settlement"],
  });
});
