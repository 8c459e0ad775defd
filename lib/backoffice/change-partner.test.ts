import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getOne, PATCH as patch } from "@/app/api/admin/partners/[id]/route";
import { GET as list } from "@/app/api/admin/partners/route";
import { hashKey } from "@/lib/identity/api-keys/authenticate-key";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { newId } from "@/lib/kernel/ids";
import { endSecondApprovals } from "@/test/fixtures/approvals";
import { walletOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { expectRefusal, expectSuccess, invalidFields, TIMESTAMP } from "@/test/http/expect-answer";

let admin: TestPerson;
let browser: Browser;
let partner: TestPartner;
beforeAll(async () => {
  admin = await makePerson();
  browser = await signedIn(admin);
});
beforeEach(async () => {
  // Where a partner has an amount, a second administrator confirms changes of fees: change-by-two.test.ts
  await endSecondApprovals();
  partner = await makePartner({ balanceUsd: 1_000, requestsPerS: 500 });
});
afterAll(endTests);

const change = (body: unknown, id = partner.partnerId) =>
  browser.call(patch, { method: "PATCH", params: { id }, body });
const look = () => browser.call(getOne, { params: { id: partner.partnerId } });
const audit = () =>
  sql("SELECT * FROM audit_entries WHERE target_id = $1 ORDER BY id", [partner.partnerId]);

const START = {
  kycFee: 2,
  cardCreationFee: 1,
  fundingFee: 0,
  fundingFeePercent: 0,
  cardWithdrawalFee: 1,
  crossBorderFeePercent: 3,
  requestsPerS: 500,
  requestBurst: 1_000,
  secondApprovalAbove: null,
};
const whole = (settings: object) => ({
  partnerId: partner.partnerId,
  name: "Test partner",
  walletAddress: partner.walletAddress,
  walletBalance: 1_000,
  createdAt: TIMESTAMP,
  ...START,
  ...settings,
});

describe("a partner's settings", () => {
  test("are shown in USD and percent", async () => {
    expectSuccess(await look(), whole({}));
  });

  test("apply from the response on, although the partner was cached", async () => {
    const client = clientOf(partner);
    const serviceCardId = await makeCard(partner, { amountUsd: 5 });
    const kept = async () => {
      await client.balance();
      return callerCache().get(hashKey(partner.apiKey));
    };
    await expect.poll(kept).toBeDefined();
    const before = await walletOf(partner.partnerId);
    await change({ fundingFee: 3 });
    expect((await client.fund({ serviceCardId, amount: 10 })).status).toBe(200);
    expect(await walletOf(partner.partnerId)).toBe(before - 13);
  });

  test("are changed one by one or together, and others stay unchanged", async () => {
    expectSuccess(await change({ fundingFeePercent: 0.5 }), whole({ fundingFeePercent: 0.5 }));
    const more = {
      kycFee: 0,
      cardCreationFee: 1.25,
      fundingFee: 0.01,
      cardWithdrawalFee: 5,
      crossBorderFeePercent: 100,
      requestsPerS: 1,
      requestBurst: 1_000_000,
      secondApprovalAbove: 2_500.5,
    };
    expectSuccess(await change(more), whole({ ...more, fundingFeePercent: 0.5 }));
    expectSuccess(await look(), whole({ ...more, fundingFeePercent: 0.5 }));
  });

  test.each([0, 0.01, 0.29, 0.5, 0.57, 1.15, 2.3, 33.33, 99.99, 100])(
    "keep %d percent exactly",
    async (fundingFeePercent) => {
      expect((await change({ fundingFeePercent })).json.data).toMatchObject({ fundingFeePercent });
      const [row] = await sql("SELECT funding_fee_bps FROM partners WHERE id = $1", [
        partner.partnerId,
      ]);
      expect(row.funding_fee_bps).toBe(Math.round(fundingFeePercent * 100));
    },
  );

  test("apply from the next request on", async () => {
    const card = await makeCard(partner, { amountUsd: 100 });
    const before = await walletOf(partner.partnerId);
    await change({ fundingFee: 0.25, fundingFeePercent: 1.5 });
    await expect
      .poll(async () => {
        const start = await walletOf(partner.partnerId);
        const body = { serviceCardId: card, amount: 100 };
        await clientOf(partner).fund(body, randomUUID());
        return start - (await walletOf(partner.partnerId));
      })
      .toBe(101.75);
    expect(before).toBeGreaterThan(0);
  });

  test("the settings of an unknown partner are not found", async () => {
    for (const id of [newId("ptn"), newId("wd"), "x"]) {
      expectRefusal(await change({ kycFee: 1 }, id), 404, "PARTNER_NOT_FOUND");
      expectRefusal(await browser.call(getOne, { params: { id } }), 404, "PARTNER_NOT_FOUND");
    }
  });
});

describe("a change is refused", () => {
  test.each([
    [{ kycFee: -0.01 }, "kycFee: min"],
    [{ kycFee: 1_000.01 }, "kycFee: max"],
    [{ kycFee: 0.005 }, "kycFee: maxDecimals"],
    [{ kycFee: "2" }, "kycFee: isNumber"],
    [{ kycFee: null }, "kycFee: isNumber"],
    [{ cardCreationFee: 1e9 }, "cardCreationFee: max"],
    [{ fundingFee: 1e-7 }, "fundingFee: maxDecimals"],
    [{ cardWithdrawalFee: 5.01 }, "cardWithdrawalFee: max"],
    [{ fundingFeePercent: 100.01 }, "fundingFeePercent: max"],
    [{ fundingFeePercent: 0.001 }, "fundingFeePercent: maxDecimals"],
    [{ crossBorderFeePercent: -1 }, "crossBorderFeePercent: min"],
    [{ requestsPerS: 0 }, "requestsPerS: min"],
    [{ requestsPerS: 1.5 }, "requestsPerS: isInt"],
    [{ requestBurst: 1_000_001 }, "requestBurst: max"],
  ])("%j", async (body, field) => {
    expect(invalidFields(await change({ ...body, crossBorderFeePercent: 1, ...body }))).toEqual([
      field,
    ]);
    expectSuccess(await look(), whole({}));
    expect(await audit()).toEqual([]);
  });
});

describe("the audit log", () => {
  test("has the changed settings with their old and new values", async () => {
    const body = { kycFee: 2.5, cardCreationFee: 1, requestBurst: 2_000 };
    const { headers } = await change(body);
    expect(await audit()).toStrictEqual([
      {
        id: expect.stringMatching(/^aud_/),
        partner_id: null,
        person_id: admin.personId,
        action: "partner.settings",
        target_id: partner.partnerId,
        before: { kycFee: 2, requestBurst: 1_000 },
        after: { kycFee: 2.5, requestBurst: 2_000 },
        ip_address: browser.address,
        request_id: headers.get("x-request-id"),
        created_at: expect.any(Date),
      },
    ]);
  });

  test("has no entry for a change without effect", async () => {
    expectSuccess(await change({}), whole({}));
    expectSuccess(await change({ kycFee: 2, name: "Mine", suspendedAt: null }), whole({}));
    expect(await audit()).toEqual([]);
  });

  test("has one consistent history after concurrent changes, and none is lost", async () => {
    const bodies = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? { kycFee: 10 + index } : { requestsPerS: 10 + index },
    );
    await Promise.all(bodies.map((body) => change(body)));
    let settings: Record<string, unknown> = START;
    for (const { before, after } of await audit()) {
      expect(settings).toMatchObject(before);
      settings = { ...settings, ...after };
    }
    expectSuccess(await look(), whole(settings));
    expect(settings.kycFee).not.toBe(2);
    expect(settings.requestsPerS).not.toBe(500);
  });

  test("cannot be rewritten, not even by the database's owner", async () => {
    await change({ kycFee: 7 });
    await expect(sql("UPDATE audit_entries SET after = '{}'")).rejects.toThrow("append-only");
    await expect(sql("DELETE FROM audit_entries")).rejects.toThrow("append-only");
  });
});

test("the list has every partner, newest first", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const { json } = await browser.call(list, { query: { limit: 2 } });
  const ids = json.data.partners.map((each: { partnerId: string }) => each.partnerId);
  expect(ids).toEqual([partnerId, partner.partnerId]);
  expect(json.data.partners[1]).toEqual(whole({}));
  const [{ count }] = await sql("SELECT count(*)::int AS count FROM partners");
  const nextCursor = json.data.partners[1].partnerId;
  expect(json.data.pagination).toEqual({ skip: 0, limit: 2, total: count, nextCursor });
});
