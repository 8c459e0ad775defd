import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as exportRoute from "@/app/api/admin/books/balances/export/route";
import * as balancesRoute from "@/app/api/admin/books/balances/route";
import * as partnerBalances from "@/app/api/admin/books/partners/[id]/balances/route";
import * as statementLines from "@/app/api/admin/books/partners/[id]/statement/lines/route";
import * as statementRoute from "@/app/api/admin/books/partners/[id]/statement/route";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { sumOf } from "@/lib/kernel/bigint";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { microUsdFromNumber } from "@/lib/kernel/money";
import { closeAllHours } from "@/test/database/close-hours";
import { spread } from "@/test/database/past";
import { tamper } from "@/test/database/superuser";
import { makeWithdrawal } from "@/test/fixtures/ledger-world";
import {
  deposit,
  endTests,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { monthOf } from "./statement/month";
import { closeWalletHours } from "./store";

/** From a microsecond to weeks; some within one hour, some exactly an hour or a month apart. */
const STEPS_MS = [
  0.001,
  7 * MINUTE_MS,
  HOUR_MS,
  3 * DAY_MS,
  0.25,
  50 * MINUTE_MS,
  9 * DAY_MS,
  1,
  26 * HOUR_MS,
];
const FIRST = new Date("2026-03-31T23:00:00.000Z");
const ROUNDS = 4;
const STATUSES = ["completed", "rejected", "pending", "failed"] as const;

let admin: Browser;
let partners: TestPartner[];

/** What happens to a partner in some months, amounts to the micro-dollar among them. */
async function live(partner: TestPartner, round: number): Promise<void> {
  const client = clientOf(partner);
  const card = await makeCard(partner, { amountUsd: 40 + round });
  await deposit(partner.partnerId, partner.walletAddress, 10.000001 * (round + 1));
  await client.fund({ serviceCardId: card, amount: 12.34 });
  await client.withdraw({ serviceCardId: card, amount: 6.5, reference: "r" });
  const { json } = await client.authorize(card, { amount: 9.99, merchantCountry: "DE" });
  await client.settle(json.data.serviceTransactionId);
  await client.refund(json.data.serviceTransactionId, 1.25);
  const status = STATUSES[round % STATUSES.length] ?? "pending";
  await makeWithdrawal(partner, status);
  if (round % 2 === 0) await client.terminate(card);
}

beforeAll(async () => {
  admin = await signedIn(await makePerson({ role: "auditor" }));
  partners = [
    await makePartner({ fees: { fundingFeeMicroUsd: 330_000n, fundingFeeBps: 33 } }),
    await makePartner(),
  ];
  for (let round = 0; round < ROUNDS; round++)
    for (const partner of partners) await live(partner, round);
  await spread(FIRST, STEPS_MS);
  await closeAllHours();
});
afterAll(endTests);

const micro = (usd: number) => microUsdFromNumber(usd, 6) ?? 0n;

/** Each instant at which something was posted, the one before and the one after it. */
const instants = async () =>
  (
    await sql(
      "SELECT DISTINCT created_at + d * interval '1 microsecond' AS at FROM ledger.entries, generate_series(-1, 1) d",
    )
  ).length;

describe("the balance of each line of the books at an instant", () => {
  test("is the sum of its entries up to the instant, also on full hours", async () => {
    expect(await instants()).toBeGreaterThan(150);
    expect(Number((await sql("SELECT count(*) AS n FROM ledger.hours"))[0].n)).toBeGreaterThan(50);
    const wrong = await sql(
      `SELECT i.at, l.line, l.balance_micro_usd, s.total FROM (
         SELECT DISTINCT created_at + d * interval '1 microsecond' AS at FROM ledger.entries, generate_series(-1, 1) d
         UNION SELECT DISTINCT date_trunc('hour', created_at, 'UTC') + d * interval '1 hour' FROM ledger.entries, generate_series(0, 1) d) i
       CROSS JOIN LATERAL ledger.lines_at(i.at) l
       CROSS JOIN LATERAL (SELECT coalesce(sum(amount_micro_usd), 0) AS total FROM ledger.entries e
         WHERE ledger.line_of(e.account_id) = l.line AND e.created_at <= i.at) s
       WHERE l.balance_micro_usd <> s.total`,
    );
    expect(wrong).toEqual([]);
  });

  test("sums to zero over all lines at every instant", async () => {
    const rows = await sql(
      `SELECT e.at FROM (SELECT DISTINCT created_at AS at FROM ledger.entries) e
       CROSS JOIN LATERAL (SELECT sum(balance_micro_usd) AS total FROM ledger.lines_at(e.at)) l WHERE l.total <> 0`,
    );
    expect(rows).toEqual([]);
  });

  test("is shown to administrators in the order of the accounts, to the micro-dollar", async () => {
    const { json } = await admin.call(balancesRoute.GET, {
      query: { at: "2026-04-20T00:00:00+02:00" },
    });
    const { at, lines, total } = json.data;
    expect([at, total]).toEqual(["2026-04-19T22:00:00.000Z", 0]);
    expect(lines.map(({ line }: { line: string }) => line)).toEqual([
      "custody:base-sepolia:usdc",
      "custody:base:usdc",
      "bank",
      "card_shortfall",
      "disputes",
      "wallet",
      "card",
      "hold",
      "payout",
      "network",
      "suspense",
      "capital",
      "fees",
      "adjustments",
      "costs",
    ]);
    const [row] = await sql(
      "SELECT sum(amount_micro_usd) AS n FROM ledger.entries WHERE account_id = 'fees' AND created_at <= $1",
      [at],
    );
    const fees = lines.find(({ line }: { line: string }) => line === "fees");
    expect(micro(fees.balance).toString()).toBe(row.n);
    expect(lines[1]).toMatchObject({ kind: "custody", chain: "base", token: "usdc" });
    expect(json.data.debits).toBe(json.data.credits);
    const sum = lines.reduce(
      (all: bigint, { balance }: { balance: number }) => all + (balance < 0 ? micro(-balance) : 0n),
      0n,
    );
    expect(sum).toBeGreaterThan(0n);
    expect(micro(json.data.debits)).toBe(sum);
  });

  test("is exported with debit and credit columns, whose totals are equal", async () => {
    const query = { at: "2026-04-20T00:00:00+02:00" };
    const file = (await admin.call(exportRoute.GET, { query })).text;
    const rows = (file ?? "")
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
    const custody = rows.find(([, account]) => account === "custody:base-sepolia:usdc");
    expect(custody?.[0]).toBe("Assets");
    expect(Number(custody?.[3])).toBeGreaterThan(0);
    expect(custody?.[4]).toBe("0.00");
    const [, word, at, debit, credit] = rows.at(-1) ?? [];
    expect([word, at, debit]).toEqual(["total", "2026-04-19T22:00:00.000Z", credit]);
    const { json } = await admin.call(balancesRoute.GET, { query });
    expect(Number(debit)).toBe(json.data.debits);
  });

  test("says whether postings can still be added, in the response and in the name of the export", async () => {
    const stateAt = async (agoMs: number) => {
      const query = { at: new Date(Date.now() - agoMs).toISOString() };
      const { json } = await admin.call(balancesRoute.GET, { query });
      const { headers } = await admin.call(exportRoute.GET, { query });
      const name = headers.get("content-disposition") ?? "";
      return [json.data.isFinal, name.includes("-not-final.csv")];
    };
    expect(await stateAt(0)).toEqual([false, true]);
    expect(await stateAt(4 * MINUTE_MS)).toEqual([false, true]);
    expect(await stateAt(5 * MINUTE_MS)).toEqual([true, false]);
    const { json } = await admin.call(balancesRoute.GET);
    expect(json.data.isFinal).toBe(false);
  });

  test("has subtotals of each class, in the response and in the export", async () => {
    const query = { at: "2026-04-20T00:00:00+02:00" };
    const { json } = await admin.call(balancesRoute.GET, { query });
    type Sums = { class: string; debits: number; credits: number };
    const subtotals: Sums[] = json.data.subtotals;
    const names = ["assets", "liabilities", "equity", "results"];
    expect(subtotals.map((each) => each.class)).toEqual(names);
    const sum = (side: "debits" | "credits") =>
      subtotals.reduce((all, each) => all + micro(each[side]), 0n);
    expect([sum("debits"), sum("credits")]).toEqual([
      micro(json.data.debits),
      micro(json.data.credits),
    ]);
    const fees = json.data.lines.find(({ line }: { line: string }) => line === "fees");
    expect(subtotals[3]?.credits).toBeGreaterThanOrEqual(fees.balance);

    const rows = ((await admin.call(exportRoute.GET, { query })).text ?? "")
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
    const exported = rows.filter(([, account]) => account === "subtotal");
    expect(exported.map(([, , , ...sides]) => sides.map(Number))).toEqual(
      subtotals.map(({ debits, credits }) => [debits, credits]),
    );
    // Each subtotal follows the accounts of its class.
    const classes = rows.slice(1, -1).map(([name]) => name);
    expect(classes).toEqual(
      [...new Set(classes)].flatMap((name) => classes.filter((n) => n === name)),
    );
    expect(rows[classes.lastIndexOf("Assets") + 1]?.[1]).toBe("subtotal");
  });

  test("before the first entry is zero, and an instant without a zone is refused", async () => {
    const { json } = await admin.call(balancesRoute.GET, { query: { at: "1999-01-01T00:00:00Z" } });
    const sums = json.data.lines.map(({ balance }: { balance: number }) => balance);
    expect(new Set(sums)).toEqual(new Set([0]));
    const wrong = await admin.call(balancesRoute.GET, { query: { at: "2026-04-20T00:00" } });
    expect(wrong.status).toBe(400);
  });

  test("is read from the hourly balances and only the entries after them", async () => {
    const [{ at }] = await sql("SELECT max(ended_at) AS at FROM ledger.hours");
    const before = await sql("SELECT * FROM ledger.lines_at($1) ORDER BY line", [at]);
    // The stored sums are trusted until the audit reports a difference.
    await sql("ALTER TABLE ledger.hours DISABLE TRIGGER append_only");
    const move = (by: number) =>
      sql(
        `UPDATE ledger.hours SET balance_micro_usd = balance_micro_usd + ${by} WHERE line = 'fees'`,
      );
    await move(7);
    const after = await sql("SELECT * FROM ledger.lines_at($1) ORDER BY line", [at]);
    await move(-7);
    await sql("ALTER TABLE ledger.hours ENABLE TRIGGER append_only");
    const fees = (rows: { line: string; balance_micro_usd: string }[]) =>
      BigInt(rows.find(({ line }) => line === "fees")?.balance_micro_usd ?? 0);
    expect(fees(after) - fees(before)).toBe(7n);
  });

  test("hourly balances are written once, and never for an hour that can still get postings", async () => {
    expect(await closeAllHours()).toBe(0);
    const [{ late }] = await sql(
      "SELECT ended_at > now() - interval '5 minutes' AS late FROM ledger.hours_end",
    );
    expect(late).toBe(false);
    await deposit(partners[0]?.partnerId ?? "", partners[0]?.walletAddress ?? "", 1);
    expect(await closeAllHours()).toBe(0);
  });
});

test("a partner's wallet and cards at an instant: existing cards with their balances", async () => {
  const [partner] = partners;
  const [card] = await sql("SELECT id FROM cards WHERE partner_id = $1 ORDER BY id DESC LIMIT 1", [
    partner?.partnerId,
  ]);
  const [{ at }] = await sql(
    "SELECT max(created_at) AS at FROM ledger.entries WHERE account_id = $1",
    [`card:${card.id}`],
  );
  const ask = async (query: object) =>
    (
      await admin.call(partnerBalances.GET, {
        params: { id: partner?.partnerId ?? "" },
        query: { ...query },
      })
    ).json.data;
  const now = await ask({});
  expect(now.isFinal).toBe(false);
  expect(now.cards).toHaveLength(ROUNDS);
  expect(now.cards[0].serviceCardId).toBe(card.id);
  for (const each of now.cards) {
    const [row] = await sql(
      `SELECT a.balance_micro_usd AS available, h.balance_micro_usd AS held FROM ledger.accounts a, ledger.accounts h
       WHERE a.id = 'card:' || $1 AND h.id = 'hold:' || $1`,
      [each.serviceCardId],
    );
    expect([micro(each.available).toString(), micro(each.held).toString()]).toEqual([
      row.available,
      row.held,
    ]);
  }
  const first = await ask({ limit: 3 });
  const rest = await ask({ limit: 3, cursor: first.pagination.nextCursor });
  expect([...first.cards, ...rest.cards]).toEqual(now.cards);
  expect(rest.pagination.nextCursor).toBeUndefined();
  // The cards themselves are of today: at the time of their entries there were none.
  expect(await ask({ at: at.toISOString() })).toMatchObject({ isFinal: true, cards: [] });
});

test("a card's shortfall at an instant is beside its balances", async () => {
  const partner = await makePartner();
  const cardId = await makeCard(partner, { amountUsd: 10 });
  await applyNetworkNotification(new NetworkStory(cardId).says(says.capture(25.5, true)));
  const { json } = await admin.call(partnerBalances.GET, { params: { id: partner.partnerId } });
  expect(json.data.cards).toMatchObject([{ available: 0, held: 0, shortfall: 15.5 }]);
});

describe("a partner's statement of a month", () => {
  const MONTHS = ["2026-02", "2026-03", "2026-04", "2026-05", "2026-06", "2026-07", "2026-08"];
  const statementOf = async (partnerId: string, month: string) =>
    (await admin.call(statementRoute.GET, { params: { id: partnerId }, query: { month } })).json
      .data;

  test("is continuous over all months: each opening is the previous closing, and the lines are the difference", async () => {
    for (const { partnerId } of partners) {
      let closing = 0n;
      let lines = 0;
      for (const month of MONTHS) {
        const found = await statementOf(partnerId, month);
        expect([month, micro(found.opening)]).toEqual([month, closing]);
        const sum = found.lines.reduce(
          (total: bigint, { amount }: { amount: number }) => total + micro(amount),
          0n,
        );
        expect([month, micro(found.closing) - micro(found.opening)]).toEqual([month, sum]);
        expect([month, found.difference]).toEqual([month, 0]);
        const [{ balance }] = await sql(
          "SELECT ledger.balance_at($1, $2::timestamptz - interval '1 microsecond') AS balance",
          [`wallet:${partnerId}`, found.until],
        );
        expect([month, micro(found.closing).toString()]).toEqual([month, balance]);
        closing = micro(found.closing);
        lines += found.lines.length;
      }
      expect(lines).toBeGreaterThan(15);
    }
  });

  test("each line is the sum of its entries with their fees", async () => {
    const [{ partnerId } = { partnerId: "" }] = partners;
    for (const month of MONTHS) {
      const { lines } = await statementOf(partnerId, month);
      const rows = await sql(
        `SELECT j.type, count(*)::int AS count, sum(e.amount_micro_usd) AS amount FROM ledger.entries e
         JOIN ledger.journals j ON j.id = e.journal_id WHERE e.account_id = $1
           AND to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM') = $2 GROUP BY j.type`,
        [`wallet:${partnerId}`, month],
      );
      const exported = lines.map(
        ({ type, count, amount }: { type: string; count: number; amount: number }) => ({
          type,
          count,
          amount: micro(amount).toString(),
        }),
      );
      expect(exported).toHaveLength(rows.length);
      expect(exported).toEqual(expect.arrayContaining(rows));
      for (const { type, count, feesWithin } of lines) {
        // One dollar a card withdrawal, half a dollar a withdrawal; other fees are lines of their own.
        const fees = { card_withdrawal: 1, withdrawal: 0.5, withdrawal_refund: -0.5 };
        const each = fees[type as keyof typeof fees] ?? 0;
        expect([type, feesWithin]).toEqual([type, each * count]);
      }
    }
  });

  test("an entry at the first instant belongs to the month, one at the last microsecond before to the previous month", async () => {
    const other = await makePartner({ balanceUsd: 1 });
    await deposit(other.partnerId, other.walletAddress, 2);
    const account = `wallet:${other.partnerId}`;
    await sql("ALTER TABLE ledger.entries DISABLE TRIGGER USER");
    for (const [version, at] of [
      [1, "2026-08-31T23:59:59.999999Z"],
      [2, "2026-09-01T00:00:00Z"],
    ])
      await sql(
        "UPDATE ledger.entries SET created_at = $3 WHERE account_id = $1 AND account_version = $2",
        [account, version, at],
      );
    await sql("ALTER TABLE ledger.entries ENABLE TRIGGER USER");
    const [august, september] = [
      await statementOf(other.partnerId, "2026-08"),
      await statementOf(other.partnerId, "2026-09"),
    ];
    expect([august.opening, august.closing]).toEqual([0, 1]);
    expect([september.opening, september.closing]).toEqual([1, 3]);
  });

  test("a statement of the current month ends at the present; one of a future month is empty", async () => {
    const [{ partnerId } = { partnerId: "" }] = partners;
    const present = new Date();
    const found = await statementOf(partnerId, present.toISOString().slice(0, 7));
    expect(found.isFinal).toBe(false);
    const [{ balance }] = await sql(
      "SELECT balance_micro_usd AS balance FROM ledger.accounts WHERE id = $1",
      [`wallet:${partnerId}`],
    );
    expect(micro(found.closing).toString()).toBe(balance);
    const later = await statementOf(partnerId, "2099-01");
    expect(later).toMatchObject({ isFinal: false, lines: [], opening: found.closing });
    const end = new Date("2026-12-01T00:00:00Z");
    const at = (afterMs: number) => monthOf("2026-11", new Date(end.getTime() + afterMs));
    expect(at(0)).toMatchObject({ until: end, isOver: true });
    expect(at(-1).isOver).toBe(false);
  });

  test("a CSV of the current month says in its name that the month goes on", async () => {
    const month = new Date().toISOString().slice(0, 7);
    const [{ partnerId } = { partnerId: "" }] = partners;
    const request = { params: { id: partnerId }, query: { month } };
    const { headers } = await admin.call(statementLines.GET, request);
    const name = `statement-${partnerId}-${month}-month-to-date.csv`;
    expect(headers.get("content-disposition")).toContain(name);
  });

  test("the lines of a statement as CSV sum to the difference to the micro-dollar, each with the balance after it", async () => {
    const cents = (text = "") => micro(Number(text));
    for (const { partnerId } of partners)
      for (const month of MONTHS) {
        const request = { params: { id: partnerId }, query: { month } };
        const { text = "", headers } = await admin.call(statementLines.GET, request);
        expect(headers.get("content-disposition")).toContain(`statement-${partnerId}-${month}.csv`);
        const [, first = [], ...rest] = text
          .trim()
          .split("\r\n")
          .map((line) => line.split(","));
        const last = rest.pop() ?? [];
        const found = await statementOf(partnerId, month);
        expect([cents(first[3]), cents(last[3])]).toEqual([
          micro(found.opening),
          micro(found.closing),
        ]);
        expect(rest).toHaveLength(
          found.lines.reduce((total: number, { count }: { count: number }) => total + count, 0),
        );
        let balance = cents(first[3]);
        let fees = 0n;
        for (const [, , amount, after, feesWithin] of rest) {
          fees += cents(feesWithin);
          balance += cents(amount);
          expect(cents(after)).toBe(balance);
        }
        expect(balance).toBe(cents(last[3]));
        const feesOf = ({ feesWithin }: { feesWithin: number }) => micro(feesWithin);
        expect(fees).toBe(sumOf(found.lines.map(feesOf)));
      }
  });

  test.each(["2026", "2026-13", "2026-00", "1999-01", "2026-1", "x"])(
    "the month %s is refused",
    async (month) => {
      const answer = await admin.call(statementRoute.GET, {
        params: { id: partners[0]?.partnerId ?? "" },
        query: { month },
      });
      expect(answer.status).toBe(400);
    },
  );

  // The last one: an entry that a test dates before the stored hours is in none of them.
  test("is the same while hours are stored, day by day, and then comes from them", async () => {
    const statements = () =>
      Promise.all(
        partners.flatMap(({ partnerId }) => MONTHS.map((month) => statementOf(partnerId, month))),
      );
    const before = await statements();
    await sql("SELECT ledger.close_wallet_hours() FROM generate_series(1, 60)");
    const [{ n }] = await sql("SELECT count(*)::int AS n FROM ledger.wallet_hours");
    expect(n).toBeGreaterThan(0);
    expect(await statements()).toEqual(before);
    expect(await closeWalletHours()).toBeGreaterThan(0);
    expect(await statements()).toEqual(before);
    expect(await closeWalletHours()).toBe(0);
    await tamper(
      "UPDATE ledger.wallet_hours SET amount_micro_usd = amount_micro_usd + 1000000 WHERE journal_type = 'deposit'",
    );
    const changed = (await statements()).filter(({ difference }) => difference !== 0);
    expect(changed).toHaveLength(
      before.filter(({ lines }) => lines.some(({ type }: { type: string }) => type === "deposit"))
        .length,
    );
  });

  test("a statement of an unknown partner is not found", async () => {
    const answer = await admin.call(statementRoute.GET, {
      params: { id: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3" },
      query: { month: "2026-04" },
    });
    expectRefusal(answer, 404, "PARTNER_NOT_FOUND");
  });
});

test("the line of an entry is a part of the statement: no function is called for each", async () => {
  const statement = "SELECT ledger.line_of(account_id), sum(amount_micro_usd) FROM ledger.entries";
  const plan = await sql(`EXPLAIN (VERBOSE) ${statement} GROUP BY 1`);
  expect(JSON.stringify(plan)).toContain("split_part");
  expect(JSON.stringify(plan)).not.toContain("line_of");
});

describe("the balance of an account of the service", () => {
  /** The accounts whose balance from the stored hours differs from the sum of all their entries. */
  const wrong = () =>
    sql(
      `SELECT a.id, ledger.service_balance(a.id) AS balance, s.total FROM ledger.accounts a
       CROSS JOIN LATERAL (SELECT coalesce(sum(amount_micro_usd), 0) AS total FROM ledger.entries WHERE account_id = a.id) s
       WHERE a.version IS NULL AND ledger.service_balance(a.id) <> s.total`,
    );
  const afterHours = async () =>
    (
      await sql(
        "SELECT count(*)::int AS n FROM ledger.entries WHERE created_at >= (SELECT ended_at FROM ledger.hours_end)",
      )
    )[0].n;

  test("is the sum of its entries, with those after the last hour that was written", async () => {
    const before = await afterHours();
    expect(await wrong()).toEqual([]);
    for (const partner of partners) await live(partner, 1);
    expect(await afterHours()).toBeGreaterThan(before + 10);
    expect(await wrong()).toEqual([]);
  });

  test("is the sum of its entries while no hour is written", async () => {
    await tamper("DELETE FROM ledger.hours; UPDATE ledger.hours_end SET ended_at = '-infinity'");
    expect(await wrong()).toEqual([]);
    expect(await closeAllHours()).toBeGreaterThan(50);
    expect(await wrong()).toEqual([]);
  });
});
