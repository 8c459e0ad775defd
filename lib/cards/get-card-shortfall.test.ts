import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { GET as show } from "@/app/api/v1/partner/card/[serviceCardId]/shortfall/route";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { invalidFields } from "@/test/http/expect-answer";
import { applyNetworkNotification } from "./network/apply-notification";

afterAll(endTests);

test("a person reads what the card owes and since when, until a funding has paid it", async () => {
  const partner = await makePartner();
  const viewer = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
  const serviceCardId = await makeCard(partner, { amountUsd: 10 });
  const read = async () =>
    (await viewer.call(show, { params: { serviceCardId } })).json.data as object;
  const fund = (amount: number) => clientOf(partner).fund({ serviceCardId, amount });
  expect(await read()).toEqual({ amount: 0 });

  await applyNetworkNotification(new NetworkStory(serviceCardId).says(says.capture(25.5, true)));
  const [{ shortfall_since }] = await sql("SELECT shortfall_since FROM cards WHERE id = $1", [
    serviceCardId,
  ]);
  const since = shortfall_since.toISOString();
  expect(await read()).toEqual({ amount: 15.5, since });
  await fund(10);
  expect(await read()).toEqual({ amount: 5.5, since });
  await fund(10);
  expect(await read()).toEqual({ amount: 0 });
});

test("the list of cards finds those that owe a shortfall, with the other filters", async () => {
  const partner = await makePartner();
  const client = clientOf(partner);
  const [owing] = [await makeCard(partner, { amountUsd: 10 }), await makeCard(partner)];
  const stranger = await makeCard(await makePartner(), { amountUsd: 10 });
  for (const cardId of [owing, stranger])
    await applyNetworkNotification(new NetworkStory(cardId).says(says.capture(25, true)));
  const found = async (query: Record<string, string>) => {
    const { cards, pagination } = (await client.listCards(query)).json.data;
    expect(pagination.total).toBe(cards.length);
    return cards.map(({ serviceCardId }: { serviceCardId: string }) => serviceCardId);
  };
  expect(await found({ shortfall: "owed" })).toEqual([owing]);
  expect(await found({ shortfall: "owed", status: "active", sort: "oldest" })).toEqual([owing]);
  expect(await found({ shortfall: "owed", status: "frozen" })).toEqual([]);
  expect(invalidFields(await client.listCards({ shortfall: "none" }))).toEqual([
    "shortfall: equals",
  ]);
  await client.fund({ serviceCardId: owing, amount: 20 });
  expect(await found({ shortfall: "owed" })).toEqual([]);
});
