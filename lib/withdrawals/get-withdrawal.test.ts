import "@/test/database";
import { afterAll, describe, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { endTests, makePartner } from "@/test/fixtures/make";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal, expectSuccess } from "@/test/http/expect-answer";

afterAll(endTests);

describe("Get Withdrawal", () => {
  test("returns the same data as Create Withdrawal", async () => {
    const wallet = withdrawalsOf(await makePartner());
    const created = (await wallet.create({ amount: 12.34, toAddress: ADDRESS })).json.data;
    expectSuccess(await wallet.get(created.id), created);
  });

  test("for another partner's withdrawal is FORBIDDEN and reveals nothing", async () => {
    const id = await withdrawalsOf(await makePartner()).make(77);
    const stranger = withdrawalsOf(await makePartner());
    const answer = await stranger.get(id);
    expectRefusal(answer, 403, "FORBIDDEN");
    expect(JSON.stringify(answer.json)).not.toContain("77");
    expectRefusal(await stranger.cancel(id), 403, "FORBIDDEN");
  });

  test.each([
    newId("wd"),
    newId("usr"),
    "wd_",
    "1",
    "%00",
    "wd_\u0000",
    "'; DROP TABLE withdrawals; --",
    "x".repeat(10_000),
  ])("for an unknown id is WITHDRAWAL_NOT_FOUND: %#", async (id) => {
    const wallet = withdrawalsOf(await makePartner());
    expectRefusal(await wallet.get(id), 404, "WITHDRAWAL_NOT_FOUND");
    expectRefusal(await wallet.cancel(id), 404, "WITHDRAWAL_NOT_FOUND");
  });
});
