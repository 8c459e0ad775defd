import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as resume } from "@/app/api/admin/partners/[id]/resume/route";
import { POST as suspend } from "@/app/api/admin/partners/[id]/suspend/route";
import { GET as review } from "@/app/api/admin/withdrawals/[id]/review/route";
import { GET as one } from "@/app/api/admin/withdrawals/[id]/route";
import { NETWORKS } from "@/lib/chain/networks";
import { serviceAddresses } from "@/lib/chain/service-addresses";
import { walletOf } from "@/test/fixtures/books";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { decisionsIn, withdrawalFaults, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal, TIMESTAMP } from "@/test/http/expect-answer";

let admin: TestPerson;
let browser: Browser;
let decisions: ReturnType<typeof decisionsIn>;
let partner: TestPartner;
let wallet: ReturnType<typeof withdrawalsOf>;
beforeAll(async () => {
  admin = await makePerson();
  browser = await signedIn(admin);
  decisions = decisionsIn(browser);
});
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  wallet = withdrawalsOf(partner);
});
afterAll(endTests);

const totp = () => codeOf(admin);
const shown = async (id: string) => (await browser.call(one, { params: { id } })).json.data;
const suspendIt = (reason: string) =>
  browser.call(suspend, { method: "POST", params: { id: partner.partnerId }, body: { reason } });
const resumeIt = () =>
  browser.call(resume, {
    method: "POST",
    params: { id: partner.partnerId },
    body: { totp: codeOf(admin) },
  });

describe("a withdrawal of a suspended partner", () => {
  test("has the time and reason of the last suspension", async () => {
    const id = await wallet.make();
    expect(await shown(id)).not.toHaveProperty("partnerSuspended");
    await suspendIt("Late papers");
    await resumeIt();
    await suspendIt("Stolen <b>keys</b>");
    expect((await shown(id)).partnerSuspended).toEqual({
      since: TIMESTAMP,
      reason: "Stolen <b>keys</b>",
    });
    await resumeIt();
    expect(await shown(id)).not.toHaveProperty("partnerSuspended");
  });

  test("is not approved until the partner is resumed", async () => {
    const id = await wallet.make();
    await suspendIt("Stolen keys");
    const refused = await decisions.approve(id, { totp: totp() });
    expectRefusal(refused, 409, "WITHDRAWAL_PARTNER_SUSPENDED");
    expect(await shown(id)).toMatchObject({ status: "pending", approvals: [] });
    await resumeIt();
    expect((await decisions.approve(id, { totp: totp() })).json.data.status).toBe("approved");
  });

  test("gets no first of two approvals either", async () => {
    await sql("UPDATE partners SET second_approval_above_micro_usd = 0 WHERE id = $1", [
      partner.partnerId,
    ]);
    const id = await wallet.make();
    await suspendIt("Stolen keys");
    const refused = await decisions.approve(id, { totp: totp() });
    expectRefusal(refused, 409, "WITHDRAWAL_PARTNER_SUSPENDED");
    expect((await shown(id)).approvals).toEqual([]);
  });

  test("can be rejected with a refund", async () => {
    const id = await wallet.make(100);
    await suspendIt("Stolen keys");
    expect((await decisions.reject(id, { totp: totp() })).status).toBe(200);
    expect(await walletOf(partner.partnerId)).toBe(1_000);
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });
});

describe("a withdrawal to an address where money is lost", () => {
  /** As it was asked for before such addresses were refused. */
  async function standing(toAddress: string): Promise<string> {
    const id = await wallet.make(5);
    await sql("ALTER TABLE withdrawals DISABLE TRIGGER USER");
    await sql("UPDATE withdrawals SET to_address = $2 WHERE id = $1", [id, toAddress]).finally(() =>
      sql("ALTER TABLE withdrawals ENABLE TRIGGER USER"),
    );
    return id;
  }

  test("cannot be approved, shows the reason beforehand, and can be rejected", async () => {
    const [treasury = "", relayer = ""] = await serviceAddresses();
    const { walletAddress: foreign } = await makePartner({ balanceUsd: 0 });
    const usdc = NETWORKS.staging[0]?.tokens[0]?.address ?? "";
    for (const [toAddress, problem] of [
      [`0x${"0".repeat(40)}`, "zero_address"],
      [usdc, "token_contract"],
      [partner.walletAddress.toLowerCase(), "own_deposit_address"],
      [foreign, "service_address"],
      [treasury, "service_address"],
      [relayer.toLowerCase(), "service_address"],
    ] as const) {
      const id = await standing(toAddress);
      const { address } = (await browser.call(review, { params: { id } })).json.data;
      expect(address.problem).toBe(problem);
      const refused = await decisions.approve(id, { totp: totp() });
      expectRefusal(refused, 409, "WITHDRAWAL_NOT_PAYABLE");
      expect((await shown(id)).status).toBe("pending");
      expect((await decisions.reject(id, { totp: totp() })).status).toBe(200);
    }
    expect(await walletOf(partner.partnerId)).toBe(1_000);
  });
});
