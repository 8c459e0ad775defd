import type { Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { dropSession, openElsewhere } from "../test/service/living-page.ts";
import { button, signIn } from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

const nobody = { email: "", password: "" };
const INVITED = "jonas.weber@northwind.example";
const PASSWORD = "a passphrase of the journey";

/** Waits for an e-mail in the mailbox and opens it. */
async function openMail(page: Page, subject: string, recipient: string): Promise<void> {
  const entry = page.getByRole("link", { name: subject }).filter({ hasText: recipient }).first();
  await expect(async () => {
    await page.goto("/sandbox/mail");
    await expect(entry).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await entry.click();
  await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
}

/** Follows the link of the plain text. */
const followLink = (page: Page, path: RegExp) =>
  page.locator("pre").getByRole("link", { name: path }).click();

test("an owner invites a person, who joins by the e-mail, forgets the password and sets another one", async ({
  page,
  browser,
  service,
}) => {
  const [owner = nobody] = service.demo.partners;
  await signIn(page, owner, "/settings");
  const answer = await page.request.post("/api/v1/partner/people/invitations", {
    data: { email: INVITED, role: "viewer", password: owner.password },
    headers: { origin: service.baseUrl },
  });
  expect(answer.status()).toBe(201);
  await page.goto("/settings/account");
  await expect(page.getByRole("checkbox", { name: /^Withdrawals/ })).toBeChecked();
  await page.getByRole("checkbox", { name: /^Withdrawals/ }).click();
  await expect(page.getByLabel("Notifications").getByText("Email settings saved")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /^Withdrawals/ })).not.toBeChecked();
  await expectState(page, "email-settings");

  const guest = await openElsewhere(browser, service.baseUrl);
  await openMail(guest, "Invitation to join", INVITED);
  const html = guest.frameLocator("iframe");
  await expect(html.getByRole("link", { name: "Accept invitation" })).toBeVisible();
  await expectState(guest, "mail-invitation");
  await followLink(guest, /\/invite\//);
  await guest.getByLabel("Your name").fill("Jonas Weber");
  await guest.getByLabel("Password").fill("the first passphrase");
  await button(guest, "Join").click();
  await expect(guest).toHaveURL(`${service.baseUrl}/`);
  await dropSession(guest);

  await guest.goto("/sign-in");
  await guest.getByRole("link", { name: "Reset it by email" }).click();
  await expectState(guest, "reset-request");
  await guest.getByLabel("Email").fill(INVITED);
  await button(guest, "Send link").click();
  await expect(guest.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expectState(guest, "reset-requested");
  await openMail(guest, "Set a new password", INVITED);
  await expectState(guest, "mail-reset");
  await followLink(guest, /\/sign-in\/reset\//);
  await expectState(guest, "reset-password");
  await guest.getByLabel("New password").fill(PASSWORD);
  await button(guest, "Set password").click();
  await expect(guest.getByRole("heading", { name: "Your password was changed" })).toBeVisible();
  await expectState(guest, "reset-done");
  await dropSession(guest);
  await signIn(guest, { email: INVITED, password: PASSWORD });
  await openMail(guest, "Your password was changed", INVITED);
  await guest.goto("/sandbox/mail");
  await expectState(guest, "mailbox");
  await guest.close();
});

test("the mailbox does not exist for requests that a proxy passes on", async ({ request }) => {
  expect((await request.get("/sandbox/mail")).status()).toBe(200);
  const proxied = { headers: { "x-forwarded-for": "127.0.0.1" } };
  expect((await request.get("/sandbox/mail", proxied)).status()).toBe(404);
  const forged = { headers: { "x-real-ip": "127.0.0.1", "x-loopback-client": "yes" } };
  expect((await request.get("/sandbox/mail", forged)).status()).toBe(404);
});
