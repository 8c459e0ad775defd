import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getOne } from "@/app/api/admin/withdrawals/[id]/route";
import { GET as list } from "@/app/api/admin/withdrawals/route";
import { newId } from "@/lib/kernel/ids";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { type Browser, codeOf, makePerson, signedIn } from "@/test/fixtures/people";
import { decisionsIn, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal, expectSuccess, invalidFields } from "@/test/http/expect-answer";

let browser: Browser;
let pending: string[];
let cancelled: string[];
beforeAll(async () => {
  const admin = await makePerson();
  browser = await signedIn(admin);
  const [one, other] = [withdrawalsOf(await makePartner()), withdrawalsOf(await makePartner())];
  pending = [await one.make(11), await other.make(12), await one.make(13)];
  cancelled = [await one.make(14), await other.make(15)];
  await one.cancel(cancelled[0] ?? "");
  await other.cancel(cancelled[1] ?? "");
  const approved = await other.make(16);
  await decisionsIn(browser).approve(approved, { totp: codeOf(admin) });
});
afterAll(endTests);

async function listed(query: Record<string, string | number> = {}) {
  const { status, json } = await browser.call(list, { query });
  expect(status, JSON.stringify(json)).toBe(200);
  const ids = json.data.withdrawals.map(({ id }: { id: string }) => id);
  return { ids, pagination: json.data.pagination };
}

describe("the queue", () => {
  test("has the pending withdrawals of all partners, oldest first", async () => {
    const pagination = { skip: 0, limit: 50, total: 3 };
    expect(await listed()).toEqual({ ids: pending, pagination });
    expect(await listed({ status: "pending" })).toEqual({ ids: pending, pagination });
  });

  test("pages, with the total of all", async () => {
    expect(await listed({ skip: 1, limit: 1 })).toEqual({
      ids: [pending[1]],
      pagination: { skip: 1, limit: 1, total: 3, nextCursor: pending[1] },
    });
    expect((await listed({ skip: 9 })).pagination.total).toBe(3);
  });

  test("is read on from a cursor, whole, filtered and in each order", async () => {
    const queries: Record<string, string>[] = [
      {},
      { sort: "newest" },
      { sort: "largest" },
      { search: "test" },
    ];
    for (const query of [...queries, { status: "needs_me" }, { status: "cancelled" }]) {
      const whole = await listed(query);
      expect(whole.pagination.nextCursor).toBeUndefined();
      const first = await listed({ ...query, limit: 1 });
      const rest = await listed({ ...query, cursor: first.pagination.nextCursor });
      expect([...first.ids, ...rest.ids], JSON.stringify(query)).toEqual(whole.ids);
      expect(rest.pagination.total).toBe(whole.pagination.total);
    }
    const refused = await browser.call(list, { query: { cursor: "x" } });
    expect(invalidFields(refused)).toEqual(["cursor: isCursor"]);
  });

  test("the queue in another status is newest first", async () => {
    const { ids, pagination } = await listed({ status: "cancelled" });
    expect(ids).toEqual(cancelled.toReversed());
    expect(pagination.total).toBe(2);
    expect((await listed({ status: "approved" })).ids).toHaveLength(1);
    expect((await listed({ status: "completed" })).ids).toEqual([]);
  });

  test("says what waits: number, sum and the oldest; decided withdrawals have no sum", async () => {
    const { json } = await browser.call(list);
    expect(json.data.totals).toMatchObject({ amount: 36 });
    expect(json.data.totals.oldestAt).toBe(json.data.withdrawals[0].createdAt);
    const mine = await browser.call(list, { query: { status: "needs_me", search: "12" } });
    expect(mine.json.data.totals).toMatchObject({ amount: 12 });
    const decided = await browser.call(list, { query: { status: "cancelled" } });
    expect(decided.json.data.totals).toBeUndefined();
  });

  test("is sorted by amount, or newest first", async () => {
    expect((await listed({ sort: "largest" })).ids).toEqual(pending.toReversed());
    expect((await listed({ sort: "smallest", skip: 1, limit: 1 })).ids).toEqual([pending[1]]);
    expect((await listed({ sort: "newest" })).ids).toEqual(pending.toReversed());
    expect((await listed({ status: "cancelled", sort: "oldest" })).ids).toEqual(cancelled);
  });

  test("is filtered by partner", async () => {
    const { json } = await browser.call(list);
    const { partnerId } = json.data.withdrawals[1];
    const { ids, pagination } = await listed({ partnerId });
    expect([ids, pagination.total]).toEqual([[pending[1]], 1]);
    expect((await listed({ partnerId: newId("ptn") })).ids).toEqual([]);
    expect((await listed({ partnerId: "x" })).ids).toEqual([]);
  });

  test("is searched by partner, address, label, amount and id, in one status", async () => {
    const { json } = await browser.call(list);
    const [{ partnerId, toAddress }] = json.data.withdrawals;
    await sql("UPDATE partners SET name = 'Ærø Tårnby' WHERE id = $1", [partnerId]);
    const owner = await makePerson({ partnerId });
    await sql(
      "INSERT INTO saved_addresses VALUES ('adr_queue', $1, 'Kraken treasury', $2, $3, now())",
      [partnerId, toAddress, owner.personId],
    );
    const ofPartner = [pending[0], pending[2]];
    for (const search of ["aero ta", "ÆRØ", "kraken", "Kraken treasury", partnerId])
      expect((await listed({ search })).ids, search).toEqual(ofPartner);
    const short = `${toAddress.slice(0, 6)}…${toAddress.slice(-4)}`;
    for (const search of [toAddress, toAddress.toLowerCase(), short, toAddress.slice(0, 12)])
      expect((await listed({ search })).ids, search).toEqual(pending);
    for (const search of ["12", "12.00", "$12.000000", pending[1] ?? ""])
      expect((await listed({ search })).ids, search).toEqual([pending[1]]);
    for (const search of ["treasury", "0x0000", "99", "%", "wd_", newId("wd"), "1e3"])
      expect((await listed({ search })).ids, search).toEqual([]);
    expect((await listed({ search: "kraken", status: "cancelled" })).ids).toEqual([cancelled[0]]);
    expect((await listed({ search: "kraken", status: "needs_me" })).ids).toEqual(ofPartner);
    const labelled = (await browser.call(getOne, { params: { id: pending[0] ?? "" } })).json.data;
    expect(labelled.addressLabel).toBe("Kraken treasury");
    await sql("UPDATE partners SET name = 'Test partner' WHERE id = $1", [partnerId]);
  });

  test("is filtered by amount and by the time of the request", async () => {
    expect((await listed({ amountMin: "12" })).ids).toEqual([pending[1], pending[2]]);
    expect((await listed({ amountMin: "11.5", amountMax: "12" })).ids).toEqual([pending[1]]);
    const { json } = await browser.call(list, { query: { amountMax: "12" } });
    expect([json.data.totals.amount, json.data.pagination.total]).toEqual([23, 2]);
    const { createdAt } = json.data.withdrawals[1];
    expect((await listed({ from: createdAt })).ids).toEqual([pending[1], pending[2]]);
    expect((await listed({ to: createdAt })).ids).toEqual([pending[0]]);
    expect((await listed({ from: createdAt, to: createdAt })).pagination.total).toBe(0);
    const refused = await browser.call(list, { query: { from: "today", amountMin: "x" } });
    expect(invalidFields(refused)).toEqual(["from: isISO8601", "amountMin: isDecimal"]);
  });

  test("has several statuses newest first, and several partners", async () => {
    const all = [...pending, ...cancelled].sort().reverse();
    const { ids, pagination } = await listed({ status: "cancelled,pending" });
    expect([ids, pagination.total]).toEqual([all, 5]);
    const { json } = await browser.call(list, { query: { status: "cancelled,pending" } });
    expect(json.data.totals).toBeUndefined();
    expect((await listed({ status: "needs_me,cancelled" })).ids).toEqual(all);
    expect((await listed({ status: "needs_me,pending" })).ids).toEqual(pending);
    expect((await listed({ status: "cancelled,pending", search: "15" })).ids).toEqual([
      cancelled[1],
    ]);
    expect((await listed({ status: "cancelled,pending", search: "test pa" })).ids).toEqual(all);
    const ofBoth = [
      ...new Set(json.data.withdrawals.map((each: { partnerId: string }) => each.partnerId)),
    ];
    expect(ofBoth).toHaveLength(2);
    expect((await listed({ partnerId: ofBoth.join(",") })).ids).toEqual(pending);
    expect(
      (await listed({ partnerId: `${ofBoth[0]},x`, status: "pending,cancelled" })).ids,
    ).toEqual((await listed({ partnerId: String(ofBoth[0]), status: "pending,cancelled" })).ids);
    const refused = await browser.call(list, { query: { status: "pending,all" } });
    expect(invalidFields(refused)).toEqual(["status: isIn"]);
  });

  test("refuses an unknown status", async () => {
    const answer = await browser.call(list, { query: { status: "all" } });
    expect(invalidFields(answer)).toEqual(["status: isIn"]);
  });

  test("shows each withdrawal as its own page does", async () => {
    const { json } = await browser.call(list);
    for (const shown of json.data.withdrawals) {
      expect(shown.partnerName).toBe("Test partner");
      expectSuccess(await browser.call(getOne, { params: { id: shown.id } }), shown);
    }
  });
});

test.each([newId("wd"), "wd_", "x"])("an unknown withdrawal: %s", async (id) => {
  const answer = await browser.call(getOne, { params: { id } });
  expectRefusal(answer, 404, "WITHDRAWAL_NOT_FOUND");
});
