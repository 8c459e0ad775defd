import { randomUUID } from "node:crypto";
import { TOTP } from "otpauth";
import { expect, test } from "../test/service/journey.ts";
import {
  dropSession,
  expectToOpen,
  openElsewhere,
  selectUntil,
} from "../test/service/living-page.ts";
import { callFrom, callWithKey, codeOf, makeHeldDeposit, signInOperator } from "./console-pages.ts";
import {
  button,
  copyAndClose,
  dialogButton,
  expectAccessible,
  FAR_READER,
  fillSignIn,
  openEach,
  signIn,
} from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

const PASSWORD = "a few words do well";
const nobody = { email: "", password: "", totpSecret: "" };

test("an administrator creates a partner, suspends it, views its dashboard read-only, and reactivates it", async ({
  page,
  browser,
  service,
}) => {
  const admin = service.demo.admins[0] ?? nobody;
  await signInOperator(page, admin, "/admin/partners");
  await button(page, "Create partner").click();
  await page.getByRole("dialog").getByLabel("Name").fill("Zürich Kurier");
  await page.getByLabel("Owner’s email").fill("nobody");
  await dialogButton(page, "Create partner").click();
  await expect(page.getByLabel("Owner’s email")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Owner’s email")).toBeFocused();
  await expectAccessible(page, "the form of a partner");
  const email = `${randomUUID()}@example.com`;
  await page.getByLabel("Owner’s email").fill(email);
  await page.getByRole("dialog").getByLabel("Code").fill("000000");
  await dialogButton(page, "Create partner").click();
  await expect(page.getByText("Incorrect or expired code")).toBeVisible();
  await expect(page.getByRole("dialog").getByLabel("Code")).toBeFocused();
  await expectAccessible(page, "the form of a partner with a wrong code");
  await page.getByRole("dialog").getByLabel("Code").fill(codeOf(admin));
  await dialogButton(page, "Create partner").click();
  const link = (await page.getByText(/\/invite\//).textContent()) ?? "";
  await copyAndClose(page);

  const owner = await openElsewhere(browser, service.baseUrl);
  await owner.goto(link);
  await owner.getByLabel("Your name").fill("Beat Zürcher");
  await owner.getByLabel("Password").fill(PASSWORD);
  await button(owner, "Join").click();
  await expect(owner.getByText("Zürich Kurier").first()).toBeVisible();

  // The partner's people and terms.
  await page.getByRole("link", { name: "Zürich Kurier" }).click();
  await expect(page.getByText("Beat Zürcher").first()).toBeVisible();
  await button(page, "Edit").click();
  await page.getByLabel("Funding fee (%)").fill("1.5");
  await button(page, "Save").click();
  const changes = page.getByRole("dialog", { name: "Request these changes?" });
  await expect(changes).toContainText("Funding fee (%) from 0 % to 1.5 %");
  await changes.getByLabel("Code").fill(codeOf(admin));
  await button(page, "Request changes").click();
  await expect(page.getByText("pending confirmation by a second administrator")).toBeVisible();
  await expectAccessible(page, "a partner");

  // An invitation of another owner requires a code, and a second administrator.
  const second = `${randomUUID()}@example.com`;
  await button(page, "Invite owner").click();
  await expect(page.getByText(/a second administrator must confirm this invitation/)).toBeVisible();
  await page.getByRole("dialog").getByLabel("Email").fill(second);
  await button(page, "Create invite link").click();
  await expect(page.getByRole("dialog").getByLabel("Code")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page, "the form of an owner's invitation");
  await page.getByRole("dialog").getByLabel("Code").fill(codeOf(admin));
  await button(page, "Create invite link").click();
  const pending = `Invitation of ${second} is pending confirmation by a second administrator`;
  await expect(page.getByText(pending)).toBeVisible();

  // A suspension takes effect at once. The administrator can still view the dashboard.
  await button(page, "Suspend").click();
  await page.getByLabel("Reason (recorded in the audit log)").fill("Asked for by compliance");
  await button(page, "Suspend Zürich Kurier").click();
  await expect(page.getByText("Zürich Kurier is suspended").first()).toBeVisible();
  await owner.reload();
  await expect(owner.getByText(/suspended/).first()).toBeVisible();
  await expectState(owner, "suspended-partner");
  await button(page, "View as partner").click();
  await expect(page.getByText("(read-only)")).toBeVisible();
  await page.goto("/users");
  await expect(button(page, "Create user")).toHaveCount(0);
  await button(page, "Back to console").click();
  await expect(page).toHaveURL("/admin/partners");
  await page.goto("/");
  await expect(page.getByText("This page is for partners")).toBeVisible();

  await page.goto("/admin/partners");
  await page.getByRole("link", { name: "Zürich Kurier" }).click();
  await button(page, "Reactivate").click();
  await page.getByLabel("Code").fill(codeOf(admin));
  await page.getByRole("dialog").getByRole("button", { name: "Reactivate" }).click();
  await expect(page.getByText("Zürich Kurier reactivated")).toBeVisible();
  await owner.reload();
  await expect(owner.getByRole("heading", { name: "Overview" })).toBeVisible();
});

test("an invited auditor joins with an authenticator, signs in by a recovery code, and is removed at once", async ({
  page,
  browser,
  service,
}) => {
  const admin = service.demo.admins[0] ?? nobody;
  await signInOperator(page, admin, "/admin/operators");
  await button(page, "Invite operator").click();
  const email = `${randomUUID()}@operator.example`;
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("dialog").getByLabel("Role").selectOption("auditor");
  await page.getByRole("dialog").getByLabel("Code").fill("000000");
  await button(page, "Create invite link").click();
  await expect(page.getByText("Incorrect or expired code")).toBeVisible();
  await expect(page.getByRole("dialog").getByLabel("Code")).toBeFocused();
  await expectAccessible(page, "the form of an invitation");
  await page.getByRole("dialog").getByLabel("Code").fill(codeOf(admin));
  await button(page, "Create invite link").click();
  const link = (await page.getByText(/\/invite\//).textContent()) ?? "";
  await copyAndClose(page);

  const theirs = await openElsewhere(browser, service.baseUrl);
  await theirs.goto(link);
  await theirs.getByLabel("Your name").fill("Chioma Eze");
  await theirs.getByLabel("Password").fill(PASSWORD);
  const secret = (await theirs.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
  await expectAccessible(theirs, "an operator's invitation");
  await theirs.getByLabel("6-digit code").fill("000000");
  await button(theirs, "Join").click();
  await expect(theirs.getByText("Incorrect or expired code")).toBeVisible();
  await expect(theirs.getByLabel("6-digit code")).toBeFocused();
  await theirs.getByLabel("6-digit code").fill(new TOTP({ secret }).generate());
  await button(theirs, "Join").click();
  const recoveryCode =
    (await theirs
      .getByText(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
      .first()
      .textContent()) ?? "";
  await copyAndClose(theirs);
  await expectToOpen(theirs, "/admin");
  await dropSession(theirs);

  // The authenticator is lost: a recovery code signs in once.
  const signInBy = async (code: string) => {
    await theirs.goto("/sign-in?next=%2Fadmin%2Faccount");
    await fillSignIn(theirs, { email, password: PASSWORD });
    await button(theirs, "Use a recovery code").click();
    await theirs.getByLabel("Recovery code").fill(code);
    await button(theirs, "Sign in").click();
  };
  await signInBy(recoveryCode);
  await expectToOpen(theirs, "/admin/account");
  await expect(theirs.getByText("9 recovery codes left").first()).toBeVisible();
  // Replacing the authenticator requires a code beside the password; the one that signed in is accepted.
  const confirming = theirs.getByLabel("Current code or a recovery code");
  await theirs.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await button(theirs, "Set up again").click();
  await expect(confirming).toBeFocused();
  await confirming.fill(recoveryCode);
  await button(theirs, "Set up again").click();
  const another = (await theirs.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
  await theirs.getByLabel("6-digit code").fill(new TOTP({ secret: another }).generate());
  await button(theirs, "Turn on").click();
  await copyAndClose(theirs);
  await expect(theirs.getByText("10 recovery codes left").first()).toBeVisible();
  await theirs.goto("/admin/operators");
  await expect(button(theirs, "Invite operator")).toHaveCount(0);

  await page.reload();
  const keep = button(page, "Cancel");
  await selectUntil(page.getByLabel("Role of Chioma Eze"), "approver", keep);
  await expect(keep).toBeFocused();
  await page.keyboard.type(codeOf(admin));
  await page.keyboard.press("Enter");
  // A role with more rights needs a second administrator, who is not there.
  await expect(page.getByText("New role of Chioma Eze is pending confirmation")).toBeVisible();
  await button(page, /^Cancel the request/).click();
  await dialogButton(page, "Cancel request").click();
  await expect(page.getByText("Request cancelled")).toBeVisible();
  await button(page, "Reset 2FA of Chioma Eze").click();
  await expect(dialogButton(page, "Cancel")).toBeFocused();
  await expectState(page, "reset-second-factor");
  await page.getByRole("dialog").getByLabel("Code").fill(codeOf(admin));
  await dialogButton(page, "Request reset").click();
  await expect(page.getByText("Reset for Chioma Eze is pending confirmation")).toBeVisible();
  await button(page, "Remove Chioma Eze").click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove Chioma Eze" }).click();
  await expect(page.getByText("Enter your 6-digit code.")).toBeVisible();
  await expect(page.getByRole("dialog").getByLabel("Code")).toBeFocused();
  await page.getByRole("dialog").getByLabel("Code").fill(codeOf(admin));
  await page.getByRole("dialog").getByRole("button", { name: "Remove Chioma Eze" }).click();
  await expect(page.getByText("Chioma Eze was removed")).toBeVisible();
  // The removed person's page goes to the sign-in page by itself.
  await expect(theirs).toHaveURL(/sign-in/);
});

test("an administrator sees the health of the service, and Prometheus can read the metrics", async ({
  page,
  service,
}) => {
  await signInOperator(page, service.demo.admins[1] ?? nobody, "/admin/health");
  await expect(page.getByRole("table", { name: "Chains" })).toContainText("base-sepolia");
  await expect(page.getByRole("table", { name: "Background jobs" })).toContainText("send-payouts");
  const headers = { authorization: `Bearer ${service.demo.cronSecret}` };
  const metrics = await fetch(`${service.baseUrl}/api/internal/metrics`, { headers });
  expect(await metrics.text()).toContain('partner_wallet_chain_fault{chain="base-sepolia"} 0');
});

test("an administrator credits a deposit that was held for a terminated card; an auditor can only read it", async ({
  page,
  browser,
  service,
}) => {
  const { demo, baseUrl } = service;
  const [admin, auditor] = [demo.admins[1] ?? nobody, demo.auditors[0] ?? nobody];
  const partner = { apiKey: "", ...demo.partners[0], baseUrl };
  await makeHeldDeposit(partner, 77.25);
  await signInOperator(page, admin);
  await page.getByRole("link", { name: /held deposits? needs? a decision/ }).click();
  await page
    .getByRole("row", { name: /77\.25/ })
    .getByRole("link")
    .click();
  await expect(page.getByText("Sent to the address of card ending")).toBeVisible();

  const theirs = await openElsewhere(browser, baseUrl);
  const address = new URL(page.url()).pathname;
  await signInOperator(theirs, auditor, address);
  await expect(theirs.getByText("Sent to the address of card ending")).toBeVisible();
  await expect(button(theirs, /^Credit wallet/)).toHaveCount(0);
  const release = `/api/admin/held-deposits/${address.split("/").at(-1)}/release`;
  const body = { reason: "I may not", totp: "000000" };
  expect((await callFrom(theirs, "POST", release, body)).message).toBe("ROLE_NOT_ALLOWED");

  // The partner sees the held deposit on the card's page.
  const held = await callWithKey(partner, "GET", "/api/v1/partner/wallet/deposits?status=held");
  const deposits = held.data.deposits as { amount: number; serviceCardId: string }[];
  const cardId = deposits.find(({ amount }) => amount === 77.25)?.serviceCardId;
  const theirCard = await openElsewhere(browser, baseUrl);
  await signIn(theirCard, demo.partners[0] ?? nobody, `/cards/${cardId}`);
  await expect(theirCard.getByText("Held deposits")).toBeVisible();
  await expectState(theirCard, "card-held-deposits");
  await theirCard.close();

  await button(page, "Credit wallet…").click();
  await page.getByLabel("Reason").fill("Agreed with the partner");
  await page.getByLabel("Code").fill(codeOf(admin));
  await expectAccessible(page, "crediting a held deposit");
  await button(page, "Credit wallet").click();
  await expect(page.getByText("Credited by Joseph Adeyemi")).toBeVisible();
  await expect(theirs.getByText("Credited by Joseph Adeyemi")).toBeVisible();
  const { data } = await callWithKey(partner, "GET", "/api/v1/partner/wallet/transactions?limit=1");
  expect(data.transactions).toMatchObject([{ category: "deposit_release", amount: 77.25 }]);
});

test("an auditor reads the books, the health and the audit log, and cannot change anything", async ({
  page,
  service: { demo },
}) => {
  await signInOperator(page, demo.auditors[0] ?? nobody, "/admin/books");
  // Debits and credits are equal.
  const total = page.getByRole("row", { name: /^Total/ });
  await expect(total).toHaveText(/^Total\s*([\d,]+\.\d\d)\s*\1\s*$/);
  for (const [path, seen] of [
    ["/admin/books/checks", "Reconciliation"],
    ["/admin/health", "Background jobs"],
    ["/admin/audit", "last hash"],
    ["/admin/deposits", "Held deposits"],
    ["/admin/disputes", "Disputes"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(seen).first()).toBeVisible();
    await expect(button(page, /^(Run check|Verify now|Credit)\b/)).toHaveCount(0);
  }
  const partner = `/api/admin/partners/${demo.partners[0]?.partnerId}`;
  for (const [method, path, body] of [
    ["POST", "/api/admin/books/checks/invariants", undefined],
    ["POST", "/api/admin/books/checks/reconciliation", undefined],
    ["POST", "/api/admin/audit/verify", undefined],
    ["PATCH", partner, { kycFee: 0 }],
    ["POST", `${partner}/suspend`, { reason: "no" }],
    ["POST", "/api/admin/operators/invitations", { email: "a@example.com", role: "admin" }],
  ] as const)
    expect(await callFrom(page, method, path, body)).toMatchObject({
      status: 403,
      message: "ROLE_NOT_ALLOWED",
    });

  // The page leaves a partner's dashboard when the view is ended, wherever that is done.
  await callFrom(page, "POST", `${partner}/view`);
  await page.goto("/wallet");
  await expect(page.getByRole("heading", { name: "Deposit", exact: true })).toBeVisible();
  await callFrom(page, "DELETE", "/api/admin/view");
  await expect(page).toHaveURL("/admin/partners");
});

test.describe("with another time zone and locale than the server", () => {
  test.use(FAR_READER);

  test("each page of the console hydrates without a mismatch", async ({ page, service }) => {
    await signInOperator(page, service.demo.auditors[0] ?? nobody);
    await openEach(page, [
      "/admin",
      "/admin/partners",
      `/admin/partners/${service.demo.partners[0]?.partnerId}`,
      "/admin/users",
      "/admin/deposits",
      "/admin/disputes",
      "/admin/postings",
      "/admin/health",
      "/admin/books",
      "/admin/books/journals",
      "/admin/books/partners",
      "/admin/books/shortfalls",
      "/admin/books/checks",
      `/admin/books/partners/${service.demo.partners[0]?.partnerId}/statement`,
      "/admin/audit",
      "/admin/operators",
      "/admin/account",
    ]);
  });
});
