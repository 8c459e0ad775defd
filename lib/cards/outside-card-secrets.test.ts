import "@/test/database";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { POST as reveal } from "@/app/api/v1/partner/card/[serviceCardId]/reveal/route";
import { GET as getCard } from "@/app/api/v1/partner/card/[serviceCardId]/route";
import type { IssueRequest } from "@/lib/cards/issuer/port";
import { sandboxIssuer } from "@/lib/cards/issuer/sandbox";
import { ProviderRefused, ProviderUnavailable } from "@/lib/kernel/provider-error";
import { statementsOf } from "@/test/database/statements-of";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { type Client, clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";

const outside = vi.hoisted(() => ({
  name: "stripe",
  revealed: [] as string[],
  failure: undefined as Error | undefined,
}));

vi.mock("@/lib/cards/issuer/issuer", () => {
  // Made later: the import of the sandbox is still under way.
  const real = () => sandboxIssuer(Buffer.alloc(32, 9));
  const cardIssuer = () => ({
    ...real(),
    name: outside.name,
    createCardholder: async ({ userId }: { userId: string }) => `ich_${userId}`,
    issueCard: async (request: IssueRequest) => {
      const { secrets: _, ...card } = await real().issueCard(request);
      return card;
    },
    revealCard: async (id: string) => {
      outside.revealed.push(id);
      if (outside.failure) throw outside.failure;
      return real().revealCard(id);
    },
  });
  const issuerOfCard = ({ issuer }: { issuer: string }) =>
    issuer === outside.name ? cardIssuer() : undefined;
  return { cardIssuer, issuerOfCard, outsideIssuers: () => [cardIssuer()] };
});

let partner: TestPartner;
let client: Client;
let person: TestPerson;
let browser: Browser;
let cardId: string;

beforeAll(async () => {
  partner = await makePartner();
  client = clientOf(partner);
  cardId = await makeCard(partner);
  person = await makePerson({ partnerId: partner.partnerId });
  browser = await signedIn(person);
});
beforeEach(() => Object.assign(outside, { name: "stripe", revealed: [], failure: undefined }));
afterAll(endTests);

const params = () => ({ serviceCardId: cardId });
const inSession = () => browser.call(getCard, { params: params() });
const revealed = (password = person.password) =>
  browser.call(reveal, { method: "POST", body: { password }, params: params() });
const unavailable = () =>
  new ProviderUnavailable({ provider: "stripe", operation: "revealCard", status: 503 });

test("Get Card fetches number and CVV once, with no further statement", async () => {
  const { answer, statements } = await statementsOf(() => client.getCard(cardId));
  const { cardNumber, cardCvv, cardExpiry, first6, last4 } = answer.json.data;
  expect(cardNumber).toBe(`${first6}${cardNumber.slice(6, -4)}${last4}`);
  expect([cardCvv, cardExpiry]).toEqual([
    expect.stringMatching(/^\d{3}$/),
    expect.stringMatching(/^\d\d\/\d\d$/),
  ]);
  expect(outside.revealed).toHaveLength(1);
  expect(statements.filter((name) => name !== "find_caller_by_key_hash")).toEqual(["find_cards"]);
  const [row] = await sql("SELECT number_sealed, cvv_sealed FROM cards WHERE id = $1", [cardId]);
  expect(row).toEqual({ number_sealed: null, cvv_sealed: null });
});

test("a person reveals the card with the password, and sees it masked without an outside call", async () => {
  const { cardNumber, first6, last4 } = (await client.getCard(cardId)).json.data;
  outside.revealed = [];
  const masked = (await inSession()).json.data;
  expect([masked.cardNumber, masked.cardCvv]).toEqual([`${first6}••••••${last4}`, "•••"]);
  expect((await client.listCards()).json.data.cards[0]).toMatchObject({ last4 });
  expectRefusal(await revealed("wrong"), 401, "PASSWORD_INVALID");
  expect(outside.revealed).toEqual([]);
  const { cardExpiry } = masked;
  expect((await revealed()).json.data).toEqual({
    cardNumber,
    cardCvv: expect.stringMatching(/^\d{3}$/),
    cardExpiry,
  });
  expect(outside.revealed).toHaveLength(1);
});

test("an issuer that does not respond gives 503 with Retry-After and its reason stays inside", async () => {
  outside.failure = unavailable();
  for (const answer of [await client.getCard(cardId), await revealed()]) {
    expectRefusal(answer, 503, "SERVICE_UNAVAILABLE");
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(answer.json.data.error).toMatch(/^The card issuer does not respond/);
    expect(answer.text).not.toContain("stripe");
  }
  expect((await inSession()).status).toBe(200);
});

test("a card of an issuer that is no longer attached cannot be revealed", async () => {
  outside.name = "lithic";
  const answer = await client.getCard(cardId);
  expectRefusal(answer, 503, "SERVICE_UNAVAILABLE");
  expect(answer.json.data.error).toContain("no longer attached");
  expect(outside.revealed).toEqual([]);
});

test("a terminated card is masked if the issuer refuses its number; any other refusal is a fault", async () => {
  outside.failure = new ProviderRefused({
    provider: "stripe",
    operation: "revealCard",
    status: 404,
  });
  expectRefusal(await client.getCard(cardId), 500, "INTERNAL_ERROR");
  await client.terminate(cardId);
  expect((await client.getCard(cardId)).json.data).toMatchObject({
    cardCvv: "•••",
    status: "terminated",
  });
  outside.failure = unavailable();
  expectRefusal(await client.getCard(cardId), 503, "SERVICE_UNAVAILABLE");
});
