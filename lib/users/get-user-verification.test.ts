import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "@/app/api/v1/partner/users/[serviceId]/verification/route";
import { endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { expectRefusal, expectSuccess, TIMESTAMP } from "@/test/http/expect-answer";
import { type UserClient, userClientOf } from "@/test/http/user-client";

let partner: TestPartner;
let client: UserClient;
let browser: Browser;

beforeAll(async () => {
  partner = await makePartner();
  client = userClientOf(partner);
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
});
afterAll(endTests);

const ask = (serviceId: string, by = browser) => by.call(GET, { params: { serviceId } });
const attempt = { createdAt: TIMESTAMP, expiresAt: TIMESTAMP };

test("a new user has one attempt and no reason", async () => {
  const { serviceId } = await client.make();
  expectSuccess(await ask(serviceId), { denialCodes: [], attempts: [attempt] });
});

test("a denial has its codes with their texts, and its attempts newest first", async () => {
  const { serviceId } = await client.make();
  await client.simulate(serviceId, { status: "needsVerification" });
  await client.simulate(serviceId, { status: "denied", reason: "DOCUMENT_DAMAGED, SANCTIONS" });
  expectSuccess(await ask(serviceId), {
    denialCodes: [
      { code: "DOCUMENT_DAMAGED", advice: "The document is damaged. Use another one." },
      { code: "SANCTIONS" },
    ],
    attempts: [
      { ...attempt, completedAt: TIMESTAMP, outcome: "denied" },
      { ...attempt, completedAt: TIMESTAMP, outcome: "needsVerification" },
    ],
  });
});

test("an approval has no reason", async () => {
  const { serviceId } = await client.make();
  await client.simulate(serviceId, { status: "denied", reason: "FORGERY" });
  await client.simulate(serviceId, { status: "approved" });
  expect((await ask(serviceId)).json.data.denialCodes).toEqual([]);
});

test("a deleted, malformed or another partner's user is not found", async () => {
  const { serviceId: deleted } = await client.make();
  await client.remove(deleted);
  const { serviceId: foreign } = await userClientOf(await makePartner()).make();
  for (const id of [deleted, foreign, "x", ""]) expectRefusal(await ask(id), 404, "USER_NOT_FOUND");
});
