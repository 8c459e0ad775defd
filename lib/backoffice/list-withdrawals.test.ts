import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getOne } from "@/app/api/admin/withdrawals/[id]/route";
import { GET as list } from "@/app/api/admin/withdrawals/route";
import { newId } from "@/lib/kernel/ids";
import { endTests, makePartner } from "@/test/fixtures/make";
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
  const { json } = await browser.call(list, { query });
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
      pagination: { skip: 1, limit: 1, total: 3 },
    });
    expect((await listed({ skip: 9 })).pagination.total).toBe(3);
  });

  test("in another status is newest first", async () => {
    const { ids, pagination } = await listed({ status: "cancelled" });
    expect(ids).toEqual(cancelled.toReversed());
    expect(pagination.total).toBe(2);
    expect((await listed({ status: "approved" })).ids).toHaveLength(1);
    expect((await listed({ status: "completed" })).ids).toEqual([]);
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
