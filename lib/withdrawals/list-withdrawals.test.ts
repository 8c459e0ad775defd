import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
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
