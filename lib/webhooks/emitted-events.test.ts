import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventsOf } from "@/test/fixtures/books";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { codeOf, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { webhooksOf } from "@/test/fixtures/webhooks";
import { decisionsIn, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { type Client, clientOf } from "@/test/http/client";
import { TIMESTAMP } from "@/test/http/expect-answer";
import { type UserClient, userClientOf } from "@/test/http/user-client";
import { emit } from "./emit";

let partner: TestPartner;
let cards: Client;
let users: UserClient;
let wallet: ReturnType<typeof withdrawalsOf>;
let admin: TestPerson;
let decisions: ReturnType<typeof decisionsIn>;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 10_000 });
  [cards, users, wallet] = [clientOf(partner), userClientOf(partner), withdrawalsOf(partner)];
  await webhooksOf(partner).set();
  admin = await makePerson();
  decisions = decisionsIn(await signedIn(admin));
});
afterAll(endTests);

/** The fields of each payload. Source: spec: Events. */
const PERSON = ["serviceId", "status", "email", "firstName", "lastName"];
const DEBIT = ["type", "status", "serviceCardId", "serviceTransactionId", "amount", "description"];
const CREDITED = [
  "partnerId",
  "serviceCardId",
  "serviceTransactionId",
  "amount",
  "fee",
  "netAmount",
  "currency",
];
const WITHDRAWN = [
  "withdrawalId",
  "amount",
  "fee",
  "netAmount",
  "toAddress",
  "chain",
  "token",
  "status",
];

type Expected = [event: string, values: Record<string, unknown>, fields: string[]];

/** Expects that an action emits exactly these events with exactly these fields; returns the action's result. */
async function causes<Result>(
  act: () => Promise<Result>,
  ...expected: Expected[]
): Promise<Result> {
  const before = (await eventsOf(partner.partnerId)).length;
  const result = await act();
  const events = (await eventsOf(partner.partnerId)).slice(before);
  expect(events.map(({ event }) => event)).toEqual(expected.map(([event]) => event));
  for (const [index, [, values, fields]] of expected.entries()) {
    expect(Object.keys(events[index])).toEqual(["event", "timestamp", "data"]);
    expect(events[index]).toMatchObject({ timestamp: TIMESTAMP, data: values });
    expect(Object.keys(events[index].data).sort()).toEqual([...fields].sort());
  }
  return result;
}

async function makeUser(): Promise<string> {
  const { serviceId } = await causes(() => users.make());
  await causes(
    () => users.simulate(serviceId, { status: "approved" }),
    ["user.kyc-event", { status: "approved", serviceId }, PERSON],
  );
  return serviceId;
}

async function makeCardOf(serviceId: string, amount: number): Promise<string> {
  const answer = await causes(() => cards.createCard({ serviceId, amount }));
  return answer.json.data.serviceCardId;
}

test("users: only the three outcomes", async () => {
  const { serviceId } = await causes(() => users.make());
  const outcome = (status: string, reason?: string) =>
    users.simulate(serviceId, { status, ...(reason ? { reason } : {}) });
  const event = "user.kyc-event";
  await causes(
    () => outcome("needsVerification"),
    [event, { serviceId, status: "needsVerification" }, [...PERSON, "verificationLink"]],
  );
  await causes(
    () => outcome("denied", "WRONG_USER_REGION"),
    [event, { status: "denied", reason: "WRONG_USER_REGION" }, [...PERSON, "reason"]],
  );
  await causes(() => outcome("approved"), [event, { status: "approved" }, PERSON]);
  await causes(() => users.get(serviceId));
  await causes(() => users.remove(serviceId));
});

test("cards: debits, fees and credits; not creation, funding, freezing or settlement", async () => {
  const serviceCardId = await makeCardOf(await makeUser(), 100);
  await causes(() => cards.fund({ serviceCardId, amount: 50 }));
  const event = "card.transaction-event";
  const authorize = (body: Record<string, unknown>) => async () =>
    (await cards.authorize(serviceCardId, body)).json.data.serviceTransactionId;
  const id = await causes(
    authorize({ amount: 20, currency: "EUR" }),
    [event, { type: "debit", status: "approved", amount: 20, serviceCardId }, DEBIT],
    [event, { type: "cross-border", status: "approved", amount: 0.6 }, DEBIT],
  );
  await causes(
    () => cards.reverse(id),
    [
      event,
      {
        type: "credit",
        status: "reversed",
        serviceTransactionId: `${id}_rev`,
        amount: 20,
        fxFee: 0,
      },
      [...DEBIT, "fxFee"],
    ],
  );
  await causes(authorize({ amount: 10_000 }), [
    event,
    { type: "debit", status: "declined", fxFee: 0, declinedReason: "insufficient funds" },
    [...DEBIT, "fxFee", "declinedReason"],
  ]);
  await causes(() => cards.switchCard(serviceCardId, "freeze"));
  await causes(authorize({ amount: 1 }), [
    event,
    { type: "debit", status: "declined" },
    [...DEBIT, "fxFee", "declinedReason"],
  ]);
  await causes(() => cards.switchCard(serviceCardId, "unfreeze"));
  const settled = await causes(authorize({ amount: 5 }), [event, { status: "approved" }, DEBIT]);
  await causes(() => cards.settle(settled));
  await causes(
    () => cards.refund(settled),
    [event, { type: "credit", status: "reversed", amount: 5 }, [...DEBIT, "fxFee"]],
  );
  await causes(() => cards.reverse(settled));
});

test("card money to the wallet: a withdrawal and a liquidation with a positive balance", async () => {
  const serviceId = await makeUser();
  const event = "wallet.deposit.card-withdrawal";
  const serviceCardId = await makeCardOf(serviceId, 100);
  const body = { serviceCardId, amount: 20, reference: "sweep" };
  await causes(
    () => cards.withdraw(body),
    [
      event,
      { amount: 20, fee: 1, netAmount: 19, currency: "USD", reference: "sweep" },
      [...CREDITED, "reference"],
    ],
  );
  await causes(() => cards.withdraw({ ...body, amount: 500 }));
  await causes(
    () => cards.terminate(serviceCardId),
    [
      event,
      { amount: 80, fee: 0, netAmount: 80, source: "liquidation", serviceCardId },
      [...CREDITED, "source"],
    ],
  );
  await causes(() => cards.terminate(serviceCardId));

  const emptied = await makeCardOf(await makeUser(), 5);
  await causes(
    () => cards.withdraw({ ...body, serviceCardId: emptied, amount: 5 }),
    [event, { amount: 5, netAmount: 4 }, [...CREDITED, "reference"]],
  );
  expect((await causes(() => cards.terminate(emptied))).status).toBe(200);
});

test("withdrawals: cancelled and rejected; not created or approved", async () => {
  const event = "wallet.withdrawal.crypto";
  const totp = () => codeOf(admin);
  const cancelled = await causes(() => wallet.make(50));
  await causes(
    () => wallet.cancel(cancelled),
    [
      event,
      { withdrawalId: cancelled, amount: 50, fee: 0.5, netAmount: 49.5, status: "cancelled" },
      WITHDRAWN,
    ],
  );
  await causes(() => wallet.cancel(cancelled));
  const rejected = await causes(() => wallet.make(20));
  await causes(
    () => decisions.reject(rejected, { reason: "Not yours", totp: totp() }),
    [
      event,
      { withdrawalId: rejected, status: "rejected", reason: "Not yours" },
      [...WITHDRAWN, "reason"],
    ],
  );
  const unexplained = await causes(() => wallet.make(20));
  await causes(
    () => decisions.reject(unexplained, { totp: totp() }),
    [event, { withdrawalId: unexplained, status: "rejected" }, WITHDRAWN],
  );
  const approved = await causes(() => wallet.make(20));
  const answer = await causes(() => decisions.approve(approved, { totp: totp() }));
  expect(answer.json.data.status).toBe("approved");
  await causes(() => wallet.cancel(approved));
});

test("each event has a unique id, a sequence number within its resource, and one delivery", async () => {
  const faults = await sql(
    `SELECT e.id FROM webhook_events e LEFT JOIN webhook_deliveries d ON d.event_id = e.id
     WHERE e.partner_id = $1 AND e.created_at > (SELECT min(created_at) FROM webhook_secrets WHERE partner_id = $1)
       AND (d.status IS DISTINCT FROM 'pending' OR d.sequence <> e.sequence OR e.is_test)`,
    [partner.partnerId],
  );
  expect(faults).toEqual([]);
  const gaps = await sql(
    `SELECT resource_id FROM webhook_events WHERE partner_id = $1
     GROUP BY resource_id HAVING max(sequence) <> count(*) OR min(sequence) <> 1`,
    [partner.partnerId],
  );
  expect(gaps).toEqual([]);
  const { pagination } = (await webhooksOf(partner).events()).json.data;
  expect(pagination.total).toBe((await eventsOf(partner.partnerId)).length);
});

test("a payload with an extra or missing field is refused", () => {
  const emission = { partnerId: "ptn_1", resourceId: "usr_1", at: new Date() };
  const data = {
    serviceId: "usr_1",
    status: "approved" as const,
    email: "a@example.com",
    firstName: "A",
    lastName: "B",
  };
  const type = "user.kyc-event";
  expect(emit({ ...emission, type, data }).body).toContain(JSON.stringify(data));
  const tooMany = { ...data, phoneNumber: "+1" };
  expect(() => emit({ ...emission, type, data: tooMany })).toThrow("does not name");
  const { email: _, ...tooFew } = data;
  expect(() => emit({ ...emission, type, data: tooFew as typeof data })).toThrow();
  const approved = {
    type: "debit" as const,
    status: "approved" as const,
    serviceCardId: "card_1",
    serviceTransactionId: "txn_1",
    amount: 1,
    description: "x",
  };
  const withFee = { ...approved, fxFee: 0 };
  const card = "card.transaction-event";
  expect(() => emit({ ...emission, type: card, data: withFee })).toThrow("does not name");
  const declined = { ...approved, status: "declined" } as unknown as typeof approved;
  expect(() => emit({ ...emission, type: card, data: declined })).toThrow();
});
