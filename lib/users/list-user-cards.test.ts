import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import {
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import {
  anId,
  expectRefusal,
  expectSuccess,
  invalidFields,
  TIMESTAMP,
} from "@/test/http/expect-answer";
import { type UserClient, userClientOf } from "@/test/http/user-client";

let partner: TestPartner;
let client: UserClient;

beforeEach(async () => {
  partner = await makePartner();
  client = userClientOf(partner);
});
afterAll(endTests);

async function makeCards(userId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    await sql("UPDATE users SET last_card_created_at = NULL WHERE id = $1", [userId]);
    ids.unshift(await makeCard(partner, { userId, amountUsd: 10 }));
  }
  return ids;
}

test("a card is returned as in List Cards", async () => {
  const serviceId = await makeApprovedUser(partner);
  const [serviceCardId] = await makeCards(serviceId, 1);
  expectSuccess(await client.listCards(serviceId), {
    cards: [
      {
        serviceCardId,
        serviceId,
        cardName: "Amara Okafor",
        last4: expect.stringMatching(/^\d{4}$/),
        status: "active",
        availableBalance: 10,
        ledgerBalance: 10,
        cardProgram: "custodial",
        fundingType: "float",
        createdAt: TIMESTAMP,
      },
    ],
    pagination: { skip: 0, limit: 50, total: 1 },
  });
  const { cards } = (await clientOf(partner).listCards()).json.data;
  expect((await client.listCards(serviceId)).json.data.cards).toEqual(cards);
});

test("only the user's own are listed, newest first, terminated ones too", async () => {
  const serviceId = await makeApprovedUser(partner);
  const ids = await makeCards(serviceId, 3);
  await makeCards(await makeApprovedUser(partner), 1);
  await clientOf(partner).terminate(ids[0] ?? "");
  const { cards, pagination } = (await client.listCards(serviceId)).json.data;
  expect(cards.map((card: { serviceCardId: string }) => card.serviceCardId)).toEqual(ids);
  expect(cards[0].status).toBe("terminated");
  expect(pagination).toEqual({ skip: 0, limit: 50, total: 3 });
  const page = (await client.listCards(serviceId, { skip: 1, limit: 1 })).json.data;
  expect(page.cards[0].serviceCardId).toBe(ids[1]);
  expect(page.pagination).toEqual({ skip: 1, limit: 1, total: 3, nextCursor: anId("card") });
});

test("a user without cards has an empty list, also past its end", async () => {
  const { serviceId } = await client.make();
  const pagination = { skip: 7, limit: 50, total: 0 };
  expectSuccess(await client.listCards(serviceId, { skip: 7 }), { cards: [], pagination });
});

test("of an unknown, malformed, deleted or foreign user is not found", async () => {
  const foreign = await userClientOf(await makePartner()).make();
  const gone = await client.make();
  await client.remove(gone.serviceId);
  const ids = [foreign.serviceId, gone.serviceId, "usr_00000000000000000000000000"];
  for (const id of [...ids, "", "x", "\u0000"])
    expectRefusal(await client.listCards(id), 404, "USER_NOT_FOUND");
});

test("skip and limit are checked", async () => {
  const { serviceId } = await client.make();
  expect(invalidFields(await client.listCards(serviceId, { limit: "1.5" }))).toEqual([
    "limit: isInt",
  ]);
});
