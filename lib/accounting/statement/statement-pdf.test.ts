import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { GET as operatorPdf } from "@/app/api/admin/books/partners/[id]/statement/pdf/route";
import { GET as csv } from "@/app/api/v1/partner/export/statement/route";
import { GET as pdf } from "@/app/api/v1/partner/export/statement-pdf/route";
import { GET as statement } from "@/app/api/v1/partner/statement/route";
import { formatUsd } from "@/lib/kernel/money";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { textOf } from "@/test/fixtures/pdf-text";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { statementPdf } from "./statement-pdf";

afterAll(endTests);

const micro = (text: string) =>
  BigInt(Math.round(Number(text.replace("\u2212", "-").replaceAll(",", "")) * 1_000_000));

const monthOf = (date: Date) => date.toISOString().slice(0, 7);

test("the PDF and the CSV of a month add up to the ledger's balance", async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  await sql("UPDATE partners SET name = 'Zoë Ñandú Nguyễn 東' WHERE id = $1", [partner.partnerId]);
  const card = await makeCard(partner, { amountUsd: 100 });
  await clientOf(partner).fund({ serviceCardId: card, amount: 50.25 });
  await withdrawalsOf(partner).make(30);
  const browser = await signedIn(
    await makePerson({ partnerId: partner.partnerId, role: "viewer" }),
  );
  const month = monthOf(new Date());
  const [{ balance_micro_usd: balance }] = await sql(
    "SELECT balance_micro_usd FROM ledger.accounts WHERE id = $1",
    [`wallet:${partner.partnerId}`],
  );

  const answer = await browser.call(pdf, { query: { month } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  const lines = textOf(Buffer.from(answer.bytes ?? []));
  expect(lines.join("")).toContain("Zoë Ñandú Nguyễn ?");
  const isAmount = (line = "") => /^\u2212?[\d,]+\.\d+$/.test(line);
  const after = (text: string, from = 0) => {
    const at = lines.indexOf(text, from);
    expect(at, text).toBeGreaterThan(0);
    return { at, amount: micro(lines[at + 1] ?? "") };
  };
  const opening = after("Opening balance");
  const closing = after("Closing balance");
  const sums = lines
    .slice(opening.at + 2, closing.at)
    .filter(isAmount)
    .map(micro);
  expect(sums.length).toBeGreaterThanOrEqual(3);
  expect(sums.reduce((sum, each) => sum + each, opening.amount)).toBe(closing.amount);
  expect(closing.amount).toBe(BigInt(balance));
  // The second half has each entry with the balance after it.
  const start = after("Opening balance", closing.at);
  const end = after("Closing balance", start.at);
  const entries = lines
    .slice(start.at + 2, end.at)
    .filter(isAmount)
    .map(micro);
  const amounts = entries.filter((_, index) => index % 2 === 0);
  expect(amounts.reduce((sum, each) => sum + each, start.amount)).toBe(end.amount);
  expect(entries.at(-1)).toBe(BigInt(balance));

  const file = await browser.call(csv, { query: { month } });
  expect(file.text).toContain(`closing balance,,${formatUsd(BigInt(balance))}`);
});

test("the statement of a month begins with the closing balance of the month before", async () => {
  const partner = await makePartner({ balanceUsd: 250 });
  const browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "owner" }));
  const present = new Date();
  const previous = new Date(Date.UTC(present.getUTCFullYear(), present.getUTCMonth() - 1, 1));
  const read = async (month: string) =>
    (await browser.call(statement, { query: { month } })).json.data;
  const [before, current] = [await read(monthOf(previous)), await read(monthOf(present))];
  expect(before).toMatchObject({ opening: 0, closing: 0, lines: [] });
  expect(current).toMatchObject({ opening: 0, closing: 250, isFinal: false, difference: 0 });
});

test("a month that is none is refused by name", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const browser = await signedIn(await makePerson({ partnerId, role: "owner" }));
  for (const route of [statement, csv, pdf]) {
    const answer = await browser.call(route, { query: { month: "2026-13" } });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("must be a month, such as 2026-11");
  }
});

test("operators download the same PDF", async () => {
  const partner = await makePartner({ balanceUsd: 75 });
  const { partnerId } = partner;
  const month = monthOf(new Date());
  const owner = await signedIn(await makePerson({ partnerId, role: "owner" }));
  const auditor = await signedIn(await makePerson({ role: "auditor" }));
  // The present month ends now, so only its entries and sums are compared.
  const entriesOf = (bytes: Uint8Array | undefined) => {
    const lines = textOf(Buffer.from(bytes ?? []));
    return lines.slice(lines.indexOf("Summary"));
  };
  const own = entriesOf((await owner.call(pdf, { query: { month } })).bytes);
  const params = { id: partnerId };
  const found = await auditor.call(operatorPdf, { params, query: { month } });
  expect(entriesOf(found.bytes)).toEqual(own);
  expect(own).toContain("75.00");
  const unknown = await auditor.call(operatorPdf, { params: { id: "ptn_no" }, query: { month } });
  expectRefusal(unknown, 404, "PARTNER_NOT_FOUND");
});

test("a viewer who requests many PDFs at once gets a few, and others wait for no more", async () => {
  const partner = await makePartner({ balanceUsd: 75 });
  const { partnerId } = partner;
  const month = monthOf(new Date());
  const viewer = await signedIn(await makePerson({ partnerId, role: "viewer" }));
  const other = await signedIn(
    await makePerson({ partnerId: (await makePartner({ balanceUsd: 1 })).partnerId }),
  );
  const asked = Array.from({ length: 40 }, () => viewer.call(pdf, { query: { month } }));
  const [{ status: statusOfOther }, ...answers] = await Promise.all([
    other.call(pdf, { query: { month } }),
    ...asked,
  ]);
  expect(statusOfOther).toBe(200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) expectRefusal(answer, 429, "RATE_LIMITED");
  expect((await viewer.call(pdf, { query: { month } })).status).toBe(200);
});

test("a PDF without entries has the sums, and says where the entries are", async () => {
  const line = { type: "deposit" as const, count: 5_001, amount: 5_001, feesWithin: 0 };
  const statement = {
    ...{ partnerId: "ptn_1", name: "Many", month: "2026-10", isFinal: true, difference: 0 },
    ...{ from: "2026-10-01T00:00:00.000Z", until: "2026-11-01T00:00:00.000Z" },
    ...{ opening: 0, lines: [line], closing: 5_001 },
  };
  const text = textOf(await statementPdf(statement, undefined)).join("\n");
  expect(text).toContain("5001 entries are too many for a PDF. The CSV export has each of them.");
  expect(text).toContain("Deposit (5001)");
  expect(text).not.toContain("Time (UTC)");
});

test("a PDF calls the fees of refunded withdrawals returned, not paid", async () => {
  const statement = {
    ...{ partnerId: "ptn_1", name: "Refunded", month: "2026-10", isFinal: true, difference: 0 },
    ...{ from: "2026-10-01T00:00:00.000Z", until: "2026-11-01T00:00:00.000Z" },
    ...{ opening: 50, closing: 39.5 },
    lines: [
      { type: "withdrawal" as const, count: 2, amount: -21, feesWithin: 1 },
      { type: "withdrawal_refund" as const, count: 1, amount: 10.5, feesWithin: -0.5 },
    ],
  };
  const text = textOf(await statementPdf(statement, undefined)).join("\n");
  expect(text).toContain(", incl. 1.00 fees)");
  expect(text).toContain(", incl. 0.50 returned fees)");
});

test("a PDF whose lines do not add up to the closing balance says so, as the page does", async () => {
  const statement = {
    ...{ partnerId: "ptn_1", name: "Wrong", month: "2026-10", isFinal: true },
    ...{ from: "2026-10-01T00:00:00.000Z", until: "2026-11-01T00:00:00.000Z" },
    ...{ opening: 10, lines: [], closing: 8.75 },
  };
  const read = async (difference: number) =>
    textOf(await statementPdf({ ...statement, difference }, [])).join("\n");
  expect(await read(-1.25)).toMatch(/Unexplained difference\n\u22121\.25/);
  expect(await read(0)).not.toContain("Unexplained");
});

test("other requests are answered while a PDF with many entries is made", async () => {
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const turns = new Set<number>();
  const entry = {
    ...{ version: 1n, journalId: "jrn_1", type: "deposit" as const, sourceId: "1", cardId: null },
    ...{ amountMicroUsd: 1n, feesWithinMicroUsd: 0n, balanceAfterMicroUsd: 1n },
    createdAt: new Date(),
    get narration() {
      turns.add(turn);
      return "Deposit";
    },
  };
  const statement = {
    ...{ partnerId: "ptn_1", name: "Many", month: "2026-10", isFinal: true, difference: 0 },
    ...{ from: "2026-10-01T00:00:00.000Z", until: "2026-11-01T00:00:00.000Z" },
    ...{ opening: 0, lines: [], closing: 0 },
  };
  await statementPdf(statement, Array(200).fill(entry));
  clearImmediate(next);
  expect(turns.size).toBeGreaterThanOrEqual(10);
});
