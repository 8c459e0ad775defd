import "@/test/database";
import { describe, expect, test } from "vitest";
import { GET as getJournal } from "@/app/api/admin/books/journals/[id]/route";
import { now } from "@/lib/kernel/clock";
import { statementsOf } from "@/test/database/statements-of";
import { walletOf } from "@/test/fixtures/books";
import { makeCard, sql } from "@/test/fixtures/make";
import { makeOperator, wrongCodeOf } from "@/test/fixtures/people";
import { postingsIn } from "@/test/fixtures/postings";
import {
  credit,
  debit,
  faults,
  first,
  journals,
  ones,
  others,
  partner,
  REASON,
  requested,
  second,
} from "@/test/fixtures/two-administrators";
import { expectRefusal, expectSuccess, invalidFields, TIMESTAMP } from "@/test/http/expect-answer";

describe("a decision", () => {
  test("confirmed by another administrator posts the journal, with both people in the audit log", async () => {
    const id = await requested();
    const answer = await others.confirm(id);
    expect(answer.status).toBe(200);
    const { data } = answer.json;
    expect(data).toMatchObject({
      status: "posted",
      requestedBy: { personId: first.person.personId },
      decidedBy: { personId: second.person.personId },
      decidedAt: TIMESTAMP,
      journalId: expect.stringMatching(/^jrn_/),
      serviceTransactionId: expect.stringMatching(/^txn_/),
      legs: [{ amount: 12.345678 }, { amount: -12.345678 }],
    });
    expect(data.legs[0]).not.toHaveProperty("before");
    expect(await walletOf(partner.partnerId)).toBe(112.345678);
    const params = { id: data.journalId };
    const journal = (await first.browser.call(getJournal, { params })).json.data;
    expect(journal).toMatchObject({
      type: "correction",
      sourceId: id,
      posting: {
        reason: REASON,
        requestedBy: { personId: first.person.personId, name: "Test" },
        confirmedBy: { personId: second.person.personId, name: "Test" },
      },
    });
    const entries = await sql(
      "SELECT person_id, partner_id, action, before, after, ip_address, request_id FROM audit_entries WHERE target_id = $1 ORDER BY id",
      [id],
    );
    const legs = [`wallet:${partner.partnerId} +12.345678`, "adjustments -12.345678"];
    expect(entries).toMatchObject([
      {
        person_id: first.person.personId,
        partner_id: null,
        action: "posting.request",
        before: {},
        after: { kind: "correction", amount: 12.345678, legs, reason: REASON },
      },
      {
        person_id: second.person.personId,
        action: "posting.confirm",
        before: { status: "pending" },
        after: { status: "posted", legs, requestedBy: first.person.personId, reason: REASON },
        ip_address: second.browser.address,
        request_id: answer.headers.get("x-request-id"),
      },
    ]);
    expect(await faults()).toEqual([]);
  });

  test.each([
    ["whom the requester let in", () => `sponsor_id = '${first.person.personId}'`, /count as one/],
    [
      "who became one after the request",
      () => "role_since = now() + interval '1 day'",
      /too recently/,
    ],
    ["who does not count yet", () => "approves_from = now() + interval '1 day'", /too recently/],
  ])("by an administrator %s is refused with the reason", async (_, set, why) => {
    const dependent = await makeOperator();
    const theirs = postingsIn(dependent);
    const id = await requested();
    await sql(`UPDATE people SET ${set()} WHERE id = $1`, [dependent.person.personId]);
    expect((await theirs.get(id)).obstacle).toMatch(why);
    const answer = await theirs.confirm(id);
    expectRefusal(answer, 409, "SECOND_ADMINISTRATOR_NEEDED");
    expect(answer.json.data.error).toMatch(why);
    expect(await journals(id)).toEqual([]);
    expect((await others.get(id)).obstacle).toBeUndefined();
  });

  test("reads the posting once, together with the right to confirm it", async () => {
    const id = await requested();
    const { answer, statements } = await statementsOf(() => others.confirm(id));
    expectSuccess(answer, expect.objectContaining({ status: "posted" }));
    const decision = statements.slice(0, statements.indexOf("commit_change_set"));
    expect(decision.filter((name) => name.includes("posting"))).toEqual([
      "find_operator_posting",
      "find_posting_balances",
    ]);
  });

  test("a decision by the requester is refused and recorded in the audit log", async () => {
    const id = await requested();
    expectRefusal(await ones.confirm(id), 409, "SECOND_APPROVER_NEEDED");
    expectRefusal(await ones.reject(id), 409, "SECOND_APPROVER_NEEDED");
    expectRefusal(await others.cancel(id), 409, "POSTING_NOT_YOURS");
    const refused = await sql(
      "SELECT action FROM audit_entries WHERE target_id = $1 AND action LIKE 'second%'",
      [id],
    );
    expect(refused).toHaveLength(2);
    expect(await ones.get(id)).toMatchObject({ status: "pending" });
    expect(await journals(id)).toEqual([]);
  });

  test("a decision with a wrong code is refused and posts nothing", async () => {
    const id = await requested();
    const totp = wrongCodeOf(second.person);
    expectRefusal(await others.confirm(id, { totp }), 401, "SECOND_FACTOR_INVALID");
    expect(invalidFields(await others.confirm(id, { totp: undefined }))).toEqual([
      "totp: isNotEmpty",
    ]);
    expect(await walletOf(partner.partnerId)).toBe(100);
  });

  test("rejected or cancelled posts nothing, permanently", async () => {
    const rejected = await requested();
    expect(invalidFields(await others.reject(rejected, " "))).toEqual(["reason: isNotEmpty"]);
    expect((await others.reject(rejected, "Charged once")).json.data).toMatchObject({
      status: "rejected",
      decisionReason: "Charged once",
      decidedBy: { personId: second.person.personId },
    });
    const cancelled = await requested();
    expect((await ones.cancel(cancelled)).json.data).toMatchObject({
      status: "cancelled",
      decidedBy: { personId: first.person.personId },
    });
    for (const id of [rejected, cancelled])
      for (const answer of [
        await others.confirm(id),
        await others.reject(id),
        await ones.cancel(id),
      ])
        expectRefusal(answer, 409, "POSTING_NOT_PENDING");
    expect(await walletOf(partner.partnerId)).toBe(100);
  });

  test("after the request has expired is refused", async () => {
    const id = await requested();
    const at = new Date(now().getTime() - 8 * 86_400_000);
    await sql("ALTER TABLE operator_postings DISABLE TRIGGER fixed_terms");
    await sql("UPDATE operator_postings SET created_at = $2, expires_at = $3 WHERE id = $1", [
      id,
      at,
      new Date(at.getTime() + 86_400_000),
    ]);
    await sql("ALTER TABLE operator_postings ENABLE TRIGGER fixed_terms");
    expect(await ones.get(id)).toMatchObject({ status: "expired" });
    expect((await ones.list({ status: "expired" })).postings).toMatchObject([{ postingId: id }]);
    for (const answer of [await others.confirm(id), await others.reject(id), await ones.cancel(id)])
      expectRefusal(answer, 409, "POSTING_EXPIRED");
    expect((await ones.request(credit())).status).toBe(201);
  });

  test("a decision of a request whose maker is no longer an administrator is refused until two administrators decide", async () => {
    const gone = await makeOperator();
    const { postingId: id } = (await postingsIn(gone).request(credit())).json.data;
    await sql("UPDATE people SET role = 'approver' WHERE id = $1", [gone.person.personId]);
    expectRefusal(await others.confirm(id), 409, "POSTING_REQUESTER_GONE");
    expect((await others.reject(id)).status).toBe(200);
  });

  test("a decision that the wallet no longer covers is refused with its balance", async () => {
    const id = await requested(debit({ amount: 100 }));
    await makeCard(partner, { amountUsd: 20 });
    const answer = await others.confirm(id);
    expectRefusal(answer, 409, "POSTING_OVERDRAWS");
    expect(await others.get(id)).toMatchObject({
      status: "pending",
      obstacle: expect.stringMatching(/^The wallet has 79.00 USD/),
    });
  });
});
