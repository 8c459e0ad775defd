import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { PATCH as switchCard } from "@/app/api/v1/partner/card/route";
import { POST as createWithdrawal } from "@/app/api/v1/partner/withdrawal/route";
import { inRequest, setCredential } from "@/lib/kernel/request-context";
import { walletAccount } from "@/lib/ledger/accounts";
import { changeRedirectUrl } from "@/lib/partners/profile/store";
import { ownerClient } from "@/test/database/attack";
import { walletOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { type Answer, type CallOptions, call, type Handler } from "@/test/http/call";
import { expectRefusal } from "@/test/http/expect-answer";

/** An authorized request waits for a lock; its authorization is revoked; then the lock is released. */
let partner: TestPartner;
let person: TestPerson;
let browser: Browser;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  person = await makePerson({ partnerId: partner.partnerId });
  browser = await signedIn(person);
});
afterAll(endTests);

type Send = (handler: Handler, options: CallOptions) => Promise<Answer>;
const byKey: Send = (handler, options) => call(handler, { ...options, apiKey: partner.apiKey });
const bySession: Send = (handler, options) => browser.call(handler, options);

const REVOKE_KEY = "UPDATE api_keys SET revoked_at = now() WHERE partner_id = $1";
const END_SESSION = `UPDATE sessions SET revoked_at = now()
  WHERE person_id IN (SELECT id FROM people WHERE partner_id = $1)`;
const REMOVE_PERSON = "UPDATE people SET disabled_at = now() WHERE partner_id = $1";
const LOWER_ROLE = "UPDATE people SET role = 'viewer' WHERE partner_id = $1";

/** Resolves when a commit waits for a lock. */
const untilWaiting = () =>
  expect
    .poll(async () => {
      const [row] = await sql(
        `SELECT count(*)::int AS n FROM pg_stat_activity
         WHERE wait_event_type = 'Lock' AND query LIKE '%commit_change_set(%' AND datname = current_database()`,
      );
      return row.n;
    })
    .toBeGreaterThan(0);

/** Sends a request, revokes its authorization while it waits for these rows, and then releases the rows. */
async function whileHeld(rows: string, id: string, send: () => Promise<Answer>, loss: string) {
  const holder = await ownerClient();
  try {
    await holder.query("BEGIN");
    await holder.query(`${rows} FOR UPDATE`, [id]);
    const answer = send();
    await untilWaiting();
    await sql(loss, [partner.partnerId]);
    await holder.query("COMMIT");
    return await answer;
  } finally {
    await holder.end();
  }
}
const ACCOUNT = "SELECT FROM ledger.accounts WHERE id = $1";

const LOSSES = [
  ["a key that is revoked", byKey, REVOKE_KEY, 401, "UNAUTHORIZED"],
  ["a session that is ended", bySession, END_SESSION, 401, "SESSION_REQUIRED"],
  ["a person who is removed", bySession, REMOVE_PERSON, 401, "SESSION_REQUIRED"],
  ["a person who becomes a viewer", bySession, LOWER_ROLE, 403, "ROLE_NOT_ALLOWED"],
] as const;

test.each(LOSSES)("%s withdraws nothing, and the idempotency key is free again", async (...row) => {
  const [, send, loss, status, code] = row;
  const idempotencyKey = randomUUID();
  const body = { amount: 5, toAddress: `0x${"52".repeat(20)}` };
  const withdraw = () => send(createWithdrawal, { method: "POST", body, idempotencyKey });
  const wallet = walletAccount(partner.partnerId);
  expectRefusal(await whileHeld(ACCOUNT, wallet, withdraw, loss), status, code);
  expect(await walletOf(partner.partnerId)).toBe(100);
  expect(await sql("SELECT 1 FROM idempotency_keys WHERE key = $1", [idempotencyKey])).toEqual([]);
});

test.each(LOSSES)("%s freezes no card", async (...row) => {
  const [, send, loss, status, code] = row;
  const serviceCardId = await makeCard(partner, { amountUsd: 10 });
  const freeze = () =>
    send(switchCard, { method: "PATCH", body: { serviceCardId, status: "freeze" } });
  const account = `card:${serviceCardId}`;
  expectRefusal(await whileHeld(ACCOUNT, account, freeze, loss), status, code);
  const [card] = await sql("SELECT status FROM cards WHERE id = $1", [serviceCardId]);
  expect(card.status).toBe("active");
});

test.each([
  [{ keyId: "key_unknown" }, "", "through"],
  [{ keyId: "key" }, REVOKE_KEY, "UNAUTHORIZED"],
  [{ sessionId: "session" }, END_SESSION, "SESSION_REQUIRED"],
])("one statement of its own is refused too: %j %s", async (credential, loss, outcome) => {
  const [key] = await sql("SELECT id FROM api_keys WHERE partner_id = $1", [partner.partnerId]);
  const [session] = await sql("SELECT id FROM sessions WHERE person_id = $1", [person.personId]);
  if (loss !== "") await sql(loss, [partner.partnerId]);
  const change = inRequest("req_test", async () => {
    if ("sessionId" in credential) setCredential({ sessionId: session.id, role: "owner" });
    else setCredential({ keyId: credential.keyId === "key" ? key.id : credential.keyId });
    await changeRedirectUrl(partner.partnerId, "https://example.com/changed");
    return "through";
  });
  expect(await change.catch((error) => error.code)).toBe(outcome);
  const [row] = await sql("SELECT redirect_url FROM partners WHERE id = $1", [partner.partnerId]);
  expect(row.redirect_url === null).toBe(outcome !== "through");
});
