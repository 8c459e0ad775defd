import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { signInOverHttp } from "../test/http/sign-in-over-http.ts";
import { expectToOpen, waitForKeys, whenLiving } from "../test/service/living-page.ts";
import { prepareRoles, type RoleProcess } from "../test/service/role-processes.ts";
import { codeOf } from "./console-pages.ts";
import { button, dialogButton, signIn } from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

/** Passkeys in a browser with a virtual authenticator, and the worker that verifies what they signed: docs/custody.md. */
test.describe.configure({ mode: "serial" });

let roles: Awaited<ReturnType<typeof prepareRoles>>;
let web: RoleProcess;
let page: Page;
let fingerprint: string;

const ABOVE = { APPROVAL_SIGNATURE_ABOVE_USD: "100" };
/** Browsers refuse passkeys for an IP address. */
const hostName = () => {
  const url = roles.webUrl.replace("127.0.0.1", "localhost");
  return { BASE_URL: url, NEXTAUTH_URL: url };
};
const admin = () => roles.demo.admins[0] ?? fail();
const partner = () => roles.demo.partners[0] ?? fail();
function fail(): never {
  throw new Error("The demo lacks people.");
}

test.beforeAll(async ({ browser }) => {
  roles = await prepareRoles();
  web = await roles.serve("web", { ...roles.withoutKeys, ...hostName(), ...ABOVE });
  await web.untilReady();
  const context = await browser.newContext({ baseURL: hostName().BASE_URL });
  page = whenLiving(await context.newPage());
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal" },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
});
test.afterAll(async () => {
  await page?.context().close();
  await roles?.stop();
});

/** Asks for a withdrawal as the partner's server does. */
async function request(amount: number, toAddress: string): Promise<string> {
  const answer = await fetch(`${web.baseUrl}/api/v1/partner/withdrawal`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${partner().apiKey}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify({ amount, toAddress }),
  });
  expect(answer.status, answer.ok ? "" : await answer.text()).toBe(200);
  return (await answer.json()).data.id;
}

test("an administrator adds a passkey, and renames it", async () => {
  const { email, password } = admin();
  await signIn(page, { email, password, totp: codeOf(admin()) }, "/admin/account");
  await button(page, "Add a passkey…").click();
  await page.getByLabel("Name of the passkey").fill("Laptop");
  const form = page.locator("form", { has: page.getByLabel("Name of the passkey") });
  await form.getByLabel("Password").fill(password);
  await form.getByLabel("Current code or a recovery code").fill(codeOf(admin()));
  await expectState(page, "passkey-form");
  await button(page, "Add the passkey").click();
  await expect(page.getByText("Passkey added")).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: "Fingerprint" });
  fingerprint = (await row.getByText(/^[0-9a-f]{64}$/).textContent()) ?? "";
  await row.getByRole("button", { name: /^Rename/ }).click();
  await row.getByLabel("New name for Laptop").fill("Work laptop");
  await row.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(row.getByRole("paragraph").filter({ hasText: "Work laptop" })).toBeVisible();
  await expectState(page, "passkeys");
});

/** Opens the sign-in page without a session. A page that loses its session goes there itself, so a public one is opened first. */
async function openSignIn(): Promise<void> {
  await page.goto("/status");
  await page.context().clearCookies();
  await page.goto("/sign-in");
}

test("the passkey signs in, alone and in place of the code", async () => {
  const { email, password } = admin();
  await openSignIn();
  await expectState(page, "sign-in-passkey");
  await button(page, "Sign in with a passkey").click();
  await expectToOpen(page, /\/admin$/);

  await openSignIn();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
  await button(page, "Use a passkey").click();
  await expectToOpen(page, /\/admin$/);
});

test("an approval above the amount is signed, and the worker refuses an address that was changed afterwards", async () => {
  const good = await request(250, `0x${"5a".repeat(20)}`);
  const redirected = await request(260, `0x${"6b".repeat(20)}`);
  for (const id of [good, redirected]) {
    await page.goto(`/admin/withdrawals/${id}`);
    await waitForKeys(page);
    await button(page, "Approve…").click();
    if (id === good) await expectState(page, "sign-approval");
    await dialogButton(page, "Approve and send with a passkey").click();
    await expect(page.getByText(/^Approved and signed by/).first()).toBeVisible();
  }
  const file = await page.request.get(`/api/admin/withdrawals/${good}/approvals`);
  expect((await file.json()).approvals).toEqual([
    expect.objectContaining({
      signature: expect.objectContaining({ publicKey: expect.any(String) }),
    }),
  ]);

  // Somebody with the owner's login changes the approved address, past the rules of the database.
  const owner = new pg.Client({ connectionString: roles.ownerUrl });
  await owner.connect();
  await owner.query("ALTER TABLE withdrawals DISABLE TRIGGER USER");
  await owner.query("UPDATE withdrawals SET to_address = $2 WHERE id = $1", [
    ...[redirected, `0x${"66".repeat(20)}`],
  ]);
  await owner.query("ALTER TABLE withdrawals ENABLE TRIGGER USER");
  await owner.end();

  const worker = await roles.serve("worker", {
    ...{ ...roles.withKeys, ...hostName(), ...ABOVE },
    APPROVER_KEYS: `${admin().email}=${fingerprint}`,
  });
  await worker.untilReady();
  const cookie = await signInOverHttp(hostName().BASE_URL, {
    ...{ email: admin().email, password: admin().password, totp: codeOf(admin()) },
  });
  const read = async (id: string) =>
    (
      await (
        await fetch(`${web.baseUrl}/api/admin/withdrawals/${id}`, { headers: { cookie } })
      ).json()
    ).data;
  await expect
    .poll(async () => (await read(good)).status, { timeout: 4 * 60_000 })
    .toBe("completed");
  await expect.poll(async () => (await read(redirected)).refusal?.isUnsigned).toBe(true);
  expect(await read(redirected)).toMatchObject({ status: "approved", isSigned: false });
  await page.goto(`/admin/withdrawals/${redirected}`);
  await expect(page.getByText("Not paid: signatures are missing or wrong")).toBeVisible();
  await expect(
    page.getByText(/signed for another withdrawal, amount, address/).first(),
  ).toBeVisible();
  await expectState(page, "payout-unsigned");
});
