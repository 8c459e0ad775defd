import { expect, test } from "vitest";
import { isProviderUnavailable } from "@/lib/kernel/provider-error";
import { sampleCardholder } from "@/test/fixtures/sample-cardholder";
import { testIssuerContract } from "@/test/providers/issuer-contract";
import { startLithic } from "@/test/providers/lithic";
import { lithicIssuer } from ".";
import { regionCodeOf } from "./region-codes";
import type { LithicSettings } from "./settings";

/** Long enough for a busy machine, short enough for the tests that wait for it. */
const TIMEOUT_MS = 2_500;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function start(change: Partial<LithicSettings> = {}) {
  const lithic = await startLithic();
  const settings: LithicSettings = {
    apiKey: lithic.apiKey,
    environment: "sandbox",
    baseUrl: lithic.url,
    countries: ["US", "CA"],
    cardProgramToken: undefined,
    exemption: { type: "PREPAID_CARD_USER" },
    ...change,
  };
  return { lithic, settings, issuer: lithicIssuer(settings, { timeoutMs: TIMEOUT_MS }) };
}

testIssuerContract(
  "Lithic",
  async () => {
    const { lithic, issuer } = await start();
    return {
      issuer,
      standIn: {
        failNext: lithic.failNext,
        stopFailing: lithic.stopFailing,
        forgetKeys: lithic.forgetKeys,
        createsCard: "POST /v1/cards",
        createsCardholder: "POST /v1/account_holders",
        readsCard: "GET /v1/cards/{card_token}",
        changesCard: "PATCH /v1/cards/{card_token}",
        listsCards: "GET /v1/cards",
        countCards: () => lithic.state.cards.size,
        countCardholders: () => lithic.state.holders.size,
        giveUnknownStatus: ({ data }) => {
          const [first] = data as { state: string }[];
          if (first) first.state = "HIBERNATING";
        },
      },
      stop: lithic.stop,
    };
  },
  { longerMs: TIMEOUT_MS + 500, isReal: true },
);

test("enrols a person without an identity check and issues cards with UUIDs as keys", async () => {
  const { lithic, issuer } = await start({ cardProgramToken: crypto.randomUUID() });
  const { address } = sampleCardholder();
  const cardholder = sampleCardholder({
    address: { ...address, state: "Nebraska", postalCode: "68022", countryCode: "US" },
  });
  const cardholderId = await issuer.createCardholder(cardholder);
  const [enrolled] = lithic.requestsOf("POST /v1/account_holders");
  expect(enrolled?.body).toMatchObject({
    workflow: "KYC_EXEMPT",
    kyc_exemption_type: "PREPAID_CARD_USER",
    external_id: expect.stringMatching(UUID),
    address: { state: "NE", country: "USA" },
  });
  const request = { requestKey: "abc", cardId: "card_1", cardholderId, cardholder, at: new Date() };
  const { issuerCardId } = await issuer.issueCard(request);
  const [created] = lithic.requestsOf("POST /v1/cards");
  const key = created?.headers["idempotency-key"] ?? "";
  expect(key).toMatch(UUID);
  expect(created?.body).toMatchObject({
    account_token: cardholderId,
    memo: `card_1 ${key}`,
    card_program_token: expect.stringMatching(UUID),
  });
  await issuer.issueCard({ ...request, cardId: "card_2" });
  expect(lithic.state.cards.get(issuerCardId)?.memo).toBe(`card_2 ${key}`);
  await lithic.stop();
});

test("enrols authorized users of a business where the operator has agreed that", async () => {
  const businessAccountToken = crypto.randomUUID();
  const { lithic, issuer } = await start({
    exemption: { type: "AUTHORIZED_USER", businessAccountToken },
  });
  await issuer.createCardholder(sampleCardholder());
  expect(lithic.requestsOf("POST /v1/account_holders")[0]?.body).toMatchObject({
    kyc_exemption_type: "AUTHORIZED_USER",
    business_account_token: businessAccountToken,
  });
  await lithic.stop();
});

test("pauses, opens and closes cards in Lithic's words", async () => {
  const { lithic, issuer } = await start();
  const cardholder = sampleCardholder();
  const cardholderId = await issuer.createCardholder(cardholder);
  const request = { requestKey: "abc", cardId: "card_1", cardholderId, cardholder, at: new Date() };
  const { issuerCardId } = await issuer.issueCard(request);
  for (const status of ["frozen", "active", "terminated"] as const)
    await issuer.setCardStatus(issuerCardId, status);
  expect(
    lithic
      .requestsOf("PATCH /v1/cards/{card_token}")
      .map(({ body: { state, substatus } }) => [state, substatus]),
  ).toEqual([
    ["PAUSED", "END_USER_REQUEST"],
    ["OPEN", undefined],
    ["CLOSED", "END_USER_REQUEST"],
  ]);
  await lithic.stop();
});

test("does not return a closed card for the key of its request", async () => {
  const { lithic, issuer } = await start();
  const cardholder = sampleCardholder();
  const cardholderId = await issuer.createCardholder(cardholder);
  const request = { requestKey: "abc", cardId: "card_1", cardholderId, cardholder, at: new Date() };
  const first = await issuer.issueCard(request);
  await issuer.setCardStatus(first.issuerCardId, "terminated");
  lithic.forgetKeys();
  expect((await issuer.issueCard(request)).issuerCardId).not.toBe(first.issuerCardId);
  await lithic.stop();
});

test("a wrong key and a programme without card numbers are outages that an operator must end", async () => {
  const { lithic, settings, issuer } = await start();
  const wrong = lithicIssuer({ ...settings, apiKey: "wrong" });
  await expect(wrong.createCardholder(sampleCardholder())).rejects.toMatchObject({
    name: "ProviderUnavailable",
    status: 401,
  });
  const cardholder = sampleCardholder();
  const cardholderId = await issuer.createCardholder(cardholder);
  lithic.programme.isPci = false;
  const request = { requestKey: "k", cardId: "card_1", cardholderId, cardholder, at: new Date() };
  await expect(issuer.issueCard(request)).rejects.toMatchObject({
    name: "ProviderUnavailable",
    code: "number_not_in_response",
  });
  await lithic.stop();
});

test("an error has Lithic's id of the request and nothing that was sent", async () => {
  const { lithic, issuer } = await start();
  const refusal = await issuer
    .createCardholder(sampleCardholder({ email: "not an address" }))
    .catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    name: "ProviderRefused",
    message: expect.stringMatching(
      /^lithic refused createCardholder \(status 400, request [0-9a-f-]{36}\)$/,
    ),
  });
  await lithic.stop();
});

test("a body that is no JSON, or lacks the account, is an outage", async () => {
  const { lithic, issuer } = await start();
  const change = (body: Record<string, unknown>) => {
    delete body.account_token;
  };
  lithic.failNext({ kind: "change answer", change }, { operation: "POST /v1/account_holders" });
  const failure = await issuer.createCardholder(sampleCardholder()).catch((error) => error);
  expect(isProviderUnavailable(failure)).toBe(true);
  await lithic.stop();
});

test("a rejected person gets no card", async () => {
  const { lithic, issuer } = await start();
  const change = (body: Record<string, unknown>) => {
    body.status = "REJECTED";
  };
  lithic.failNext({ kind: "change answer", change }, { operation: "POST /v1/account_holders" });
  await expect(issuer.createCardholder(sampleCardholder())).rejects.toMatchObject({
    name: "ProviderRefused",
    code: "REJECTED",
  });
  await lithic.stop();
});

test("lists persons over several pages, with what Lithic still wants of them", async () => {
  const { lithic, issuer } = await start();
  const cardholderId = await issuer.createCardholder(sampleCardholder());
  const [stored] = lithic.state.holders.values();
  if (!stored) throw new Error("the stand-in has no account holder");
  for (let n = 0; n < 120; n++) {
    const copy = { ...stored, token: crypto.randomUUID(), account_token: crypto.randomUUID() };
    lithic.state.holders.set(copy.token, {
      ...copy,
      status: "PENDING_REVIEW",
      status_reasons: ["NAME_VERIFICATION_FAILURE"],
    });
  }
  const listed = new Map<string, string | null>();
  for await (const each of issuer.listCardholders()) listed.set(each.cardholderId, each.obstacle);
  expect(listed.size).toBe(121);
  expect(listed.get(cardholderId)).toBeNull();
  expect(new Set(listed.values())).toContain("PENDING_REVIEW NAME_VERIFICATION_FAILURE");
  await lithic.stop();
});

test("serves residents of the configured countries, of those that Lithic enrols", async () => {
  const { lithic, issuer } = await start({ countries: ["US", "FR"] });
  expect(issuer.refuseCountry("US")).toBeUndefined();
  expect(issuer.refuseCountry("CA")).toMatch(/residents of CA/);
  expect(issuer.refuseCountry("FR")).toMatch(/residents of FR/);
  await lithic.stop();
});

test.each([
  ["US", "Nebraska", "NE"],
  ["US", "new york", "NY"],
  ["US", " ca ", "CA"],
  ["US", "District of Columbia", "DC"],
  ["CA", "Québec", "QC"],
  ["CA", "Newfoundland and Labrador", "NL"],
  ["US", "Quebec", "QUEBEC"],
])("in %s the state %j has the code %s", (country, state, code) => {
  expect(regionCodeOf(country, state)).toBe(code);
});
