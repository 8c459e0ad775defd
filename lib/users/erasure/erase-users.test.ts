import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as fundByPerson } from "@/app/api/v1/partner/card/fund/route";
import { POST as withdrawByPerson } from "@/app/api/v1/partner/card/withdraw/route";
import { POST as simulateByPerson } from "@/app/api/v1/sandbox/users/[serviceId]/kyc/route";
import { checkChain } from "@/lib/audit/chain/check-chain";
import { verifyChain } from "@/lib/audit/chain/verify-chain";
import { audit } from "@/lib/ledger";
import { requestLog } from "@/lib/request-log/request-log";
import { attack, ownerClient } from "@/test/database/attack";
import { tamper } from "@/test/database/superuser";
import {
  addedFile,
  decidedDispute,
  openedDispute,
  settledPurchase,
} from "@/test/fixtures/disputes";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { makeAttempt, webhooksOf } from "@/test/fixtures/webhooks";
import { clientOf } from "@/test/http/client";
import { userClientOf } from "@/test/http/user-client";
import { eraseUsers } from "./erase-users";

/** In every text that a partner can fill about a person, in any case of letters. */
const MARKER = "Quetzalmarkerson";
const MARKED_PERSON = {
  firstName: `${MARKER}first`,
  lastName: `${MARKER}last`,
  email: `${MARKER}@person.example`,
  accountPurpose: `${MARKER} purpose`,
  address: `${MARKER} street 1`,
  city: `${MARKER} city`,
  region: `${MARKER} region`,
  postalCode: "QTZ-1",
  redirectUrl: `https://${MARKER}.example/done`,
};

/** The references of the books, and keys that a partner makes up, which end with their retention: docs/erasure.md */
const KEPT = [
  "public.card_transactions.reference",
  "public.idempotency_keys.key",
  "public.request_log.idempotency_key",
  "public.wallet_transactions.narration",
];

let partner: TestPartner;
let browser: Browser;

/** Every text, JSON and binary column of every table with a value that contains the marker. */
async function placesOfMarker(): Promise<string[]> {
  await requestLog().flush();
  const columns = await sql(
    `SELECT format('%I.%I', table_schema, table_name) AS table, column_name AS column, udt_name AS type
     FROM information_schema.columns WHERE table_schema IN ('public', 'ledger')
       AND udt_name IN ('text', '_text', 'varchar', 'json', 'jsonb', 'bytea')
     ORDER BY 1, 2`,
  );
  const places: string[] = [];
  for (const { table, column, type } of columns) {
    const text = type === "bytea" ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const found = await sql(`SELECT FROM ${table} WHERE ${text} ILIKE $1 LIMIT 1`, [`%${MARKER}%`]);
    if (found.length > 0) places.push(`${table}.${column}`);
  }
  return places;
}

async function makeMarkedUser(): Promise<{ serviceId: string; cardId: string; disputeId: string }> {
  const users = userClientOf(partner);
  const { serviceId } = await users.make(MARKED_PERSON);
  const denied = await browser.call(simulateByPerson, {
    method: "POST",
    params: { serviceId },
    body: { status: "denied", reason: `${MARKER.toUpperCase()}_DENIED` },
  });
  expect(denied.status).toBe(200);
  await users.simulate(serviceId, { status: "approved" });
  const client = clientOf(partner);
  const made = await client.createCard({ serviceId, amount: 200 });
  const cardId: string = made.json.data.serviceCardId;
  const move = (handler: Parameters<Browser["call"]>[0], reference: string) =>
    browser.call(handler, {
      method: "POST",
      body: { serviceCardId: cardId, amount: 20, reference },
      headers: { "idempotency-key": `${MARKER}-${reference.length}` },
    });
  expect((await move(fundByPerson, `${MARKER} fund`)).status).toBe(200);
  expect((await move(withdrawByPerson, `${MARKER} withdrawal`)).status).toBe(200);
  const purchase = await settledPurchase(partner, cardId, 25);
  const file = Buffer.from(`%PDF-1.7\n${MARKER}\n%%EOF`);
  const fileId = await addedFile(partner, purchase, file, `${MARKER} passport.pdf`);
  const disputeId = await openedDispute(partner, purchase, {
    explanation: `${MARKER} waited`,
    productDescription: `${MARKER}'s grinder`,
    evidenceFileIds: [fileId],
  });
  return { serviceId, cardId, disputeId };
}

async function repeatBodies(): Promise<void> {
  for (const { id, body } of await sql("SELECT id, body FROM webhook_events ORDER BY id"))
    await makeAttempt(partner.partnerId, id, { responseBody: body });
}

beforeAll(async () => {
  partner = await makePartner();
  await webhooksOf(partner).set();
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId }));
});
afterAll(endTests);

describe("the data of a deleted user", () => {
  let user: Awaited<ReturnType<typeof makeMarkedUser>>;
  let amounts: unknown[];
  const readAmounts = () =>
    sql(
      `SELECT j.id, j.type, e.account_id, e.amount_micro_usd, e.balance_after_micro_usd
       FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id ORDER BY j.id, e.leg`,
    );

  beforeAll(async () => {
    user = await makeMarkedUser();
    await clientOf(partner).terminate(user.cardId, { body: { reference: `${MARKER} end` } });
    await repeatBodies();
  });

  test("is in many places before the deletion", async () => {
    const places = await placesOfMarker();
    expect(places).toEqual(
      expect.arrayContaining([
        "public.audit_entries.after",
        "public.card_disputes.explanation",
        "public.card_disputes.facts",
        "public.cards.card_name",
        "public.cards.terminate_reference",
        "public.users.address",
        "public.webhook_attempts.response_body",
        "public.webhook_events.body",
      ]),
    );
    expect(places).not.toContain("public.request_log.request_body");
  });

  test("stays only where an explanation and its files must still reach the issuer, until they have", async () => {
    amounts = await readAmounts();
    expect((await userClientOf(partner).remove(user.serviceId)).status).toBe(200);
    expect(await eraseUsers()).toEqual({ erased: 1, failed: 0 });
    const waiting = ["card_disputes.explanation", "card_disputes.facts", "dispute_files.name"];
    expect(await placesOfMarker()).toEqual(
      [...waiting.map((place) => `public.${place}`), ...KEPT].sort(),
    );
    expect(await sql("SELECT completed_at, due_at > now() AS waits FROM user_erasures")).toEqual([
      { completed_at: null, waits: true },
    ]);
  });

  test("is in no place afterwards but in the references of the books", async () => {
    await decidedDispute(partner, user.disputeId, "lost");
    await sql("UPDATE user_erasures SET due_at = now() - interval '1 second'");
    await eraseUsers();
    expect(await placesOfMarker()).toEqual(KEPT);
    const [erasure] = await sql(
      "SELECT due_at, completed_at IS NOT NULL AS done, erased_rows::int AS rows FROM user_erasures",
    );
    expect(erasure).toMatchObject({ due_at: null, done: true });
    expect(erasure.rows).toBeGreaterThan(4);
  });

  test("leaves the books as they were, apart from what the dispute posted", async () => {
    expect((await readAmounts()).slice(0, amounts.length)).toEqual(amounts);
    expect((await audit()).flatMap(({ brokenRows }) => brokenRows)).toEqual([]);
  });

  test("is shown as erased in the audit log, whose chain still verifies", async () => {
    const { faults, erasedValues } = await verifyChain();
    expect(faults).toEqual([]);
    expect(erasedValues).toBe(3);
    const entries = await sql(
      "SELECT after FROM audit_entries WHERE action = 'fundCard' AND target_id = $1",
      [user.cardId],
    );
    expect(entries).toEqual([
      {
        after: { amount: "20.00", reference: { erased: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      },
    ]);
    expect((await checkChain(null)).faults).toEqual([]);
  });

  test("a second run changes nothing", async () => {
    const before = await sql("SELECT * FROM user_erasures");
    await sql("UPDATE user_erasures SET due_at = now() - interval '1 second'");
    await eraseUsers();
    expect(await sql("SELECT * FROM user_erasures")).toEqual(before);
  });
});

describe("the audit log refuses every change but an erasure", () => {
  const entry = "(SELECT id FROM audit_entries WHERE action = 'withdrawFromCard' LIMIT 1)";

  test.each([
    ["another value", `UPDATE audit_entries SET after = '{"amount": "1.00"}' WHERE id = ${entry}`],
    ["another key", `UPDATE audit_entries SET after = after || '{"x": 1}' WHERE id = ${entry}`],
    ["no values", `UPDATE audit_entries SET after = NULL WHERE id = ${entry}`],
    [
      "a false digest",
      `UPDATE audit_entries SET after = after || '{"amount": {"erased": "00"}}' WHERE id = ${entry}`,
    ],
    ["another column", `UPDATE audit_entries SET target_id = 'x' WHERE id = ${entry}`],
    ["a removal", `DELETE FROM audit_entries WHERE id = ${entry}`],
    ["other salts", `UPDATE audit_chain SET salts = '{"before": {}, "after": {"amount": "x"}}'`],
    ["salts of values that stay", `UPDATE audit_chain SET salts = '{"before": {}, "after": {}}'`],
    ["another hash", "UPDATE audit_chain SET hash = repeat('0', 64)"],
  ])("%s", async (_, statement) => {
    expect(await attack({ role: "owner", statements: [statement] })).toBe("PW003");
  });

  test("a change behind the triggers is found, also of an erased value", async () => {
    const client = await ownerClient();
    const [kept] = (await client.query(`SELECT id, after FROM audit_entries WHERE id = ${entry}`))
      .rows;
    await client.end();
    const put = (after: unknown) =>
      tamper(`UPDATE audit_entries SET after = '${JSON.stringify(after)}' WHERE id = '${kept.id}'`);
    for (const change of [{ amount: "1.00" }, { reference: { erased: "0".repeat(64) } }]) {
      await put({ ...kept.after, ...change });
      expect((await verifyChain()).faults).toMatchObject([
        { entryId: kept.id, text: "this entry was changed, or moved here" },
      ]);
    }
    await put(kept.after);
    expect((await verifyChain()).faults).toEqual([]);
  });
});

test("the batches of an erasure continue where the last one ended", async () => {
  const users = userClientOf(partner);
  const { serviceId } = await users.make({ email: "batches@person.example" });
  await users.simulate(serviceId, { status: "approved" });
  const client = clientOf(partner);
  const { json } = await client.createCard({ serviceId, amount: 100 });
  const cardId: string = json.data.serviceCardId;
  for (const n of [1, 2, 3, 4, 5])
    await client.withdraw({ serviceCardId: cardId, amount: 5, reference: `${MARKER} ${n}` });
  await client.terminate(cardId);
  await users.remove(serviceId);
  const states: string[] = [];
  for (let n = 0; n < 20 && states.at(-1) !== "done"; n++) {
    const [{ state }] = await sql("SELECT erase_user_batch($1, 2) AS state", [serviceId]);
    states.push(state);
  }
  // One card, its six movements in twos, the end of the list, the end of the cards, then the other steps.
  expect(states).toEqual([...Array(8).fill("more"), "done"]);
  expect(await placesOfMarker()).toEqual(KEPT);
});

test("an erasure that keeps failing alerts administrators, until it succeeds", async () => {
  const users = userClientOf(partner);
  await eraseUsers();
  const { serviceId } = await users.make({ email: "failing@person.example" });
  await users.remove(serviceId);
  const alerts = () =>
    sql("SELECT subject, closed_at IS NULL AS is_open FROM alerts WHERE kind = 'erasure_failed'");
  const attempt = async () => {
    await sql("UPDATE user_erasures SET due_at = now() - interval '1 second' WHERE user_id = $1", [
      serviceId,
    ]);
    return eraseUsers();
  };
  const client = await ownerClient();
  try {
    await client.query("REVOKE EXECUTE ON FUNCTION erase_user_batch FROM partner_wallet_app");
    for (let n = 1; n < 5; n++) expect(await attempt()).toEqual({ erased: 0, failed: 1 });
    expect(await alerts()).toEqual([]);
    await attempt();
    expect(await alerts()).toEqual([{ subject: serviceId, is_open: true }]);
  } finally {
    await client.query("GRANT EXECUTE ON FUNCTION erase_user_batch TO partner_wallet_app");
    await client.end();
  }
  expect(await attempt()).toEqual({ erased: 1, failed: 0 });
  expect(await alerts()).toEqual([{ subject: serviceId, is_open: false }]);
});
