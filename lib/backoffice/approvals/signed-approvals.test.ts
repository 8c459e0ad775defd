import "@/test/database";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { typeScriptArguments } from "@/bin/bootstrap/paths.mjs";

// Set before any module reads the settings: browsers refuse passkeys for an IP address.
process.env.BASE_URL = "http://localhost:3000";
process.env.NEXTAUTH_URL = "http://localhost:3000";
const { GET: exported } = await import("@/app/api/admin/withdrawals/[id]/approvals/route");
const { GET: list } = await import("@/app/api/admin/withdrawals/route");
const { approverKeysIn } = await import("@/lib/kernel/settings/approval");
const { approvalsFileSchema } = await import("@/lib/withdrawals/signed-approvals/approvals-file");
const { verifyFile } = await import("@/lib/withdrawals/signed-approvals/verify-file");
const { endTests, makePartner, sql } = await import("@/test/fixtures/make");
const { codeOf } = await import("@/test/fixtures/people");
const { makeAuthenticator } = await import("@/test/fixtures/authenticator");
const { makeApprover, setSigning } = await import("@/test/fixtures/passkeys");
const { decisionsIn, withdrawalsOf } = await import("@/test/fixtures/withdrawals");
const { expectRefusal, invalidFields } = await import("@/test/http/expect-answer");
/** Settings of no service, so that the command cannot use one. */
const WITHOUT_SERVICE: NodeJS.ProcessEnv = { NODE_ENV: "test", PATH: process.env.PATH };
type Approver = Awaited<ReturnType<typeof makeApprover>>;

let ines: Approver;
let tom: Approver;
let wallet: ReturnType<typeof withdrawalsOf>;
let folder: string;
beforeAll(async () => {
  [ines, tom] = [await makeApprover(), await makeApprover()];
  folder = await mkdtemp(join(tmpdir(), "approvals-"));
});
beforeEach(async () => {
  setSigning({ APPROVAL_SIGNATURE_ABOVE_USD: "100", APPROVER_KEYS: keys() });
  wallet = withdrawalsOf(await makePartner({ balanceUsd: 1_000 }));
});
afterEach(() => setSigning({}));
afterAll(async () => {
  await rm(folder, { recursive: true });
  await endTests();
});

const keys = () => `ines=${ines.authenticator.fingerprint},tom=${tom.authenticator.fingerprint}`;
const approve = (by: Approver, id: string, body: object) =>
  decisionsIn(by.browser).approve(id, body);
/** Whether a person finds the withdrawal under "Needs me". */
const isNeeded = async ({ browser }: Approver, id: string) => {
  const { json } = await browser.call(list, { query: { status: "needs_me", search: id } });
  return json.data.pagination.total === 1;
};
const statusOf = async (id: string) => (await wallet.get(id)).json.data.status;

describe("approving above the amount for signatures", () => {
  test("takes the passkey's signature and no code, and stores it", async () => {
    const id = await wallet.make(200);
    const approved = await ines.approve(id);
    expect(approved.status, JSON.stringify(approved.json)).toBe(200);
    expect(approved.json.data).toMatchObject({
      status: "approved",
      approvals: [{ isSigned: true }],
    });
    const [row] = await sql("SELECT signature FROM withdrawal_approvals WHERE withdrawal_id = $1", [
      id,
    ]);
    expect(row.signature).toMatchObject({
      credentialId: ines.authenticator.credentialId,
      publicKey: ines.authenticator.publicKey,
    });
  });

  test("is refused with a code alone", async () => {
    const id = await wallet.make(200);
    const refused = await approve(ines, id, { totp: codeOf(ines.person) });
    expectRefusal(refused, 409, "APPROVAL_SIGNATURE_NEEDED");
    expect(await statusOf(id)).toBe("pending");
  });

  test.each([
    ["of another withdrawal", async () => (await ines.challengeOf(await wallet.make(200))) ?? ""],
    ["of nothing", async () => "AAAA"],
  ])("is refused with a signature %s, which is audited", async (_, challenge) => {
    const id = await wallet.make(200);
    const signature = ines.authenticator.get(await challenge());
    expectRefusal(await approve(ines, id, { signature }), 409, "APPROVAL_SIGNATURE_INVALID");
    const entries = await sql("SELECT action FROM audit_entries WHERE target_id = $1", [id]);
    expect(entries).toEqual([{ action: "approval_signature.refused" }]);
  });

  test.each([
    ["another website", { origin: "https://evil.example" }],
    ["an authenticator that did not verify the person", { isVerified: false }],
  ])("is refused with a signature of %s", async (_, faults) => {
    const id = await wallet.make(200);
    const signature = ines.authenticator.get((await ines.challengeOf(id)) ?? "", faults);
    expectRefusal(await approve(ines, id, { signature }), 409, "APPROVAL_SIGNATURE_INVALID");
    expect(await statusOf(id)).toBe("pending");
  });

  test("is refused with the passkey of another person, an unknown one, and one outside of APPROVER_KEYS", async () => {
    const id = await wallet.make(200);
    const challenge = (await ines.challengeOf(id)) ?? "";
    for (const authenticator of [tom.authenticator, makeAuthenticator()]) {
      const refused = await approve(ines, id, { signature: authenticator.get(challenge) });
      expectRefusal(refused, 409, "APPROVAL_SIGNATURE_INVALID");
    }
    setSigning({
      APPROVAL_SIGNATURE_ABOVE_USD: "100",
      APPROVER_KEYS: `tom=${tom.authenticator.fingerprint}`,
    });
    const unlisted = await ines.approve(id);
    expectRefusal(unlisted, 409, "APPROVAL_SIGNATURE_INVALID");
    expect(unlisted.json.data.error).toContain(ines.authenticator.fingerprint);
  });

  test("needs two different approvers where APPROVAL_SIGNATURES says so", async () => {
    const settings = { APPROVAL_SIGNATURE_ABOVE_USD: "100", APPROVER_KEYS: keys() };
    setSigning({ ...settings, APPROVAL_SIGNATURES: "2" });
    const id = await wallet.make(200);
    expect((await ines.approve(id)).json.data).toMatchObject({
      status: "pending",
      approvalsNeeded: 2,
    });
    expectRefusal(await ines.approve(id), 409, "SECOND_APPROVER_NEEDED");
    expect([await isNeeded(ines, id), await isNeeded(tom, id)]).toEqual([false, true]);
    setSigning(settings);
    expect(await isNeeded(ines, id)).toBe(true);
    setSigning({ ...settings, APPROVAL_SIGNATURES: "2" });
    expect((await tom.approve(id)).json.data.status).toBe("approved");
  });

  test("does not count an approval that was given before signatures were needed", async () => {
    setSigning({});
    const partner = await makePartner({ balanceUsd: 1_000 });
    await sql("UPDATE partners SET second_approval_above_micro_usd = 0 WHERE id = $1", [
      partner.partnerId,
    ]);
    wallet = withdrawalsOf(partner);
    const id = await wallet.make(200);
    expect((await approve(ines, id, { totp: codeOf(ines.person) })).json.data.status).toBe(
      "pending",
    );
    setSigning({ APPROVAL_SIGNATURE_ABOVE_USD: "100", APPROVER_KEYS: keys() });
    expect((await tom.approve(id)).json.data.status).toBe("pending");
    expect([await isNeeded(ines, id), await isNeeded(tom, id)]).toEqual([false, false]);
  });
});

describe("approving up to the amount", () => {
  test("takes a code, and nothing is signed", async () => {
    // 100.50 with its fee: 100 is sent.
    const id = await wallet.make(100.5);
    expect(await ines.challengeOf(id)).toBeUndefined();
    const approved = await approve(ines, id, { totp: codeOf(ines.person) });
    expect(approved.json.data.status).toBe("approved");
  });

  test("needs a code or a signature", async () => {
    const refused = await approve(ines, await wallet.make(50), {});
    expect(invalidFields(refused)).toEqual(["totp: isNotEmpty"]);
  });
});

describe("a file of approvals", () => {
  type Known = Parameters<typeof verifyFile>[1];
  const known = (more: Partial<Known> = {}): Known => ({
    keys: approverKeysIn(keys()),
    signaturesNeeded: 1,
    ...more,
  });
  const textFor = async (id: string) =>
    (await ines.browser.call(exported, { params: { id } })).text ?? "";
  /** Verifies a file without the service, and returns what is broken. */
  async function brokenIn(text: string, more: Partial<Known> = {}): Promise<string[]> {
    const file = approvalsFileSchema.parse(JSON.parse(text));
    const checks = await verifyFile(file, known(more));
    return checks.flatMap(({ isSound, text: line }) => (isSound ? [] : [line]));
  }

  test("proves a signed approval, and shows every change of it", async () => {
    const id = await wallet.make(200);
    await ines.approve(id);
    const text = await textFor(id);
    expect(await brokenIn(text)).toEqual([]);
    const changed =
      "the approval of ines is signed for another withdrawal, amount, address or chain";
    const none = "0 of 1 needed approvers signed";
    for (const [from, to] of [
      [/0x52908400098527886E0F7030069857D2E4169EE7/i, `0x${"11".repeat(20)}`],
      [/"199500000"/, '"299500000"'],
      [/"chainId": 84532/, '"chainId": 8453'],
      [new RegExp(id), "wd_01k9x75d2r8e5t2v7w4y0z1a2b3"],
    ] as const) {
      const other = text.replace(from, to);
      expect(other).not.toBe(text);
      expect(await brokenIn(other)).toEqual([changed, none]);
    }
    const moved = text.replace('"id": "localhost"', '"id": "evil.example"');
    expect(await brokenIn(moved)).toEqual([expect.stringContaining("no valid signature"), none]);
    const signature = /"signature": "(.{8})/g;
    const forged = text.replace(signature, '"signature": "MEUCIQDA');
    expect(await brokenIn(forged)).toEqual([expect.stringContaining("no valid signature"), none]);
    expect(
      await brokenIn(text, { keys: new Map([[tom.authenticator.fingerprint, "tom"]]) }),
    ).toEqual([expect.stringContaining("a key that is not in APPROVER_KEYS"), none]);
    expect(await brokenIn(text, { signaturesNeeded: 2 })).toEqual([
      "1 of 2 needed approvers signed",
    ]);
  });

  test("a file of approvals without signatures proves nothing", async () => {
    const id = await wallet.make(50);
    await approve(ines, id, { totp: codeOf(ines.person) });
    expect(await brokenIn(await textFor(id))).toEqual(["0 of 1 needed approvers signed"]);
  });

  test("is checked by npm run verify-approvals, with neither a service nor a database", async () => {
    const id = await wallet.make(200);
    await ines.approve(id);
    const path = join(folder, "approvals.json");
    await writeFile(path, await textFor(id));
    const verify = (...args: string[]): Promise<{ code: number; output: string }> =>
      new Promise((resolve) => {
        const all = typeScriptArguments("bin/verify-approvals.ts", path, ...args);
        execFile(process.execPath, all, { env: WITHOUT_SERVICE }, (error, out, err) =>
          resolve({ code: Number(error?.code ?? 0), output: out + err }),
        );
      });
    const [sound, strange, unreadable] = await Promise.all([
      verify("--keys", keys()),
      verify("--keys", `tom=${tom.authenticator.fingerprint}`),
      verify("--keys", "nonsense"),
    ]);
    expect(sound.output).toContain("ok     the approval of ines is signed");
    expect([sound.code, sound.output]).toEqual([0, expect.stringMatching(/^proved$/m)]);
    expect([strange.code, strange.output]).toEqual([1, expect.stringMatching(/^not proved/m)]);
    expect(unreadable.code).toBe(2);
  });
});
