import "@/test/database";
import { describe, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { tamper } from "@/test/database/superuser";
import { walletOf } from "@/test/fixtures/books";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { makeCard, makePartner, sql } from "@/test/fixtures/make";
import { makePerson, signedIn, wrongCodeOf } from "@/test/fixtures/people";
import { postingsIn } from "@/test/fixtures/postings";
import {
  CUSTODY,
  credit,
  debit,
  faults,
  first,
  journals,
  OTHER_CUSTODY,
  ones,
  others,
  partner,
  REASON,
  requested,
} from "@/test/fixtures/two-administrators";
import { expectRefusal, expectSuccess, invalidFields, TIMESTAMP } from "@/test/http/expect-answer";

describe("a request", () => {
  test("posts nothing and shows the planned journal", async () => {
    const answer = await ones.request(credit());
    expect(answer.status).toBe(201);
    const { data } = answer.json;
    expect(data).toEqual({
      postingId: expect.stringMatching(/^pst_/),
      kind: "correction",
      status: "pending",
      amount: 12.345678,
      partnerId: partner.partnerId,
      partnerName: "Test partner",
      reason: REASON,
      requestedBy: { personId: first.person.personId, name: "Test" },
      requestedAt: TIMESTAMP,
      expiresAt: TIMESTAMP,
      isYours: true,
      legs: [
        {
          account: `wallet:${partner.partnerId}`,
          kind: "wallet",
          amount: 12.345678,
          before: 100,
          after: 112.345678,
        },
        expect.objectContaining({ account: "adjustments", amount: -12.345678 }),
      ],
    });
    expect(Date.parse(data.expiresAt) - Date.parse(data.requestedAt)).toBe(7 * 86_400_000);
    expect(await others.get(data.postingId)).toEqual({ ...data, isYours: false });
    expect(await walletOf(partner.partnerId)).toBe(100);
    expect(await journals(data.postingId)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test("is previewed as it would be posted, and nothing is stored", async () => {
    const body = { ...credit(), reason: REASON };
    const answer = await ones.preview(body);
    expectSuccess(answer, {
      legs: [
        expect.objectContaining({ before: 100, after: 112.345678 }),
        expect.objectContaining({ account: "adjustments" }),
      ],
    });
    const over = await ones.preview({ ...debit({ amount: 100.01 }), reason: REASON });
    expect(over.json.data.obstacle).toMatch(
      /^The wallet has 100.00 USD, and this takes 100.01 USD/,
    );
    expect(
      await sql("SELECT id FROM operator_postings WHERE partner_id = $1", [partner.partnerId]),
    ).toEqual([]);
  });

  test.each([
    [{ reason: " " }, ["reason: isNotEmpty"]],
    [{ totp: undefined }, ["totp: isNotEmpty"]],
    [{ kind: "deposit" }, ["kind: isIn"]],
    [{ amount: 0 }, ["amount: min"]],
    [{ amount: 0.0000001 }, ["amount: maxDecimals"]],
    [{ direction: undefined }, ["direction: isNotEmpty"]],
    [{ partnerId: "x" }, ["partnerId: isId"]],
    [{ serviceCardId: "x" }, ["serviceCardId: isId"]],
    [{ against: "suspense" }, ["against: isIn"]],
    [{ against: "payout" }, ["against: isIn"]],
    [{ against: "custody:base:usdc" }, ["against: isIn"]],
    [{ takeFrom: "fees" }, ["takeFrom: isEmpty"]],
    [{ against: CUSTODY, reference: "0x12" }, ["reference: isTxHash"]],
  ])("with wrong fields is refused: %j", async (changes, wrong) => {
    expect(invalidFields(await ones.request(credit(changes)))).toEqual(wrong);
  });

  test.each([
    [{ kind: "network_payment" }, ["paidFrom: isNotEmpty"]],
    [{ kind: "network_payment", paidFrom: "fees" }, ["paidFrom: isIn"]],
    [
      { kind: "treasury_transfer", paidFrom: "bank", receivedAt: "bank" },
      ["receivedAt: isDifferent"],
    ],
    [
      { kind: "treasury_transfer", paidFrom: "bank", receivedAt: CUSTODY, amountReceived: 6 },
      ["amountReceived: max"],
    ],
    [
      { kind: "treasury_transfer", paidFrom: "bank", receivedAt: CUSTODY, receivedReference: "x" },
      ["receivedReference: isTxHash"],
    ],
    [{ kind: "service_correction", takeFrom: "fees", addTo: "fees" }, ["addTo: isDifferent"]],
    [{ kind: "service_correction", takeFrom: "payout", addTo: "fees" }, ["takeFrom: isIn"]],
  ])("of another kind, likewise: %j", async (body, wrong) => {
    expect(invalidFields(await ones.request({ amount: 5, ...body }))).toEqual(wrong);
  });

  test("about an unknown object is refused", async () => {
    const stranger = await makeCard(await makePartner());
    for (const partnerId of [newId("ptn")])
      expectRefusal(await ones.request(credit({ partnerId })), 404, "PARTNER_NOT_FOUND");
    expectRefusal(await ones.request(credit({ serviceCardId: stranger })), 404, "CARD_NOT_FOUND");
    expectRefusal(await ones.answerOf(newId("pst")), 404, "POSTING_NOT_FOUND");
    expectRefusal(await ones.confirm("pst_x"), 404, "POSTING_NOT_FOUND");
  });

  test("a request that would take an account below zero is refused with its balance", async () => {
    const over = await ones.request(debit({ amount: 100.000001 }));
    expectRefusal(over, 409, "POSTING_OVERDRAWS");
    expect(over.json.data.error).toMatch(
      /^The wallet has 100.00 USD, and this takes 100.000001 USD/,
    );
    const fees = await ones.request({
      kind: "fee_withdrawal",
      paidFrom: "bank",
      amount: 1_000_000,
    });
    expectRefusal(fees, 409, "POSTING_OVERDRAWS");
    const capital = { kind: "capital_withdrawal", paidFrom: "bank", amount: 1_000_000 };
    expectRefusal(await ones.request(capital), 409, "POSTING_OVERDRAWS");
  });

  test("a request of an already requested posting is refused until the first one is decided", async () => {
    const id = await requested();
    expectRefusal(await others.request(credit()), 409, "POSTING_EXISTS");
    await ones.cancel(id);
    expect((await others.request(credit())).status).toBe(201);
  });

  test("a request of a chain transaction that is booked in the account is refused, when it is requested and when it is confirmed", async () => {
    const reference = `0x${"A1".repeat(32)}`;
    const sent = (amount: number, changes: object = {}) => ({
      ...{ kind: "cost_payment", paidFrom: CUSTODY, amount, reference },
      ...changes,
    });
    const [id, again] = [await requested(sent(1)), await requested(sent(2))];
    expect((await others.confirm(id)).status).toBe(200);

    const confirmed = await others.confirm(again);
    expectRefusal(confirmed, 409, "POSTING_EXISTS");
    expect(confirmed.json.data.error).toContain(`The posting ${id} has booked`);
    expect((await others.get(again)).obstacle).toContain(id);
    expect(await journals(again)).toEqual([]);
    const lower = sent(3, { reference: reference.toLowerCase() });
    expectRefusal(await ones.request(lower), 409, "POSTING_EXISTS");
    expect((await ones.preview({ ...lower, reason: REASON })).json.data.obstacle).toContain(id);
    // Another account, or no reference: a swap, or a correction of that posting.
    for (const changes of [{ paidFrom: OTHER_CUSTODY }, { reference: undefined }])
      expect((await ones.request(sent(4, changes))).status).toBe(201);
  });

  test.each(["approver", "auditor"] as const)(
    "by an %s is refused, who can only read",
    async (role) => {
      const id = await requested();
      const person = await makePerson({ role });
      const theirs = postingsIn({ person, browser: await signedIn(person) });
      expect(await theirs.get(id)).toMatchObject({ status: "pending" });
      expect((await theirs.list()).pagination.total).toBeGreaterThan(0);
      for (const answer of [
        await theirs.request(credit()),
        await theirs.preview({ ...credit(), reason: REASON }),
        await theirs.confirm(id),
        await theirs.reject(id),
        await theirs.cancel(id),
      ])
        expectRefusal(answer, 403, "ROLE_NOT_ALLOWED");
    },
  );

  test("a request with a wrong code is refused and recorded in the audit log", async () => {
    const totp = wrongCodeOf(first.person);
    expectRefusal(await ones.request(credit({ totp })), 401, "SECOND_FACTOR_INVALID");
    const [entry] = await sql(
      "SELECT action, after FROM audit_entries WHERE person_id = $1 ORDER BY id DESC LIMIT 1",
      [first.person.personId],
    );
    expect(entry).toEqual({
      action: "second_factor.refused",
      after: { operation: "requestOperatorPosting" },
    });
  });
});

describe.each([8, -8])("a process whose clock is %i days ahead", (days) => {
  const elsewhere = <T>(run: () => Promise<T>) => withClockAhead(days * DAY_MS, run);
  const DAYS = 7;

  test("shows and decides requests by the clock of the database", async () => {
    const id = await requested(credit({ amount: 4 }));
    const expired = await requested(credit({ amount: 5 }));
    await tamper(
      `UPDATE operator_postings SET created_at = created_at - interval '${DAYS} days 1 minute',
         expires_at = expires_at - interval '${DAYS} days 1 minute' WHERE id = '${expired}'`,
    );
    const found = async (status: string) =>
      (await elsewhere(() => ones.list({ limit: 100, status }))).postings.map(
        ({ postingId }: { postingId: string }) => postingId,
      );
    expect(await found("pending")).toContain(id);
    expect(await found("expired")).toContain(expired);
    expect(await elsewhere(() => ones.get(id))).toMatchObject({ status: "pending" });
    expect(await elsewhere(() => ones.get(expired))).toMatchObject({ status: "expired" });
    expectRefusal(await elsewhere(() => others.reject(expired)), 409, "POSTING_EXPIRED");
    const { data } = (await elsewhere(() => others.reject(id))).json;
    expect(data).toMatchObject({ status: "rejected" });
    expect(Math.abs(Date.parse(data.decidedAt) - Date.now())).toBeLessThan(MINUTE_MS);
  });
});

describe("the list", () => {
  test("is filtered by several statuses, partners, the time and a search", async () => {
    const id = await requested(credit({ amount: 3 }));
    const found = async (query: Record<string, string>) =>
      (await ones.list({ limit: 100, ...query })).postings.map(
        ({ postingId }: { postingId: string }) => postingId,
      );
    const { partnerId } = partner;
    const { requestedAt } = await ones.get(id);
    expect(await found({ status: "pending,posted", partnerId })).toContain(id);
    expect(await found({ status: "posted,rejected", partnerId })).not.toContain(id);
    for (const each of [partnerId, `operator,${partnerId}`])
      expect(await found({ partnerId: each }), each).toContain(id);
    expect(await found({ partnerId: "operator" })).not.toContain(id);
    expect(await found({ search: id })).toEqual([id]);
    for (const search of ["test partner", "TES"]) expect(await found({ search })).toContain(id);
    expect(await found({ search: "partner" })).toEqual([]);
    expect(await found({ from: requestedAt, partnerId })).toContain(id);
    expect(await found({ to: requestedAt, partnerId })).not.toContain(id);
  });

  test("is newest first, by status, and pages", async () => {
    const ids = [await requested(credit({ amount: 1 })), await requested(credit({ amount: 2 }))];
    await others.confirm(ids[0] ?? "");
    const { postings, pagination, places } = await ones.list({ limit: 2 });
    expect(places).toContain(CUSTODY);
    expect(postings.map(({ postingId }: { postingId: string }) => postingId)).toEqual(
      ids.reverse(),
    );
    expect(pagination.total).toBeGreaterThanOrEqual(2);
    const [posted] = (await ones.list({ status: "posted", limit: 1 })).postings;
    expect(posted).toMatchObject({ postingId: ids[1], status: "posted" });
    expect((await ones.list({ status: "pending", limit: 1, skip: 0 })).postings).toMatchObject([
      { postingId: ids[0] },
    ]);
  });
});
