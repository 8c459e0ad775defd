import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as search } from "@/app/api/v1/partner/search/route";
import { requestLog } from "@/lib/request-log/request-log";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { makeAttempt, webhooksOf } from "@/test/fixtures/webhooks";
import { clientOf } from "@/test/http/client";
import { type UserClient, userClientOf } from "@/test/http/user-client";

const PERSON = {
  firstName: "Amarachukwu",
  lastName: "Okaforsondottir",
  email: "Amarachukwu@Private.example",
  phoneNumber: "+2348037654321",
  accountPurpose: "Purposelessly",
  ipAddress: "102.89.34.77",
  address: "14 Undisclosed Road",
  city: "Undisclosedcity",
  region: "Undisclosedregion",
  postalCode: "UND-1",
  program: "non_custodial",
  walletAddress: "0x52908400098527886e0f7030069857d2e4169ee7",
  redirectUrl: "https://undisclosed.example/done",
};
const { program: _, ...SEARCHED } = PERSON;
const REASON = "WRONG_USER_REGION, FORGERY";

/** The places where a person's data may remain after the deletion: none. Each addition is explained in decision 0047. */
const ALLOWED_PLACES: readonly string[] = [];

let partner: TestPartner;
let client: UserClient;
let serviceId: string;
let cardId: string;
let eventIds: string[];

/** Returns every table of the service with a row that contains one of the values, ignoring letter case. */
async function placesOf(values: readonly string[]): Promise<string[]> {
  await requestLog().flush();
  const tables = await sql(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'ledger')",
  );
  const places: string[] = [];
  for (const { name } of tables)
    for (const value of values) {
      const found = await sql(
        `SELECT FROM ${name} t WHERE strpos(lower(t::text), lower($1)) > 0 LIMIT 1`,
        [value],
      );
      if (found.length > 0) places.push(`${name}: ${value}`);
    }
  return places;
}

const bodiesOf = () =>
  sql("SELECT body FROM webhook_events WHERE resource_id = $1 ORDER BY sequence", [serviceId]);

/** A user with all data that the service stores about one: outcomes, stored responses, a card, log entries. */
beforeAll(async () => {
  partner = await makePartner();
  client = userClientOf(partner);
  await webhooksOf(partner).set();
  ({ serviceId } = await client.make(PERSON));
  await client.create({ ...PERSON, countryCode: "NG", isTermsOfServiceAccepted: true });
  await client.simulate(serviceId, { status: "needsVerification" });
  await client.simulate(serviceId, { status: "denied", reason: REASON });
  await client.simulate(serviceId, { status: "approved" });
  const cards = clientOf(partner);
  cardId = (await cards.createCard({ serviceId, amount: 20 })).json.data.serviceCardId;
  await cards.authorize(cardId, { amount: 5 });
  const events = await sql(
    "SELECT id, body FROM webhook_events WHERE resource_id = $1 ORDER BY id",
    [serviceId],
  );
  eventIds = events.map(({ id }) => id);
  for (const { id, body } of events)
    await makeAttempt(partner.partnerId, id, { responseBody: body });
  const browser = await signedIn(await makePerson({ partnerId: partner.partnerId }));
  await browser.call(search, { query: { text: PERSON.lastName } });
  await client.list({ search: PERSON.lastName });
  await cards.getCard(cardId);
  await cards.terminate(cardId);
});
afterAll(endTests);

test("self-test: the search finds the data before the deletion", async () => {
  const places = await placesOf([
    PERSON.firstName,
    PERSON.email,
    PERSON.phoneNumber,
    PERSON.address,
  ]);
  expect(places).toContain(`public.users: ${PERSON.phoneNumber}`);
  expect(places).toContain(`public.cards: ${PERSON.firstName}`);
  expect(places).toContain(`public.webhook_events: ${PERSON.email}`);
  expect(places).toContain(`public.webhook_attempts: ${PERSON.firstName}`);
  expect(eventIds).toHaveLength(3);
});

describe("after the deletion", () => {
  beforeAll(async () => {
    expect((await client.remove(serviceId)).status).toBe(200);
  });

  test("the database has no data of the person", async () => {
    expect(await placesOf([...Object.values(SEARCHED), REASON])).toEqual(ALLOWED_PLACES);
  });

  test("the terminated card has no name and is not found by one", async () => {
    const cards = clientOf(partner);
    expect((await cards.getCard(cardId)).json.data).toMatchObject({
      serviceId,
      cardName: "Deleted user",
      status: "terminated",
    });
    expect((await cards.listCards({ search: PERSON.firstName })).json.data.cards).toEqual([]);
    expect((await cards.listCards()).json.data.cards[0].cardName).toBe("Deleted user");
  });

  test("the events of a deleted user keep their fields and the outcome, without personal data", async () => {
    const bodies = (await bodiesOf()).map(({ body }) => JSON.parse(body));
    const masked = { serviceId, email: "", firstName: "", lastName: "" };
    const envelope = { event: "user.kyc-event", timestamp: expect.stringMatching(/Z$/) };
    expect(bodies).toStrictEqual([
      { ...envelope, data: { ...masked, status: "needsVerification", verificationLink: "" } },
      { ...envelope, data: { ...masked, status: "denied", reason: "" } },
      { ...envelope, data: { ...masked, status: "approved" } },
    ]);
  });

  test("a late response to an event of the person is not stored", async () => {
    await makeAttempt(partner.partnerId, String(eventIds[0]), {
      number: 2,
      responseBody: `{"hello":"${PERSON.firstName}"}`,
    });
    expect(await placesOf([PERSON.firstName])).toEqual(ALLOWED_PLACES);
  });

  test("another user of the same name is unaffected", async () => {
    const other = await client.make({ ...PERSON, email: "other@private.example" });
    await client.simulate(other.serviceId, { status: "approved" });
    const again = await client.make({ ...PERSON, email: "third@private.example" });
    await client.remove(again.serviceId);
    const [event] = await sql("SELECT body FROM webhook_events WHERE resource_id = $1", [
      other.serviceId,
    ]);
    expect(JSON.parse(event.body).data).toMatchObject({ firstName: PERSON.firstName });
  });
});
