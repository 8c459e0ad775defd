import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Cardholder, IssueRequest } from "@/lib/cards/issuer/port";
import { sandboxIssuer } from "@/lib/cards/issuer/sandbox";
import { ProviderRefused, ProviderUnavailable } from "@/lib/kernel/provider-error";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import {
  type Answer,
  endTests,
  makeApprovedUser,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import { expectRefusal, expectUsedKey } from "@/test/http/expect-answer";

/** An issuer that records its requests; a test can run code during a call. */
const issuer = vi.hoisted(() => ({
  issued: [] as string[],
  requests: [] as IssueRequest[],
  cardholders: [] as string[],
  /** The id of a new cardholder. */
  newCardholder: async (userId: string): Promise<string> => `ich_${userId}`,
  during: async (): Promise<void> => {},
}));
/** Runs before a request reads the user's state for the second time. */
const reread = vi.hoisted(() => ({ reads: 0, beforeSecond: async (): Promise<void> => {} }));

vi.mock("@/lib/cards/issuer/issuer", () => {
  const real = sandboxIssuer(Buffer.alloc(32, 9));
  const cardIssuer = () => ({
    ...real,
    name: "stripe",
    refuseCountry: (code: string) => (code === "KP" ? `It does not serve ${code}.` : undefined),
    createCardholder: async ({ userId }: Cardholder) => {
      issuer.cardholders.push(userId);
      return issuer.newCardholder(userId);
    },
    issueCard: async (request: IssueRequest) => {
      issuer.issued.push(request.requestKey);
      issuer.requests.push(request);
      await issuer.during();
      const { secrets: _, ...card } = await real.issueCard(request);
      return { ...card, issuerCardId: `ic_${request.requestKey}` };
    },
  });
  return { cardIssuer };
});
vi.mock("./creation/store", async (original) => {
  const actual = await original<typeof import("./creation/store")>();
  const findCardCreationState: typeof actual.findCardCreationState = async (...of) => {
    reread.reads += 1;
    if (reread.reads === 2) await reread.beforeSecond();
    return actual.findCardCreationState(...of);
  };
  return { ...actual, findCardCreationState };
});

let partner: TestPartner;
let client: Client;
let serviceId: string;

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  client = clientOf(partner);
  serviceId = await makeApprovedUser(partner);
  Object.assign(issuer, { issued: [], requests: [], cardholders: [], during: async () => {} });
  Object.assign(reread, { reads: 0, beforeSecond: async () => {} });
});
afterAll(endTests);

/** The cards that are queued for their termination at the issuer. */
const givenUp = async (): Promise<string[]> =>
  (
    await sql(
      `SELECT issuer_id AS id FROM issuer_updates WHERE kind = 'card' AND status = 'terminated' AND due_at IS NOT NULL
       AND issuer_id = ANY ($1)`,
      [issuer.issued.map((key) => `ic_${key}`)],
    )
  ).map(({ id }) => id);

/** Returns a function that runs the work only at its first call. */
function once(work: () => Promise<unknown>): () => Promise<void> {
  let done = false;
  return async () => {
    if (done) return;
    done = true;
    await work();
  };
}

test("is not called for a refused request", async () => {
  await client.createCard({ serviceId, amount: 101 });
  await client.createCard({ serviceId: "usr_1", amount: 10 });
  await client.createCard({ serviceId, amount: 0 });
  expect(issuer.issued).toEqual([]);
});

test("identifies a request by a hash of partner and key", async () => {
  const key = randomUUID();
  await client.createCard({ serviceId, amount: 10 }, key);
  const other = await makePartner({ balanceUsd: 100 });
  const stranger = await makeApprovedUser(other);
  await clientOf(other).createCard({ serviceId: stranger, amount: 10 }, key);
  const [first, second] = issuer.issued;
  expect(first).not.toBe(second);
  expect(issuer.issued.join()).not.toContain(key);
});

test("that fails leaves nothing created or charged, and the key unused", async () => {
  const key = randomUUID();
  issuer.during = once(async () => {
    throw new Error("the issuer is down");
  });
  const failed = await client.createCard({ serviceId, amount: 10 }, key);
  expectRefusal(failed, 500, "INTERNAL_ERROR");
  expect(await walletOf(partner.partnerId)).toBe(100);
  expect((await client.createCard({ serviceId, amount: 10 }, key)).status).toBe(201);
  expect(new Set(issuer.issued).size).toBe(1);
  expect(await walletOf(partner.partnerId)).toBe(89);
});

test("terminates the card of a request that lost to a concurrent one", async () => {
  let winner: Answer | undefined;
  issuer.during = once(async () => {
    winner = await client.createCard({ serviceId, amount: 10 });
  });
  const loser = await client.createCard({ serviceId, amount: 20 });
  expect(winner?.status).toBe(201);
  expectRefusal(loser, 400, "CARD_CREATION_LIMIT");
  expect(issuer.issued).toHaveLength(2);
  expect(await givenUp()).toHaveLength(1);
  const [card] = await sql("SELECT issuer_card_id AS id FROM cards WHERE user_id = $1", [
    serviceId,
  ]);
  expect(await givenUp()).not.toContain(card.id);
  expect(await walletOf(partner.partnerId)).toBe(89);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

/** Creates a card, and meanwhile repeats the request, which is answered first: both responses are that of the repeat. */
async function createWithRepeat(meanwhile: (repeat: () => Promise<unknown>) => void) {
  const key = randomUUID();
  const body = { serviceId, amount: 10 };
  let repeated: Answer | undefined;
  meanwhile(async () => {
    repeated = await client.createCard(body, key);
  });
  const first = await client.createCard(body, key);
  expect(repeated?.status).toBe(201);
  expect(first.json).toEqual(repeated?.json);
  expect(first.headers.get("idempotent-replayed")).toBe("true");
}

test("keeps the card that a repeat of the request returned meanwhile", async () => {
  // The first attempt is stale, because the user changed; before the second one, the concurrent retry is done.
  issuer.during = once(() =>
    sql("UPDATE users SET version = version + 1 WHERE id = $1", [serviceId]),
  );
  await createWithRepeat((repeat) => {
    reread.beforeSecond = once(() => {
      reread.reads = 10;
      return repeat();
    });
  });
  expect(new Set(issuer.issued).size).toBe(1);
  expect(await givenUp()).toEqual([]);
});

test("keeps the card that a repeat of the request has stored while the issuer was asked", async () => {
  await createWithRepeat((repeat) => {
    issuer.during = once(repeat);
  });
  expect(issuer.issued).toHaveLength(2);
  expect(new Set(issuer.issued).size).toBe(1);
  expect(await givenUp()).toEqual([]);
});

test("terminates the card of a request whose key was used for another user meanwhile", async () => {
  const key = randomUUID();
  const other = await makeApprovedUser(partner);
  let winner: Answer | undefined;
  issuer.during = once(async () => {
    winner = await client.createCard({ serviceId: other, amount: 10 }, key);
  });
  expectUsedKey(await client.createCard({ serviceId, amount: 10 }, key));
  expect(winner?.status).toBe(201);
  const [lost, kept] = issuer.issued;
  expect(await givenUp()).toEqual([`ic_${lost}`]);
  const cards = await sql("SELECT issuer_card_id AS id FROM cards WHERE partner_id = $1", [
    partner.partnerId,
  ]);
  expect(cards).toEqual([{ id: `ic_${kept}` }]);
});

test("keeps the card while the outcome of the request is unknown", async () => {
  issuer.during = async () => {
    await sql("ALTER TABLE cards ADD CONSTRAINT broken CHECK (false) NOT VALID");
  };
  try {
    const answer = await client.createCard({ serviceId, amount: 10 });
    expectRefusal(answer, 500, "INTERNAL_ERROR");
    expect(await givenUp()).toEqual([]);
  } finally {
    await sql("ALTER TABLE cards DROP CONSTRAINT broken");
  }
});

test("learns who the cardholder is from the user, and when and where the terms were accepted", async () => {
  await client.createCard({ serviceId, amount: 10 });
  const [user] = await sql("SELECT * FROM users WHERE id = $1", [serviceId]);
  expect(issuer.requests[0]?.cardholder).toEqual({
    userId: serviceId,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    phoneNumber: user.phone_number,
    address: {
      street: user.address,
      city: user.city,
      state: user.region,
      postalCode: user.postal_code,
      countryCode: user.country_code,
    },
    birthDate: null,
    terms: { acceptedAt: user.created_at, ipAddress: user.ip_address },
  });
});

test("a user's cardholder is created once, and stored with the first card", async () => {
  await client.createCard({ serviceId, amount: 10 });
  await sql("UPDATE users SET last_card_created_at = NULL WHERE id = $1", [serviceId]);
  expect((await client.createCard({ serviceId, amount: 10 })).status).toBe(201);
  expect(issuer.cardholders).toEqual([serviceId]);
  const stored = await sql(
    "SELECT issuer, cardholder_id FROM issuer_cardholders WHERE user_id = $1",
    [serviceId],
  );
  expect(stored).toEqual([{ issuer: "stripe", cardholder_id: `ich_${serviceId}` }]);
  expect(issuer.requests.map(({ cardholderId }) => cardholderId)).toEqual(
    Array(2).fill(`ich_${serviceId}`),
  );
});

test("the birth date of the identity check reaches the issuer", async () => {
  await sql("UPDATE users SET birth_date = '1990-04-05' WHERE id = $1", [serviceId]);
  await client.createCard({ serviceId, amount: 10 });
  expect(issuer.requests[0]?.cardholder.birthDate).toBe("1990-04-05");
});

test("a country that the programme does not serve is refused before any outside call and any fee", async () => {
  const resident = await makeApprovedUser(partner, { country_code: "KP" });
  const answer = await client.createCard({ serviceId: resident, amount: 10 });
  expectRefusal(answer, 400, "COUNTRY_NOT_SUPPORTED");
  expect(answer.json.data.error).toBe("It does not serve KP.");
  expect([issuer.cardholders, issuer.issued]).toEqual([[], []]);
  expect(await walletOf(partner.partnerId)).toBe(100);
});

test("a refusal by the issuer charges nothing, and its reason stays with the operators", async () => {
  issuer.during = async () => {
    throw new ProviderRefused({
      provider: "stripe",
      operation: "issueCard",
      status: 400,
      code: "x_y",
    });
  };
  const answer = await client.createCard({ serviceId, amount: 10 });
  expectRefusal(answer, 400, "CARDHOLDER_REFUSED");
  expect(answer.text).not.toContain("x_y");
  expect(await walletOf(partner.partnerId)).toBe(100);
});

test("an issuer that is unavailable responds 503 with Retry-After, and a retry succeeds", async () => {
  const key = randomUUID();
  issuer.during = once(async () => {
    throw new ProviderUnavailable({ provider: "stripe", operation: "issueCard", status: 429 });
  });
  const answer = await client.createCard({ serviceId, amount: 10 }, key);
  expectRefusal(answer, 503, "SERVICE_UNAVAILABLE");
  expect(answer.json.data.error).toContain("The card issuer does not respond.");
  expect(answer.headers.get("retry-after")).toBe("5");
  expect((await client.createCard({ serviceId, amount: 10 }, key)).status).toBe(201);
});

test("a repeat after the card was given up is issued another card", async () => {
  const key = randomUUID();
  issuer.during = once(() => client.createCard({ serviceId, amount: 10 }));
  const refused = await client.createCard({ serviceId, amount: 20 }, key);
  expectRefusal(refused, 400, "CARD_CREATION_LIMIT");
  await sql("UPDATE users SET last_card_created_at = NULL WHERE id = $1", [serviceId]);
  expect((await client.createCard({ serviceId, amount: 20 }, key)).status).toBe(201);
  const [first, , again] = issuer.issued;
  expect(again).toBe(`${first}-1`);
  const cards = await sql("SELECT issuer_card_id AS id FROM cards WHERE user_id = $1", [serviceId]);
  expect(cards.map(({ id }) => id)).toContain(`ic_${again}`);
  expect(await givenUp()).toEqual([`ic_${first}`]);
});

test("a card that is given up before its commit is replaced by another one", async () => {
  issuer.during = once(async () => {
    const id = `ic_${issuer.issued[0]}`;
    await sql("SELECT give_up_card('stripe', $1, $2)", [id, issuer.issued[0]]);
  });
  expect((await client.createCard({ serviceId, amount: 10 })).status).toBe(201);
  expect(issuer.issued[1]).toBe(`${issuer.issued[0]}-1`);
});

test("a card whose twin for the same key was given up is given up too when it is replaced", async () => {
  // The issuer made two cards for one key, and another process gives up the other one before the commit of this one.
  issuer.during = once(async () => {
    await sql("SELECT give_up_card('stripe', 'ic_twin', $1)", [issuer.issued[0]]);
    await sql("UPDATE users SET version = version + 1 WHERE id = $1", [serviceId]);
  });
  expect((await client.createCard({ serviceId, amount: 10 })).status).toBe(201);
  const [first, second] = issuer.issued;
  expect(second).toBe(`${first}-1`);
  expect(await givenUp()).toEqual([`ic_${first}`]);
  const cards = await sql("SELECT issuer_card_id AS id FROM cards WHERE user_id = $1", [serviceId]);
  expect(cards).toEqual([{ id: `ic_${second}` }]);
});

test("a replacing card whose request has an unknown outcome is returned to a retry", async () => {
  const key = randomUUID();
  const body = { serviceId, amount: 10 };
  issuer.during = async () => {
    if (issuer.issued.length === 1) {
      await sql("SELECT give_up_card('stripe', 'ic_other_twin', $1)", [issuer.issued[0]]);
      await sql("UPDATE users SET version = version + 1 WHERE id = $1", [serviceId]);
    } else await sql("ALTER TABLE cards ADD CONSTRAINT broken CHECK (false) NOT VALID");
  };
  try {
    expectRefusal(await client.createCard(body, key), 500, "INTERNAL_ERROR");
  } finally {
    await sql("ALTER TABLE cards DROP CONSTRAINT broken");
  }
  issuer.during = async () => {};
  expect((await client.createCard(body, key)).status).toBe(201);
  const [, second, third] = issuer.issued;
  expect(third).toBe(second);
});

describe("a card that cannot be given up", () => {
  const NAME = "give_up_card(text, text, text)";
  beforeEach(() => sql(`ALTER FUNCTION ${NAME} RENAME TO give_up_card_away`));
  afterEach(() => sql("ALTER FUNCTION give_up_card_away(text, text, text) RENAME TO give_up_card"));

  test("leaves the first response to a repeat of the request", async () => {
    await createWithRepeat((repeat) => {
      issuer.during = once(repeat);
    });
  });

  test("leaves the refusal of the request", async () => {
    issuer.during = once(() => client.createCard({ serviceId, amount: 10 }));
    const refused = await client.createCard({ serviceId, amount: 20 });
    expectRefusal(refused, 400, "CARD_CREATION_LIMIT");
  });
});

test("a card that was stored meanwhile is not given up", async () => {
  await client.createCard({ serviceId, amount: 10 });
  const id = `ic_${issuer.issued[0]}`;
  const [row] = await sql("SELECT give_up_card('stripe', $1, $2) AS done", [id, issuer.issued[0]]);
  expect(row.done).toBe(false);
  expect(await givenUp()).toEqual([]);
});

test("no number and no CVV of a real issuer can be stored", async () => {
  await client.createCard({ serviceId, amount: 10 });
  const change = "UPDATE cards SET number_sealed = 'x', cvv_sealed = 'x' WHERE user_id = $1";
  await expect(sql(change, [serviceId])).rejects.toThrow("cards_secrets");
});

test("of two cardholders that concurrent requests created, the stored one has all cards and the other one is ended", async () => {
  const serviceId = await makeApprovedUser(partner);
  const both = Promise.withResolvers<void>();
  let made = 0;
  issuer.newCardholder = async (userId) => {
    const id = `ich_${userId}_${++made}`;
    if (made === 2) both.resolve();
    await both.promise;
    return id;
  };
  const create = () => client.createCard({ serviceId, amount: 10 });
  const statuses = (await Promise.all([create(), create()])).map(({ status }) => status);
  issuer.newCardholder = async (userId) => `ich_${userId}`;
  expect(statuses.toSorted()).toEqual([201, 400]);
  const [stored] = await sql(
    "SELECT cardholder_id AS id FROM issuer_cardholders WHERE user_id = $1",
    [serviceId],
  );
  const used = issuer.requests.slice(-2).map(({ cardholderId }) => cardholderId);
  expect(used).toEqual([stored.id, stored.id]);
  const [other] = [1, 2].map((n) => `ich_${serviceId}_${n}`).filter((id) => id !== stored.id);
  const ended = await sql(
    "SELECT issuer_id, status FROM issuer_updates WHERE kind = 'cardholder' AND issuer_id LIKE $1",
    [`ich_${serviceId}%`],
  );
  expect(ended).toEqual([{ issuer_id: other, status: "inactive" }]);
});
