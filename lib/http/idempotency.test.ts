import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { bookFaults, eventsOf, walletOf } from "@/test/fixtures/books";
import {
  type Answer,
  deposit,
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { atOnce, type Client, clientOf, statuses } from "@/test/http/client";
import { expectRefusal, expectUsedKey, invalidFields } from "@/test/http/expect-answer";

/** An endpoint's requests, and its response to the second use of a key. */
interface Endpoint {
  rule: "refuse" | "replay";
  success: number;
  /** The change of the wallet balance for one execution. */
  wallet: number;
  /** The id of the card or user of the request, fresh for each test. */
  subject: () => Promise<string>;
  send: (subject: string, key: string, from?: Client) => Promise<Answer>;
  /** A request to the same endpoint with the same key and another content. */
  sendOther: (subject: string, key: string) => Promise<Answer>;
  /** A refused request, which would succeed with the same key after `mend`. */
  refused: (subject: string, key: string) => Promise<Answer>;
  mend: (subject: string) => Promise<unknown>;
}

let partner: TestPartner;
let other: TestPartner;
const card = () => makeCard(partner, { amountUsd: 50 });
const client = () => clientOf(partner);

const ENDPOINTS: Record<string, Endpoint> = {
  "Fund Card": {
    rule: "refuse",
    success: 200,
    wallet: -10,
    subject: card,
    send: (serviceCardId, key, from = client()) => from.fund({ serviceCardId, amount: 10 }, key),
    sendOther: (serviceCardId, key) => client().fund({ serviceCardId, amount: 11 }, key),
    refused: async (serviceCardId, key) => {
      await client().switchCard(serviceCardId, "freeze");
      return client().fund({ serviceCardId, amount: 10 }, key);
    },
    mend: (serviceCardId) => client().switchCard(serviceCardId, "unfreeze"),
  },
  "Withdraw from Card": {
    rule: "refuse",
    success: 200,
    wallet: 9,
    subject: card,
    send: (serviceCardId, key, from = client()) =>
      from.withdraw({ serviceCardId, amount: 10, reference: "r" }, key),
    sendOther: (serviceCardId, key) =>
      client().withdraw({ serviceCardId, amount: 11, reference: "r" }, key),
    refused: (serviceCardId, key) =>
      client().withdraw({ serviceCardId, amount: 51, reference: "r" }, key),
    mend: async () => undefined,
  },
  "Create Card": {
    rule: "replay",
    success: 201,
    wallet: -21,
    subject: () => makeApprovedUser(partner),
    send: (serviceId, key, from = client()) => from.createCard({ serviceId, amount: 20 }, key),
    sendOther: (serviceId, key) => client().createCard({ serviceId, amount: 21 }, key),
    refused: async (serviceId, key) => {
      await sql("UPDATE users SET status = 'denied' WHERE id = $1", [serviceId]);
      return client().createCard({ serviceId, amount: 20 }, key);
    },
    mend: (serviceId) => sql("UPDATE users SET status = 'approved' WHERE id = $1", [serviceId]),
  },
  "Terminate Card": {
    rule: "replay",
    success: 200,
    wallet: 50,
    subject: card,
    send: (serviceCardId, key, from = client()) =>
      from.terminate(serviceCardId, { idempotencyKey: key }),
    sendOther: (serviceCardId, key) =>
      client().terminate(serviceCardId, { idempotencyKey: key, query: { reference: "other" } }),
    refused: (serviceCardId, key) =>
      client().terminate(serviceCardId, { idempotencyKey: key, query: { reference: "\u0000" } }),
    mend: async () => undefined,
  },
};
const TABLE = Object.entries(ENDPOINTS);

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 50_000 });
  other = await makePartner();
});
afterAll(endTests);

/** The change of the wallet balance during `work`. */
async function walletMoved(work: () => Promise<unknown>): Promise<number> {
  // Ten terminations a minute are allowed, and this file makes more.
  shiftClock(61_000);
  const before = await walletOf(partner.partnerId);
  await work();
  return Number(((await walletOf(partner.partnerId)) - before).toFixed(6));
}

function expectSecondUse({ rule, success }: Endpoint, first: Answer, second: Answer): void {
  if (rule === "refuse") {
    expectUsedKey(second);
    return;
  }
  expect(second.status).toBe(success);
  expect(second.json).toEqual(first.json);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(first.headers.get("idempotent-replayed")).toBeNull();
}

describe.each(TABLE)("%s", (_, endpoint) => {
  test("a repeated key with the same content executes once and responds by the endpoint's rule", async () => {
    const [subject, key] = [await endpoint.subject(), randomUUID()];
    const moved = await walletMoved(async () => {
      const first = await endpoint.send(subject, key);
      expect(first.status).toBe(endpoint.success);
      expectSecondUse(endpoint, first, await endpoint.send(subject, key));
      expectSecondUse(endpoint, first, await endpoint.send(subject, key));
    });
    expect(moved).toBe(endpoint.wallet);
  });

  test("a repeated key with other content is refused under every rule", async () => {
    const [subject, key] = [await endpoint.subject(), randomUUID()];
    const moved = await walletMoved(async () => {
      await endpoint.send(subject, key);
      expectUsedKey(await endpoint.sendOther(subject, key));
      const another = await endpoint.subject();
      expectUsedKey(await endpoint.send(another, key));
    });
    const subjectCost = endpoint.subject === card ? 51 : 0;
    expect(moved).toBe(endpoint.wallet - subjectCost);
  });

  test("a refused request frees its key", async () => {
    const [subject, key] = [await endpoint.subject(), randomUUID()];
    const refusal = await endpoint.refused(subject, key);
    expect(refusal.status).toBe(400);
    await endpoint.mend(subject);
    expect((await endpoint.send(subject, key)).status).toBe(endpoint.success);
  });

  test("50 concurrent requests with one key execute once, and the others get the endpoint's rule", async () => {
    const [subject, key] = [await endpoint.subject(), randomUUID()];
    const moved = await walletMoved(async () => {
      const answers = await atOnce(50, () => endpoint.send(subject, key));
      if (endpoint.rule === "refuse") {
        expect(statuses(answers)).toEqual({ [endpoint.success]: 1, 400: 49 });
        for (const answer of answers.filter(({ status }) => status === 400)) expectUsedKey(answer);
        return;
      }
      expect(statuses(answers)).toEqual({ [endpoint.success]: 50 });
      expect(
        new Set(answers.map(({ json }) => JSON.stringify(json.data, Object.keys(json.data).sort())))
          .size,
      ).toBe(1);
      const replayed = answers.filter(({ headers }) => headers.has("idempotent-replayed"));
      expect(replayed).toHaveLength(49);
    });
    expect(moved).toBe(endpoint.wallet);
  });

  test("25 and 25 concurrent requests with one key and two contents execute one content", async () => {
    const [subject, key] = [await endpoint.subject(), randomUUID()];
    shiftClock(61_000);
    const answers = await atOnce(50, (index) =>
      index % 2 === 0 ? endpoint.send(subject, key) : endpoint.sendOther(subject, key),
    );
    const firsts = answers.filter(
      ({ status, headers }) => status === endpoint.success && !headers.has("idempotent-replayed"),
    );
    expect(firsts).toHaveLength(1);
    expect(Object.keys(statuses(answers)).sort()).toEqual([String(endpoint.success), "400"].sort());
    for (const answer of answers.filter(({ status }) => status === 400)) expectUsedKey(answer);
  });

  test("the same key of another partner is independent", async () => {
    const [subject, key] = [await endpoint.subject(), randomUUID()];
    const foreign = clientOf(other);
    expect((await endpoint.send(subject, key, foreign)).status).toBe(404);
    expect((await endpoint.send(subject, key)).status).toBe(endpoint.success);
    // The other partner still gets no hint of the card.
    expect((await endpoint.send(subject, key, foreign)).status).toBe(404);
  });

  test.each([
    ["missing", undefined, "idempotency-key: isNotEmpty"],
    ["empty", "", "idempotency-key: isNotEmpty"],
    ["blank", "   ", "idempotency-key: isNotEmpty"],
    ["of 256 characters", "k".repeat(256), "idempotency-key: isLength"],
    ["of letters outside ASCII", "clé", "idempotency-key: isLength"],
  ])("a key that is %s is a validation error without effect", async (_name, key, fault) => {
    const subject = await endpoint.subject();
    const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
    const moved = await walletMoved(async () => {
      const answer = await endpoint.send(subject, "", clientOf(partner, headers));
      expect(invalidFields(answer)).toEqual([fault]);
    });
    expect(moved).toBe(0);
  });

  test("a key of 255 characters is accepted", async () => {
    shiftClock(61_000);
    const key = randomUUID().padEnd(255, "k");
    expect((await endpoint.send(await endpoint.subject(), key)).status).toBe(endpoint.success);
  });
});

test("one key serves all endpoints once each", async () => {
  shiftClock(61_000);
  const key = randomUUID();
  const cardId = await card();
  for (const [, endpoint] of TABLE) {
    const subject = endpoint.subject === card ? cardId : await endpoint.subject();
    expect((await endpoint.send(subject, key)).status).toBe(endpoint.success);
  }
  const rows = await sql("SELECT endpoint FROM idempotency_keys WHERE key = $1", [key]);
  expect(rows).toHaveLength(TABLE.length);
});

test("the key decides before a refusal: for a meanwhile terminated card the response is the same", async () => {
  shiftClock(61_000);
  const [serviceCardId, fundKey, endKey] = [await card(), randomUUID(), randomUUID()];
  await client().fund({ serviceCardId, amount: 10 }, fundKey);
  const ended = await client().terminate(serviceCardId, { idempotencyKey: endKey });
  // Without the used key these would be CARD_ALREADY_TERMINATED and a validation error.
  expectUsedKey(await client().fund({ serviceCardId, amount: 10 }, fundKey));
  expectUsedKey(await client().fund({ amount: "x" }, fundKey));
  const again = await client().terminate(serviceCardId, { idempotencyKey: endKey });
  expect(again.json).toEqual(ended.json);
  expectRefusal(await client().terminate(serviceCardId), 400, "CARD_ALREADY_TERMINATED");
});

test("unknown fields and the order of fields do not change the content", async () => {
  const serviceId = await makeApprovedUser(partner);
  const key = randomUUID();
  const first = await client().createCard({ serviceId, amount: 20 }, key);
  const again = await client().createCard({ note: "x", amount: 20.0, serviceId }, key);
  expect(again.json).toEqual(first.json);
});

test("20 fundings repeated with their keys, three times over, are charged once each", async () => {
  await deposit(partner.partnerId, partner.walletAddress, 1_000);
  const serviceCardId = await card();
  const keys = Array.from({ length: 20 }, () => randomUUID());
  const moved = await walletMoved(async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      await atOnce(keys.length, (index) =>
        client().fund({ serviceCardId, amount: 10 }, keys[index] ?? ""),
      );
    }
  });
  expect(moved).toBe(-200);
});

test("leaves consistent books and one event per termination and withdrawal", async () => {
  expect(await bookFaults(partner.partnerId)).toEqual([]);
  const events = await eventsOf(partner.partnerId, "wallet.deposit.card-withdrawal");
  const ids = events.map(({ data }) => data.serviceTransactionId);
  expect(new Set(ids).size).toBe(ids.length);
});
