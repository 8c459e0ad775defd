import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { GET as overview } from "@/app/api/v1/partner/overview/route";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { endTests, makeCard, makePartner } from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";

afterAll(endTests);

test("the notice of a shortfall asks for no funding of terminated cards, which would be refused", async () => {
  const partner = await makePartner();
  const browser = await signedIn(await makePerson({ partnerId: partner.partnerId }));
  const client = clientOf(partner);
  const textOf = async () =>
    (await browser.call(overview, { query: {} })).json.data.notices.find(
      ({ code }: { code: string }) => code === "cards_owing",
    ).text;
  const capture = (cardId: string) =>
    applyNetworkNotification(new NetworkStory(cardId).says(says.capture(15, true)));
  const first = await makeCard(partner, { amountUsd: 10 });
  const second = await makeCard(partner, { amountUsd: 10 });

  await capture(first);
  await client.terminate(first);
  expect((await client.fund({ serviceCardId: first, amount: 5 })).json.message).toBe(
    "CARD_ALREADY_TERMINATED",
  );
  expect(await textOf()).toBe(
    "1 card owes 5.00 USD: the card network collected more than it had. It is terminated and cannot be funded. Contact support to pay the shortfall.",
  );
  await capture(second);
  expect(await textOf()).toBe(
    "2 cards owe 10.00 USD: the card network collected more than they had. Fund those that are not terminated to pay their shortfall. For the terminated ones, contact support.",
  );
  await client.terminate(second);
  expect(await textOf()).toBe(
    "2 cards owe 10.00 USD: the card network collected more than they had. They are terminated and cannot be funded. Contact support to pay the shortfall.",
  );
});
