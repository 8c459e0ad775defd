import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getTrialBalance } from "@/app/api/admin/books/balances/route";
import { GET as getJournal } from "@/app/api/admin/books/journals/[id]/route";
import { GET as getStatement } from "@/app/api/admin/books/partners/[id]/statement/route";
import { GET as explain } from "@/app/api/v1/partner/explain/[id]/route";
import { GET as getOverview } from "@/app/api/v1/partner/overview/route";
import { GET as getTransaction } from "@/app/api/v1/partner/transactions/[transactionId]/route";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { audit } from "@/lib/ledger";
import { statementsOf } from "@/test/database/statements-of";
import { bookFaults, eventsOf, walletOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makePerson, signedIn, wrongCodeOf } from "@/test/fixtures/people";
import {
  makeAdministrator,
  postAs,
  postingsIn,
  type TestAdministrator,
  type TestPostings,
} from "@/test/fixtures/postings";
import { clientOf } from "@/test/http/client";
import { expectRefusal, expectSuccess, invalidFields, TIMESTAMP } from "@/test/http/expect-answer";

const CUSTODY = "custody:base-sepolia:usdc";
const OTHER_CUSTODY = "custody:polygon-amoy:usdc";
const HASH = `0x${"ab".repeat(32)}`;
const OTHER_HASH = `0x${"cd".repeat(32)}`;
const THIRD_HASH = `0x${"ef".repeat(32)}`;
const REASON = "Agreed, ticket 4711";

let first: TestAdministrator;
let second: TestAdministrator;
let ones: TestPostings;
let others: TestPostings;
let partner: TestPartner;
beforeAll(async () => {
  [first, second] = [await makeAdministrator(), await makeAdministrator()];
  [ones, others] = [postingsIn(first), postingsIn(second)];
});
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100 });
});
afterAll(endTests);

const credit = (changes: object = {}) => ({
  kind: "correction",
  partnerId: partner.partnerId,
  direction: "credit",
  against: "adjustments",
  amount: 12.345678,
  ...changes,
});
const debit = (changes: object = {}) => credit({ direction: "debit", amount: 40, ...changes });
const requested = async (body: object = credit()) =>
  String((await ones.request(body)).json.data.postingId);

/** What an account of the service has, in USD, as the trial balance says it. */
async function lineOf(line: string): Promise<number> {
  const { lines, total } = (await first.browser.call(getTrialBalance)).json.data;
  expect(total).toBe(0);
  return lines.find((each: { line: string }) => each.line === line)?.balance ?? 0;
}

const faults = async () => [
  ...(await bookFaults(partner.partnerId)),
  ...(await audit()).filter(({ brokenRows }) => brokenRows.length > 0).map(({ name }) => name),
];

const journals = (id: string) => sql("SELECT id FROM ledger.journals WHERE source_id = $1", [id]);

describe("a request", () => {
  test("posts nothing, and says what it would post", async () => {
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

  test("about what is not there is refused", async () => {
    const stranger = await makeCard(await makePartner());
    for (const partnerId of [newId("ptn")])
      expectRefusal(await ones.request(credit({ partnerId })), 404, "PARTNER_NOT_FOUND");
    expectRefusal(await ones.request(credit({ serviceCardId: stranger })), 404, "CARD_NOT_FOUND");
    expectRefusal(await ones.answerOf(newId("pst")), 404, "POSTING_NOT_FOUND");
    expectRefusal(await ones.confirm("pst_x"), 404, "POSTING_NOT_FOUND");
  });

  test("that would take an account below zero is refused with what it has", async () => {
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

  test("of what is requested already is refused, until that is decided", async () => {
    const id = await requested();
    expectRefusal(await others.request(credit()), 409, "POSTING_EXISTS");
    await ones.cancel(id);
    expect((await others.request(credit())).status).toBe(201);
  });

  test("of a chain transaction that is booked in the account is refused, when it is requested and when it is confirmed", async () => {
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

  test.each(["approver", "auditor"] as const)("by an %s is refused, who reads", async (role) => {
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
  });

  test("with a wrong code is refused, and stands in the audit log", async () => {
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
    ["who became one after the request", () => "role_since = now() + interval '1 day'", /too late/],
    ["who does not count yet", () => "approves_from = now() + interval '1 day'", /too late/],
  ])("by an administrator %s is refused, and the page says why", async (_, set, why) => {
    const dependent = await makeAdministrator();
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

  test("reads the posting once to decide, with who may confirm it", async () => {
    const id = await requested();
    const { answer, statements } = await statementsOf(() => others.confirm(id));
    expectSuccess(answer, expect.objectContaining({ status: "posted" }));
    const decision = statements.slice(0, statements.indexOf("commit_work"));
    expect(decision.filter((name) => name.includes("posting"))).toEqual([
      "find_operator_posting",
      "find_posting_balances",
    ]);
  });

  test("by who requested it is refused, and stands in the audit log", async () => {
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

  test("with a wrong code is refused, and posts nothing", async () => {
    const id = await requested();
    const totp = wrongCodeOf(second.person);
    expectRefusal(await others.confirm(id, { totp }), 401, "SECOND_FACTOR_INVALID");
    expect(invalidFields(await others.confirm(id, { totp: undefined }))).toEqual([
      "totp: isNotEmpty",
    ]);
    expect(await walletOf(partner.partnerId)).toBe(100);
  });

  test("rejected or cancelled posts nothing, for good", async () => {
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

  test("of a request whose maker is no administrator any more is refused until there are two", async () => {
    const gone = await makeAdministrator();
    const { postingId: id } = (await postingsIn(gone).request(credit())).json.data;
    await sql("UPDATE people SET role = 'approver' WHERE id = $1", [gone.person.personId]);
    expectRefusal(await others.confirm(id), 409, "POSTING_REQUESTER_GONE");
    expect((await others.reject(id)).status).toBe(200);
  });

  test("that the wallet cannot pay any more is refused with what it has", async () => {
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

describe("a correction of a wallet", () => {
  test("is a line of its list, explained, in the balance, the overview and the statement", async () => {
    const up = (await others.get(await postAs(ones, others, credit({ amount: 20 }))))
      .serviceTransactionId;
    const down = (
      await others.get(await postAs(ones, others, debit({ against: "fees", amount: 5 })))
    ).serviceTransactionId;
    const client = clientOf(partner);
    const { transactions } = (await client.listWalletTransactions()).json.data;
    const text = `Correction: ${REASON}`;
    expect(transactions.slice(0, 2)).toMatchObject([
      {
        _id: down,
        type: "debit",
        action: "withdrawal",
        category: "correction_debit",
        amount: 5,
        narration: text,
      },
      {
        _id: up,
        type: "credit",
        action: "funding",
        category: "correction_credit",
        amount: 20,
        narration: text,
      },
    ]);
    const owner = await signedIn(await makePerson({ partnerId: partner.partnerId }));
    const explained = (await owner.call(explain, { params: { id: up } })).json.data;
    expect(explained).toMatchObject({
      sentence: `The operator credited 20.00 USD to your wallet. ${text}.`,
      total: { text: "Your wallet", amount: 20 },
      lines: [{ text: "The operator's adjustments", amount: 20 }],
    });
    expect(explained.journals[0].cause).toMatchObject({ kind: "operator" });
    expect((await owner.call(explain, { params: { id: "wallet" } })).json.data.total.amount).toBe(
      115,
    );
    const params = { transactionId: up };
    expect((await owner.call(getTransaction, { params })).json.data).toMatchObject({
      category: "correction_credit",
    });
    const overview = (await owner.call(getOverview, { query: { timeZone: "UTC" } })).json.data;
    expect(overview.moneyIn).toMatchObject({ correction_credit: 20 });
    expect(overview.moneyOut).toMatchObject({ correction_debit: 5 });
    const month = now().toISOString().slice(0, 7);
    const statement = await first.browser.call(getStatement, {
      params: { id: partner.partnerId },
      query: { month },
    });
    expect(statement.json.data).toMatchObject({ closing: 115, difference: 0 });
    expect(statement.json.data.lines).toContainEqual({
      type: "correction",
      count: 2,
      amount: 15,
      feesWithin: 0,
    });
    expect(await eventsOf(partner.partnerId, "wallet.deposit.crypto")).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });

  test("for a payout that the books did not know takes it from custody too", async () => {
    const before = await lineOf(CUSTODY);
    const id = await postAs(ones, others, debit({ against: CUSTODY, reference: HASH }));
    expect(await lineOf(CUSTODY)).toBeCloseTo(before + 40, 6);
    expect((await ones.get(id)).legs[1]).toMatchObject({
      ...{ account: CUSTODY, kind: "custody", chain: "base-sepolia", token: "usdc", amount: 40 },
      ...{ reference: HASH, explorerUrl: expect.stringContaining(HASH) },
    });
    expect(await walletOf(partner.partnerId)).toBe(60);
    expect(await faults()).toEqual([]);
  });
});

describe("a correction of a card", () => {
  test("is a line of its list, and in its balance", async () => {
    const serviceCardId = await makeCard(partner, { amountUsd: 30 });
    const client = clientOf(partner);
    const up = await ones.get(await postAs(ones, others, credit({ serviceCardId, amount: 7 })));
    const down = await ones.get(await postAs(ones, others, debit({ serviceCardId, amount: 2.5 })));
    expect((await client.getCard(serviceCardId)).json.data).toMatchObject({
      availableBalance: 34.5,
      ledgerBalance: 34.5,
    });
    const { transactions } = (await client.listCardTransactions({ serviceCardId })).json.data;
    expect(transactions).toMatchObject([
      {
        ...{ serviceTransactionId: down.serviceTransactionId, amount: 2.5, status: "settled" },
        ...{ transactionType: "withdrawal", description: `Correction: ${REASON}` },
      },
      {
        ...{ serviceTransactionId: up.serviceTransactionId, amount: 7, status: "reversed" },
        ...{ transactionType: "refund" },
      },
    ]);
    const owner = await signedIn(await makePerson({ partnerId: partner.partnerId }));
    const params = { id: up.serviceTransactionId };
    expect((await owner.call(explain, { params })).json.data).toMatchObject({
      sentence: expect.stringMatching(/^The operator credited 7.00 USD to the card ending \d{4}\./),
      total: { amount: 7 },
    });
    const transaction = { transactionId: down.serviceTransactionId };
    expect((await owner.call(getTransaction, { params: transaction })).json.data).toMatchObject({
      category: "correction",
      reference: down.postingId,
    });
    expect(await walletOf(partner.partnerId)).toBe(69);
    expect(await faults()).toEqual([]);
  });

  test("never takes more than it can spend, and none when it is terminated", async () => {
    const serviceCardId = await makeCard(partner, { amountUsd: 30 });
    const over = await ones.request(debit({ serviceCardId, amount: 30.01 }));
    expectRefusal(over, 409, "POSTING_OVERDRAWS");
    const id = await requested(credit({ serviceCardId }));
    await clientOf(partner).terminate(serviceCardId);
    expectRefusal(await others.confirm(id), 400, "CARD_ALREADY_TERMINATED");
    expectRefusal(
      await others.request(credit({ serviceCardId, amount: 3 })),
      400,
      "CARD_ALREADY_TERMINATED",
    );
    expect(await faults()).toEqual([]);
  });
});

describe("the operator's own movements", () => {
  const MOVES = [
    [
      "capital paid in on a chain",
      {
        kind: "capital_contribution",
        receivedAt: OTHER_CUSTODY,
        amount: 500,
        reference: THIRD_HASH,
      },
      { capital: 500, [OTHER_CUSTODY]: -500 },
    ],
    [
      "a transfer between chains with its cost",
      {
        ...{ kind: "treasury_transfer", paidFrom: OTHER_CUSTODY, receivedAt: CUSTODY },
        ...{ amount: 100, amountReceived: 98.5, reference: HASH, receivedReference: OTHER_HASH },
      },
      { [OTHER_CUSTODY]: 100, [CUSTODY]: -98.5, costs: -1.5 },
    ],
    [
      "a transfer without a cost",
      { kind: "treasury_transfer", paidFrom: OTHER_CUSTODY, receivedAt: "bank", amount: 100 },
      { [OTHER_CUSTODY]: 100, bank: -100 },
    ],
    [
      "the network paid by bank",
      { kind: "network_payment", paidFrom: "bank", amount: 30, reference: "SEPA 118" },
      { network: -30, bank: 30 },
    ],
    [
      "money from the network",
      { kind: "network_receipt", receivedAt: "bank", amount: 4 },
      { network: 4, bank: -4 },
    ],
    [
      "fees withdrawn",
      { kind: "fee_withdrawal", paidFrom: CUSTODY, amount: 1 },
      { fees: -1, [CUSTODY]: 1 },
    ],
    ["costs paid", { kind: "cost_payment", paidFrom: "bank", amount: 2 }, { costs: -2, bank: 2 }],
    [
      "capital paid out",
      { kind: "capital_withdrawal", paidFrom: OTHER_CUSTODY, amount: 300 },
      { capital: -300, [OTHER_CUSTODY]: 300 },
    ],
    [
      "a correction between the service's accounts",
      { kind: "service_correction", takeFrom: "adjustments", addTo: CUSTODY, amount: 6 },
      { adjustments: -6, [CUSTODY]: 6 },
    ],
  ] as [string, object, Record<string, number>][];

  test.each(MOVES)("%s", async (_, body, moved) => {
    // Some fees that can be withdrawn.
    await makeCard(partner, { amountUsd: 5 });
    const accounts = Object.keys(moved);
    const before = await Promise.all(accounts.map(lineOf));
    const id = await postAs(ones, others, body);
    const after = await Promise.all(accounts.map(lineOf));
    after.forEach((each, index) => {
      expect(each - (before[index] ?? 0)).toBeCloseTo(moved[accounts[index] ?? ""] ?? 0, 6);
    });
    const { legs, status } = await ones.get(id);
    expect(status).toBe("posted");
    const posted = legs.map((leg: { account: string; amount: number }) => [
      leg.account,
      leg.amount,
    ]);
    expect(Object.fromEntries(posted)).toEqual(moved);
    expect(await faults()).toEqual([]);
  });
});

describe("the list", () => {
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
