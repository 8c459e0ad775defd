import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { endTests, makeApprovedUser, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { userClientOf } from "@/test/http/user-client";

afterAll(endTests);

/** Source: decision 0010. */
test("a denial after the card was created leaves the card unchanged and prevents further cards", async () => {
  const partner = await makePartner();
  const client = clientOf(partner);
  const { serviceId } = await userClientOf(partner).make();
  await userClientOf(partner).simulate(serviceId, { status: "approved" });
  const card = await makeCard(partner, { userId: serviceId, amountUsd: 20 });
  await userClientOf(partner).simulate(serviceId, { status: "denied", reason: "FORGERY" });
  expect((await client.getCard(card)).json.data.status).toBe("active");
  expect((await client.fund({ serviceCardId: card, amount: 5 })).status).toBe(200);
  expect((await client.authorize(card, { amount: 5 })).json.data.status).toBe("authorized");
  await sql("UPDATE users SET last_card_created_at = NULL WHERE id = $1", [serviceId]);
  const refused = await client.createCard({ serviceId, amount: 5 });
  expect([refused.status, refused.json.message]).toEqual([400, "USER_NOT_APPROVED"]);
  const other = await makeApprovedUser(partner);
  expect((await client.createCard({ serviceId: other, amount: 5 })).status).toBe(201);
});
