import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DELETE as terminate } from "@/app/api/v1/partner/card/terminate/[serviceCardId]/route";
import { GET as listUsers } from "@/app/api/v1/partner/card/users/route";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { call } from "@/test/http/call";
import { invalidFields } from "@/test/http/expect-answer";

let partner: TestPartner;
beforeAll(async () => {
  partner = await makePartner();
});
afterAll(endTests);

async function terminateWith(reference: string) {
  const serviceCardId = await makeCard(partner, { amountUsd: 10 });
  const answer = await call(terminate, {
    method: "DELETE",
    apiKey: partner.apiKey,
    idempotencyKey: randomUUID(),
    params: { serviceCardId },
    query: `reference=${reference}`,
  });
  const [card] = await sql("SELECT status FROM cards WHERE id = $1", [serviceCardId]);
  const events = await sql(
    `SELECT body FROM webhook_events WHERE partner_id = $1 AND body LIKE '%' || $2 || '%'`,
    [partner.partnerId, serviceCardId],
  );
  return { answer, status: card.status, events };
}

test.each([
  ["ISO 8859-1", "M%FCller"],
  ["UTF-8 that is cut off", "M%C3"],
  ["a surrogate", "%ED%A0%80"],
])("a parameter in %s is refused and nothing is done", async (_, reference) => {
  const { answer, status } = await terminateWith(reference);
  expect(invalidFields(answer)).toEqual(["reference: isText"]);
  expect(status).toBe("active");
});

test.each([
  ["M%C3%BCller", "Müller"],
  ["100%", "100%"],
  ["a%EF%BF%BDb", "a\ufffdb"],
])("a parameter in UTF-8 is taken as it was sent: %s", async (reference, sent) => {
  const { answer, events } = await terminateWith(reference);
  expect(answer.status).toBe(200);
  expect(events.map(({ body }) => JSON.parse(body).data.reference)).toEqual([sent]);
});

test("a parameter that the operation does not take is ignored", async () => {
  const answer = await call(listUsers, { apiKey: partner.apiKey, query: "other=%FF&limit=1" });
  expect(answer.status).toBe(200);
});

test("a parameter with an encoded U+FFFD hides no faulty one", async () => {
  const query = "cursor=%EF%BF%BD&search=%FF";
  const answer = await call(listUsers, { apiKey: partner.apiKey, query });
  expect(invalidFields(answer)).toContain("search: isText");
});

test("each faulty parameter is named, also beside others", async () => {
  const query = "search=%FF&cursor=%FF&limit=x";
  const answer = await call(listUsers, { apiKey: partner.apiKey, query });
  expect(invalidFields(answer).sort()).toEqual([
    "cursor: isText",
    "limit: isInt",
    "search: isText",
  ]);
});
