import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectSuccess, invalidFields } from "@/test/http/expect-answer";
import { WITHDRAWAL_STATUSES } from "./states";

let partner: TestPartner;
let wallet: ReturnType<typeof withdrawalsOf>;
let ids: string[];
beforeAll(async () => {
  partner = await makePartner();
  wallet = withdrawalsOf(partner);
  ids = [];
  for (let i = 0; i < 5; i++) ids.unshift(await wallet.make(10 + i));
  const { personId } = await makePerson({ partnerId: partner.partnerId });
  await sql(
    `INSERT INTO saved_addresses VALUES ('adr_list', $1, 'Treasury reserve', $2, $3, now())`,
    [partner.partnerId, ADDRESS, personId],
  );
  await wallet.cancel(ids[1] ?? "");
  await wallet.cancel(ids[3] ?? "");
});
afterAll(endTests);

const idsOf = (answer: { json: { data: { withdrawals: { id: string }[] } } }) =>
  answer.json.data.withdrawals.map(({ id }) => id);

describe("List Withdrawals", () => {
  test("lists the partner's withdrawals newest first, each as Get Withdrawal returns it", async () => {
    const whole = await Promise.all(ids.map(async (id) => (await wallet.get(id)).json.data));
    const pagination = { skip: 0, limit: 50, total: 5 };
    expectSuccess(await wallet.list(), { withdrawals: whole, pagination });
  });

  test("lists one status with its total", async () => {
    const cancelled = await wallet.list({ status: "cancelled" });
    expect(idsOf(cancelled)).toEqual([ids[1], ids[3]]);
    expect(cancelled.json.data.pagination).toEqual({ skip: 0, limit: 50, total: 2 });
    const pending = await wallet.list({ status: "pending", limit: 1, skip: 1 });
    expect(idsOf(pending)).toEqual([ids[2]]);
    const nextCursor = ids[2];
    expect(pending.json.data.pagination).toEqual({ skip: 1, limit: 1, total: 3, nextCursor });
  });

  test.each(WITHDRAWAL_STATUSES)("accepts the status %s", async (status) => {
    expect((await wallet.list({ status })).status).toBe(200);
  });

  test.each(["PENDING", "done", ""])("refuses an unknown status: %j", async (status) => {
    expect(invalidFields(await wallet.list({ status }))).toEqual(["status: isIn"]);
  });

  test("counts several statuses, also after a cursor", async () => {
    const both = await wallet.list({ status: "cancelled,pending" });
    expect(idsOf(both)).toEqual(ids);
    const first = await wallet.list({ status: "pending,approved", limit: 2 });
    expect(idsOf(first)).toEqual([ids[0], ids[2]]);
    expect(first.json.data.pagination).toMatchObject({ total: 3, nextCursor: ids[2] });
    const rest = await wallet.list({ status: "pending,approved", limit: 2, cursor: ids[2] ?? "" });
    expect(idsOf(rest)).toEqual([ids[4]]);
  });

  test("has the stored number of one status on each page", async () => {
    const first = await wallet.list({ status: "pending", limit: 2 });
    expect(first.json.data.pagination).toMatchObject({ total: 3, nextCursor: ids[2] });
    const rest = await wallet.list({ status: "pending", limit: 2, cursor: ids[2] ?? "" });
    expect([idsOf(rest), rest.json.data.pagination.total]).toEqual([[ids[4]], 3]);
  });

  // The amounts are 14, 13, 12, 11 and 10 USD, newest first.
  test.each([
    [{ amountMin: "12" }, [0, 1, 2]],
    [{ amountMin: "10.5", amountMax: "13.00" }, [1, 2, 3]],
    [{ amountMax: "12", status: "cancelled,failed" }, [3]],
    [{ search: "13" }, [1]],
    [{ search: "$1,300.00" }, []],
    [{ search: ADDRESS.toUpperCase().replace("0X", "0x") }, [0, 1, 2, 3, 4]],
    [{ search: ADDRESS.slice(0, 9), status: "cancelled" }, [1, 3]],
    [{ search: "0x5290…9EE7" }, [0, 1, 2, 3, 4]],
    [{ search: "0x5290…0000" }, []],
    [{ search: "  tréasury  RES" }, [0, 1, 2, 3, 4]],
    [{ search: "reserve" }, []],
    [{ search: `0x${"ab".repeat(32)}` }, []],
    [{ from: "2020-01-01T00:00:00Z" }, [0, 1, 2, 3, 4]],
    [{ to: "2020-01-01T00:00:00Z" }, []],
    [{ from: "2999-01-01T00:00:00Z", status: "pending" }, []],
    [{ search: "' OR '1'='1" }, []],
  ])("filters by %j, with the count", async (query, places) => {
    const answer = await wallet.list(query);
    expect(idsOf(answer)).toEqual(places.map((place) => ids[place]));
    expect(answer.json.data.pagination.total).toBe(places.length);
  });

  test("finds a withdrawal by its id and by the transaction that paid it", async () => {
    expect(idsOf(await wallet.list({ search: ids[2] ?? "" }))).toEqual([ids[2]]);
    const hash = `0x${"cd".repeat(32)}`;
    const other = await makePartner();
    const paid = await withdrawalsOf(other).make(20);
    await sql("ALTER TABLE withdrawals DISABLE TRIGGER USER");
    await sql(
      "UPDATE withdrawals SET status = 'completed', tx_hash = $2, approved_at = now(), completed_at = now() WHERE id = $1",
      [paid, hash],
    );
    await sql("ALTER TABLE withdrawals ENABLE TRIGGER USER");
    expect(
      idsOf(await withdrawalsOf(other).list({ search: hash.toUpperCase().replace("0X", "0x") })),
    ).toEqual([paid]);
    expect(idsOf(await wallet.list({ search: hash }))).toEqual([]);
    expect(idsOf(await wallet.list({ search: paid }))).toEqual([]);
  });

  test.each([
    [{ status: "pending,done" }, "status: isIn"],
    [{ amountMin: "-1" }, "amountMin: isDecimal"],
    [{ from: "yesterday" }, "from: isISO8601"],
    [{ search: "" }, "search: isNotEmpty"],
  ])("refuses %j", async (query, field) => {
    expect(invalidFields(await wallet.list(query))[0]).toContain(field);
  });

  test("pages without gaps, and past the end returns only the total", async () => {
    const pages = [0, 2, 4].map(async (skip) => idsOf(await wallet.list({ skip, limit: 2 })));
    expect((await Promise.all(pages)).flat()).toEqual(ids);
    const past = (await wallet.list({ skip: 99 })).json.data;
    expect(past).toEqual({ withdrawals: [], pagination: { skip: 99, limit: 50, total: 5 } });
  });

  test("treats a limit above 100 as 100", async () => {
    expect((await wallet.list({ limit: 5_000 })).json.data.pagination.limit).toBe(100);
  });

  test("does not list another partner's withdrawals", async () => {
    const other = withdrawalsOf(await makePartner());
    expect((await other.list()).json.data).toEqual({
      withdrawals: [],
      pagination: { skip: 0, limit: 50, total: 0 },
    });
  });
});
