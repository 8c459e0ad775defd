import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import * as one from "@/app/api/v1/partner/addresses/[addressId]/route";
import { GET as check } from "@/app/api/v1/partner/addresses/check/route";
import * as addresses from "@/app/api/v1/partner/addresses/route";
import { POST as createInBrowser } from "@/app/api/v1/partner/withdrawal/route";
import { now } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { walletOf } from "@/test/fixtures/books";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { later } from "@/test/fixtures/later";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { saveAddressDirectly, setPolicy } from "@/test/fixtures/payout-policies";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { ADDRESS, withdrawalFaults, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { statuses } from "@/test/http/client";
import { expectRefusal, TIMESTAMP } from "@/test/http/expect-answer";

const OTHER = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
const PARALLEL = 20;
const FITS_LATER = {
  limit: expect.any(String),
  limitAmount: 100,
  leftAmount: expect.any(Number),
  availableAt: TIMESTAMP,
};

let partner: TestPartner;
let wallet: ReturnType<typeof withdrawalsOf>;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 1_000, requestsPerS: 1_000 });
  wallet = withdrawalsOf(partner);
});
afterAll(endTests);

const owner = async () => {
  const person = await makePerson({ partnerId: partner.partnerId });
  return { person, browser: await signedIn(person) };
};
const saved = async (hoursAgo: number, address = ADDRESS) => {
  const { personId } = await makePerson({ partnerId: partner.partnerId });
  await saveAddressDirectly({ partnerId: partner.partnerId, personId, address, hoursAgo });
};
const create = (amount: number, toAddress = ADDRESS) => wallet.create({ amount, toAddress });

describe("an allow-list", () => {
  beforeEach(() => setPolicy(partner.partnerId, { allow_list: true, wait_h: 24 }));

  test("refuses an address that is not saved, and the wallet keeps its money", async () => {
    expectRefusal(await create(20), 403, "ADDRESS_NOT_ALLOWED");
    expect(await walletOf(partner.partnerId)).toBe(1_000);
  });

  test("refuses a new address until its waiting time has passed, and says when", async () => {
    await saved(1);
    const refused = await create(20);
    expectRefusal(refused, 403, "ADDRESS_NOT_ALLOWED", { usableFrom: TIMESTAMP });
    const from = new Date(refused.json.data.usableFrom);
    const rest = (from.getTime() - now().getTime()) / HOUR_MS;
    expect(rest).toBeGreaterThan(22.9);
    expect(rest).toBeLessThanOrEqual(23);
    expect(refused.json.data.error).toContain(refused.json.data.usableFrom);
    expect((await later(23 * HOUR_MS, () => create(20))).status).toBe(200);
  });

  test.each([HOUR_MS, -23 * HOUR_MS])(
    "refuses a new address for 24 hours where the process that saved it has a clock %i ms ahead",
    async (byMs) => {
      const { browser } = await owner();
      const body = { label: "New", address: ADDRESS };
      const { json } = await withClockAhead(byMs, () =>
        browser.call(addresses.POST, { method: "POST", body }),
      );
      const { usableFrom, createdAt } = json.data;
      expect(Date.parse(usableFrom) - Date.parse(createdAt)).toBe(24 * HOUR_MS);
      const createdLater = (ms: number) => later(ms, () => create(20));
      expectRefusal(await createdLater(24 * HOUR_MS - 60_000), 403, "ADDRESS_NOT_ALLOWED", {
        usableFrom,
      });
      expect((await createdLater(24 * HOUR_MS + 60_000)).status).toBe(200);
    },
  );

  test("permits an older address, whatever the case of its letters", async () => {
    await saved(25);
    expect((await create(20, ADDRESS.toLowerCase())).status).toBe(200);
    expectRefusal(await create(20, OTHER), 403, "ADDRESS_NOT_ALLOWED");
  });

  test("begins the waiting time again for an address that was removed and saved again", async () => {
    await saved(25);
    const { browser } = await owner();
    const { addressId } = (await browser.call(addresses.GET)).json.data.addresses[0];
    await browser.call(one.DELETE, { method: "DELETE", params: { addressId } });
    expectRefusal(await create(20), 403, "ADDRESS_NOT_ALLOWED");
    const body = { label: "Again", address: ADDRESS };
    expect((await browser.call(addresses.POST, { method: "POST", body })).status).toBe(201);
    expectRefusal(await create(20), 403, "ADDRESS_NOT_ALLOWED", { usableFrom: TIMESTAMP });
  });

  test("does not permit an address that only another partner saved", async () => {
    const stranger = await makePartner({ balanceUsd: 0 });
    const { personId } = await makePerson({ partnerId: stranger.partnerId });
    const { partnerId } = stranger;
    await saveAddressDirectly({ partnerId, personId, address: ADDRESS, hoursAgo: 48 });
    expectRefusal(await create(20), 403, "ADDRESS_NOT_ALLOWED");
  });

  test("is shown in the address book and in the check of an address", async () => {
    const { browser } = await owner();
    await browser.call(addresses.POST, {
      method: "POST",
      body: { label: "New", address: ADDRESS },
    });
    const [{ createdAt, usableFrom }] = (await browser.call(addresses.GET)).json.data.addresses;
    expect(Date.parse(usableFrom) - Date.parse(createdAt)).toBe(24 * HOUR_MS);
    const judged = async (address: string) =>
      (await browser.call(check, { query: { address } })).json.data.notAllowed;
    expect(await judged(ADDRESS)).toEqual({ usableFrom });
    expect(await judged(OTHER)).toEqual({});
    await setPolicy(partner.partnerId, { allow_list: false });
    expect(await judged(OTHER)).toBeUndefined();
    const [later] = (await browser.call(addresses.GET)).json.data.addresses;
    expect(later.usableFrom).toBeUndefined();
  });

  test("applies to the dashboard too", async () => {
    const { browser } = await owner();
    const body = { amount: 20, toAddress: ADDRESS };
    const options = { method: "POST", body, idempotencyKey: crypto.randomUUID() };
    expectRefusal(await browser.call(createInBrowser, options), 403, "ADDRESS_NOT_ALLOWED");
  });

  test("is checked by the commit: no withdrawal follows the removal of its address", async () => {
    await saved(25);
    const remove = async () => {
      await sql("DELETE FROM saved_addresses WHERE partner_id = $1", [partner.partnerId]);
      return (await wallet.list()).json.data.pagination.total;
    };
    const [madeBefore] = await Promise.all([
      remove(),
      ...Array.from({ length: 8 }, () => create(5)),
    ]);
    const { total } = (await wallet.list()).json.data.pagination;
    // When the removal has returned, no other withdrawal to the address is committed.
    expect(total).toBe(madeBefore);
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });
});

describe("payout limits", () => {
  const micro = (usd: number) => usd * 1_000_000;

  test("refuse what exceeds the hour, with what is left and when the amount fits", async () => {
    await setPolicy(partner.partnerId, { hour_limit_micro_usd: micro(100) });
    const first = (await create(70)).json.data;
    const refused = await create(40);
    const facts = { limit: "hour", limitAmount: 100, leftAmount: 30, availableAt: TIMESTAMP };
    expectRefusal(refused, 429, "PAYOUT_LIMIT_EXCEEDED", facts);
    const fitsAfterMs = Date.parse(refused.json.data.availableAt) - Date.parse(first.createdAt);
    expect(Math.abs(fitsAfterMs - HOUR_MS)).toBeLessThan(10_000);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_500);
    expect((await create(30)).status).toBe(200);
    expect((await later(HOUR_MS + 1_000, () => create(40))).status).toBe(200);
  });

  test.each([
    { limit: "hour", ms: HOUR_MS },
    { limit: "day", ms: 24 * HOUR_MS },
    { limit: "address_day", ms: 24 * HOUR_MS },
  ])("count each withdrawal until its period has passed: per $limit", async ({ limit, ms }) => {
    await setPolicy(partner.partnerId, { [`${limit}_limit_micro_usd`]: micro(100) });
    await create(60);
    const createdLater = (byMs: number) => later(byMs, () => create(60));
    // The period begins within the minute of the withdrawal, and a minute before it.
    for (const byMs of [ms - 10_000, ms - 70_000])
      expectRefusal(await createdLater(byMs), 429, "PAYOUT_LIMIT_EXCEEDED", FITS_LATER);
    expect((await createdLater(ms + 1_000)).status).toBe(200);
  });

  test.each([
    { byMs: HOUR_MS, limit: "hour" },
    { byMs: -HOUR_MS, limit: "hour" },
    { byMs: 23 * HOUR_MS, limit: "day" },
    { byMs: -23 * HOUR_MS, limit: "day" },
  ])(
    "count by one clock, where that of a process is $byMs ms ahead: per $limit",
    async ({ byMs, limit }) => {
      await setPolicy(partner.partnerId, { [`${limit}_limit_micro_usd`]: micro(100) });
      const elsewhere = (amount: number) => withClockAhead(byMs, () => create(amount));
      expect((await create(40)).status).toBe(200);
      expect((await elsewhere(40)).status).toBe(200);
      for (const refused of [await elsewhere(40), await create(40)]) {
        const facts = { limit, limitAmount: 100, leftAmount: 20, availableAt: TIMESTAMP };
        expectRefusal(refused, 429, "PAYOUT_LIMIT_EXCEEDED", facts);
        const lengthS = limit === "hour" ? 3_600 : 86_400;
        expect(Math.abs(Number(refused.headers.get("retry-after")) - lengthS)).toBeLessThan(60);
      }
      // An hour or a day later, by the clock that is right.
      await later((limit === "hour" ? HOUR_MS : 24 * HOUR_MS) + 10_000, async () => {
        expect((await elsewhere(80)).status).toBe(200);
      });
    },
  );

  test("say that an amount above the limit never fits", async () => {
    await setPolicy(partner.partnerId, { day_limit_micro_usd: micro(100) });
    const refused = await create(101);
    const facts = { limit: "day", limitAmount: 100, leftAmount: 100 };
    expectRefusal(refused, 429, "PAYOUT_LIMIT_EXCEEDED", facts);
    expect(refused.headers.get("retry-after")).toBeNull();
  });

  test("count 24 hours for the day, over the end of an hour", async () => {
    await setPolicy(partner.partnerId, { day_limit_micro_usd: micro(100) });
    await create(60);
    const createdLater = (ms: number) => later(ms, () => create(60));
    expectRefusal(await createdLater(23 * HOUR_MS), 429, "PAYOUT_LIMIT_EXCEEDED", FITS_LATER);
    expect((await createdLater(24 * HOUR_MS + 1_000)).status).toBe(200);
  });

  test("count each address by itself, whatever the case of its letters", async () => {
    await setPolicy(partner.partnerId, { address_day_limit_micro_usd: micro(100) });
    expect((await create(80)).status).toBe(200);
    const refused = await create(30, ADDRESS.toLowerCase());
    const facts = { limit: "addressDay", limitAmount: 100, leftAmount: 20, availableAt: TIMESTAMP };
    expectRefusal(refused, 429, "PAYOUT_LIMIT_EXCEEDED", facts);
    expect((await create(80, OTHER)).status).toBe(200);
  });

  test("do not count withdrawals that were cancelled", async () => {
    await setPolicy(partner.partnerId, { hour_limit_micro_usd: micro(100) });
    const { id } = (await create(100)).json.data;
    expectRefusal(await create(5), 429, "PAYOUT_LIMIT_EXCEEDED", FITS_LATER);
    expect((await wallet.cancel(id)).status).toBe(200);
    expect((await create(100)).status).toBe(200);
  });

  test("do not apply to the repeat of a request, which returns the same withdrawal", async () => {
    await setPolicy(partner.partnerId, { hour_limit_micro_usd: micro(100) });
    const body = { amount: 100, toAddress: ADDRESS };
    const first = await wallet.create(body, "a-key-of-the-limits");
    const again = await wallet.create(body, "a-key-of-the-limits");
    expect(again.json.data.id).toBe(first.json.data.id);
  });

  test("come after the balance: what the wallet does not have is refused as that", async () => {
    await setPolicy(partner.partnerId, { hour_limit_micro_usd: micro(100) });
    expectRefusal(await create(5_000), 400, "INSUFFICIENT_BALANCE");
  });

  test("are never exceeded by concurrent requests", async () => {
    await setPolicy(partner.partnerId, { hour_limit_micro_usd: micro(50) });
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => create(10)));
    expect(statuses(answers)).toEqual({ 200: 5, 429: PARALLEL - 5 });
    expect(await walletOf(partner.partnerId)).toBe(950);
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });
});
