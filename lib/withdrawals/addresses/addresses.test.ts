import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import * as one from "@/app/api/v1/partner/addresses/[addressId]/route";
import { GET as check } from "@/app/api/v1/partner/addresses/check/route";
import * as addresses from "@/app/api/v1/partner/addresses/route";
import { NETWORKS } from "@/lib/chain/networks";
import { serviceAddresses } from "@/lib/chain/service-addresses";
import { requestLog } from "@/lib/request-log/request-log";
import { ownerClient } from "@/test/database/attack";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal, invalidFields } from "@/test/http/expect-answer";
import { MAX_SAVED_ADDRESSES } from "./schema";

/** An address with the first and last four digits of ADDRESS, as an attacker would create it. */
const LOOKALIKE = `0x5290${"3".repeat(32)}9ee7`;
const OTHER = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";

let partner: TestPartner;
let browser: Browser;
beforeEach(async () => {
  partner = await makePartner();
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId }));
});
afterAll(endTests);

const save = (label: string, address: string, by = browser) =>
  by.call(addresses.POST, { method: "POST", body: { label, address } });
const list = async (by = browser) => (await by.call(addresses.GET)).json.data.addresses;
const rename = (addressId: string, label: string) =>
  browser.call(one.PATCH, { method: "PATCH", params: { addressId }, body: { label } });
const remove = (addressId: string) =>
  browser.call(one.DELETE, { method: "DELETE", params: { addressId } });
const judge = async (address: string, by = browser) => {
  const answer = await by.call(check, { query: { address } });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return answer.json.data;
};
const WAITING =
  "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
/** Stores this many addresses of the partner. */
const fill = (count: number) =>
  sql(
    `INSERT INTO saved_addresses SELECT $1 || n, $1, 'label ' || n, '0x' || lpad(n::text, 40, '0'),
       (SELECT id FROM people WHERE partner_id = $1), now() FROM generate_series(1, $2::int) n`,
    [partner.partnerId, count],
  );
const complete = (id: string) =>
  sql(
    `UPDATE withdrawals SET status = 'completed', approved_at = created_at, completed_at = now(), tx_hash = '0x1'
     WHERE id = $1`,
    [id],
  );
/** Completes a withdrawal, bypassing the triggers that require a posting for each status. */
async function pay(id: string): Promise<void> {
  await sql("ALTER TABLE withdrawals DISABLE TRIGGER USER");
  await complete(id).finally(() => sql("ALTER TABLE withdrawals ENABLE TRIGGER USER"));
}

describe("saved addresses", () => {
  test("are listed by label, with checksum case and the person who saved them", async () => {
    await save("Zurich desk", ADDRESS);
    await save("alpine treasury", OTHER.toLowerCase());
    expect(await list()).toMatchObject([
      { label: "alpine treasury", address: OTHER, savedBy: "Test" },
      { label: "Zurich desk", address: ADDRESS },
    ]);
  });

  test("are in the request log without the person who saved them", async () => {
    await save("Zurich desk", ADDRESS);
    await requestLog().flush();
    const [logged] = await sql(
      "SELECT response_body FROM request_log WHERE partner_id = $1 AND method = 'POST'",
      [partner.partnerId],
    );
    expect(JSON.parse(logged.response_body).data).toMatchObject({
      label: "Zurich desk",
      savedBy: "[personal]",
    });
  });

  test("have unique labels and addresses, regardless of case", async () => {
    await save("Treasury", ADDRESS);
    expectRefusal(await save("TREASURY", OTHER), 409, "ADDRESS_EXISTS");
    expectRefusal(await save("Another", ADDRESS.toLowerCase()), 409, "ADDRESS_EXISTS");
    const other = (await save("Desk", OTHER)).json.data.addressId;
    expectRefusal(await rename(other, "treasury"), 409, "ADDRESS_EXISTS");
    expect((await list()).map(({ label }: { label: string }) => label)).toEqual([
      "Desk",
      "Treasury",
    ]);
  });

  test("are per partner: another partner can save the same", async () => {
    await save("Treasury", ADDRESS);
    const elsewhere = await makePartner();
    const stranger = await signedIn(await makePerson({ partnerId: elsewhere.partnerId }));
    expect((await save("Treasury", ADDRESS, stranger)).status).toBe(201);
    expect(await list(stranger)).toHaveLength(1);
    expect(await judge(LOOKALIKE, stranger)).toMatchObject({ lookalikes: [{ address: ADDRESS }] });
  });

  test("can be renamed and removed; the audit log keeps the earlier values", async () => {
    const { addressId } = (await save("Treasury", ADDRESS)).json.data;
    expect((await rename(addressId, "Payroll")).json.data).toMatchObject({
      addressId,
      label: "Payroll",
      address: ADDRESS,
    });
    expect((await remove(addressId)).json.data).toEqual({ removed: true });
    expect(await list()).toEqual([]);
    expectRefusal(await remove(addressId), 404, "ADDRESS_NOT_FOUND");
    expectRefusal(await rename(addressId, "Gone"), 404, "ADDRESS_NOT_FOUND");
    const entries = await sql(
      "SELECT action, before, after FROM audit_entries WHERE target_id = $1 ORDER BY id",
      [addressId],
    );
    expect(entries).toEqual([
      { action: "saveAddress", before: null, after: { label: "Treasury", address: ADDRESS } },
      {
        action: "renameAddress",
        before: { label: "Treasury", address: ADDRESS },
        after: { label: "Payroll", address: ADDRESS },
      },
      { action: "removeAddress", before: { label: "Payroll", address: ADDRESS }, after: {} },
    ]);
  });

  test("are limited in number", async () => {
    await fill(MAX_SAVED_ADDRESSES);
    expectRefusal(await save("One more", ADDRESS), 409, "ADDRESS_LIMIT");
    expect(await list()).toHaveLength(MAX_SAVED_ADDRESSES);
  });

  test("do not exceed the limit when two are saved at the same moment", async () => {
    await fill(MAX_SAVED_ADDRESSES - 1);
    const client = await ownerClient();
    // Both have counted, or wait to count, before the first one can store its address.
    await client.query("BEGIN");
    await client.query("LOCK TABLE saved_addresses IN SHARE MODE");
    const saves = [save("Desk", OTHER), save("Treasury", ADDRESS)];
    await expect.poll(() => sql(WAITING)).toHaveLength(saves.length);
    await client.query("COMMIT");
    await client.end();
    const statuses = (await Promise.all(saves)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409]);
    const stored = await sql("SELECT FROM saved_addresses WHERE partner_id = $1", [
      partner.partnerId,
    ]);
    expect(stored).toHaveLength(MAX_SAVED_ADDRESSES);
  });

  test.each([
    ["a mistyped one", "0x52908400098527886E0F7030069857D2E4169Ee7", "isChecksummed"],
    ["the zero address", `0x${"0".repeat(40)}`, "isPayable"],
    ["a token's contract", NETWORKS.staging[0]?.tokens[0]?.address ?? "", "isPayable"],
    ["a malformed one", "0x12", "matches"],
  ])("cannot be %s", async (_, address, rule) => {
    expect(invalidFields(await save("Treasury", address))).toEqual([`address: ${rule}`]);
    expect(await list()).toEqual([]);
  });

  test("cannot be an address of this service", async () => {
    const { walletAddress } = await makePartner({ balanceUsd: 0 });
    for (const address of [partner.walletAddress, walletAddress, ...(await serviceAddresses())])
      expect(invalidFields(await save("Ours", address))).toEqual(["address: isPayable"]);
    expect(await list()).toEqual([]);
  });

  test.each(["", " ", "x".repeat(61), "a\u202eb"])("cannot have the label %j", async (label) => {
    expect(invalidFields(await save(label, ADDRESS))[0]).toMatch(/^label: /);
  });
});

describe("the facts about an address", () => {
  test("a new address has none; its checksum case is shown however it is typed", async () => {
    for (const typed of [ADDRESS, ADDRESS.toLowerCase(), `0x${ADDRESS.slice(2).toUpperCase()}`])
      expect(await judge(typed)).toEqual({ address: ADDRESS, timesPaid: 0, lookalikes: [] });
  });

  test("the last payment, once there is one", async () => {
    const withdrawals = withdrawalsOf(partner);
    const id = await withdrawals.make(10);
    expect(await judge(ADDRESS)).toMatchObject({ timesPaid: 0 });
    await pay(id);
    await save("Treasury", ADDRESS);
    expect(await judge(ADDRESS.toLowerCase())).toEqual({
      address: ADDRESS,
      savedAs: "Treasury",
      timesPaid: 1,
      lastPaidAt: expect.stringMatching(/^\d{4}-/),
      lookalikes: [],
    });
  });

  test("similarity to a saved or paid address", async () => {
    await save("Treasury", ADDRESS);
    expect(await judge(LOOKALIKE)).toMatchObject({
      timesPaid: 0,
      lookalikes: [{ address: ADDRESS, savedAs: "Treasury" }],
    });
    await withdrawalsOf(partner).create({ amount: 5, toAddress: OTHER });
    const copied = `${OTHER.slice(0, 6)}${"0".repeat(32)}${OTHER.slice(-4)}`;
    expect(await judge(copied)).toMatchObject({ lookalikes: [{ address: OTHER }] });
  });

  test("no similarity to a cancelled address, or to one that differs at either end", async () => {
    const withdrawals = withdrawalsOf(partner);
    const created = await withdrawals.create({ amount: 5, toAddress: ADDRESS });
    await withdrawals.cancel(created.json.data.id);
    await save("Desk", OTHER);
    for (const address of [LOOKALIKE, `0x8617${"1".repeat(36)}`, `0x${"1".repeat(36)}070d`])
      expect(await judge(address)).toMatchObject({ lookalikes: [] });
  });

  test("an address where money would be lost", async () => {
    expect(await judge(`0x${"0".repeat(40)}`)).toMatchObject({ problem: "zero_address" });
    const usdc = NETWORKS.staging[0]?.tokens[0]?.address ?? "";
    expect(await judge(usdc.toLowerCase())).toMatchObject({ problem: "token_contract" });
    expect(await judge(partner.walletAddress)).toMatchObject({ problem: "own_deposit_address" });
  });

  test("another partner's deposit address is only named as one of this service", async () => {
    const { walletAddress } = await makePartner({ balanceUsd: 0 });
    const [treasury = ""] = await serviceAddresses();
    for (const address of [walletAddress, treasury])
      expect(await judge(address)).toEqual({
        address,
        problem: "service_address",
        timesPaid: 0,
        lookalikes: [],
      });
  });
});
