import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/admin/alerts/[id]/close/route";
import { GET as getHealth } from "@/app/api/admin/health/route";
import { ALERT_KINDS, ALERTS, isClosedByPeople } from "@/lib/alerts/catalogue";
import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { reconcilePostings } from "@/lib/cards/inbound/reconcile/reconcile-postings";
import { reconcileCards } from "@/lib/cards/issuer-state/reconcile/reconcile-cards";
import { newId } from "@/lib/kernel/ids";
import { attack } from "@/test/database/attack";
import { makeAlert } from "@/test/fixtures/alerts";
import { endTests, sql } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { expectRefusal, expectSuccess, invalidFields } from "@/test/http/expect-answer";

const REASON = "The partner has sent it back";
const CHECK_VIOLATED = "23514";

let admin: TestPerson;
let browser: Browser;
beforeAll(async () => {
  admin = await makePerson();
  browser = await signedIn(admin);
});
afterAll(endTests);

const settle = (id: string, body: object = {}, by = browser) =>
  by.call(POST, {
    method: "POST",
    params: { id },
    body: { reason: REASON, totp: codeOf(admin), ...body },
  });
const shown = async (id: string) =>
  (await browser.call(getHealth)).json.data.alerts.find((each: { id: string }) => each.id === id);
const rowOf = async (id: string) =>
  (
    await sql("SELECT subject, closed_at, closed_by, close_reason FROM alerts WHERE id = $1", [id])
  )[0];
const auditEntriesOf = (id: string) =>
  sql("SELECT person_id, action, before, after FROM audit_entries WHERE target_id = $1", [id]);

const CLOSED_FOR_GOOD = ALERT_KINDS.filter(
  (kind) => isClosedByPeople(kind) && !ALERTS[kind].reopens,
);

test("a closed alert about an unswept address is opened again when the sweep fails again", async () => {
  const subject = `base:usdc:${newId("dep")}`;
  const id = await makeAlert("sweep_failed", subject);
  expectSuccess(await settle(id), { id, closed: true });
  const again = await makeAlert("sweep_failed", subject);
  expect(again).not.toBe(id);
  expect(await shown(again)).toMatchObject({ isClosedByPeople: true });
});

describe.each(CLOSED_FOR_GOOD)("%s", (kind) => {
  test("is shown until a person closes it, records the reason in the audit log, and is not opened again", async () => {
    const id = await makeAlert(kind);
    expect(await shown(id)).toMatchObject({ kind, isClosedByPeople: true });
    expectSuccess(await settle(id), { id, closed: true });
    expect(await shown(id)).toBeUndefined();
    const { subject, ...row } = await rowOf(id);
    expect(row).toEqual({
      closed_at: expect.any(Date),
      closed_by: admin.personId,
      close_reason: REASON,
    });
    expect(await auditEntriesOf(id)).toEqual([
      {
        person_id: admin.personId,
        action: "alert.close",
        before: { kind, subject },
        after: { closed: true, reason: REASON },
      },
    ]);
    await openAlert({ kind, subject, text: "once more" });
    expect(await sql("SELECT id FROM alerts WHERE subject = $1", [subject])).toEqual([{ id }]);
  });
});

test("an alert that closes automatically cannot be closed by a person and is opened again", async () => {
  const subject = `base-${newId("dep")}`;
  const id = await makeAlert("treasury_short", subject);
  expect(await shown(id)).toMatchObject({ isClosedByPeople: false });
  expectRefusal(await settle(id), 409, "ALERT_CLOSES_BY_ITSELF");
  expect(await shown(id)).toBeDefined();
  expect(await auditEntriesOf(id)).toEqual([]);
  await closeAlert({ kind: "treasury_short", subject });
  expect(await makeAlert("treasury_short", subject)).not.toBe(id);
});

test.each([
  "issuer_cards_differ",
  "cardholders_blocked",
  "issuer_cardholder",
  "issuer_difference",
] as const)("%s about an issuer that is no longer attached can be closed", async (kind) => {
  const id = await makeAlert(kind, "stripe");
  await reconcileCards();
  await reconcilePostings();
  expect(await shown(id)).toBeDefined();
  expectSuccess(await settle(id), { id, closed: true });
});

test("an alert that recurred after it closed automatically can be closed permanently", async () => {
  const subject = newId("dep");
  const first = await makeAlert("deposit_orphaned", subject);
  await closeAlert({ kind: "deposit_orphaned", subject });
  expectRefusal(await settle(first), 404, "ALERT_NOT_FOUND");
  const second = await makeAlert("deposit_orphaned", subject);
  expectSuccess(await settle(second), { id: second, closed: true });
});

test("of two concurrent closings one succeeds", async () => {
  const id = await makeAlert("payout_lost");
  const answers = await Promise.all([settle(id), settle(id, { reason: "I was first" })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await auditEntriesOf(id)).toHaveLength(1);
});

describe("a refusal leaves the alert open", () => {
  test.each(["alr_", "../x", "\u0000", newId("alr"), newId("wd")])(
    "an unknown id: %s",
    async (id) => {
      expectRefusal(await settle(id), 404, "ALERT_NOT_FOUND");
    },
  );

  test("a wrong code", async () => {
    const id = await makeAlert("payout_lost");
    expectRefusal(await settle(id, { totp: "000000" }), 401, "SECOND_FACTOR_INVALID");
    expect(await shown(id)).toBeDefined();
  });

  test.each([
    ["", "reason: isNotEmpty"],
    [undefined, "reason: isNotEmpty"],
    ["a".repeat(501), "reason: maxLength"],
  ])("a missing or too long reason: %.10s", async (reason, rule) => {
    const id = await makeAlert("payout_lost");
    expect(invalidFields(await settle(id, { reason }))).toEqual([rule]);
    expect(await shown(id)).toBeDefined();
  });
});

test.each([
  "UPDATE alerts SET closed_by = 'PERSON' WHERE id = 'ID'",
  "UPDATE alerts SET closed_by = 'PERSON', closed_at = now() WHERE id = 'ID'",
  "UPDATE alerts SET close_reason = 'none', closed_at = now() WHERE id = 'ID'",
  "UPDATE alerts SET close_reason = 'none', closed_by = 'PERSON' WHERE id = 'ID'",
])("the database refuses a partly closed alert: %s", async (text) => {
  const id = await makeAlert("payout_lost");
  const statement = text.replace("ID", id).replace("PERSON", admin.personId);
  expect(await attack({ role: "app", statements: [statement] })).toBe(CHECK_VIOLATED);
});
