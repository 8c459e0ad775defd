import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { userBody } from "../test/fixtures/sample-user.ts";
import { expect, test } from "../test/service/journey.ts";
import {
  clickUntil,
  expectToOpen,
  openElsewhere,
  selectUntil,
} from "../test/service/living-page.ts";
import { callFrom } from "./console-pages.ts";
import {
  button,
  copyAndClose,
  dialogButton,
  expectAccessible,
  fillSignIn,
  signIn,
} from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

const done = (page: Page, text: string | RegExp) =>
  expect(page.getByLabel("Notifications").getByText(text).last()).toBeVisible();
const nobody = { email: "", password: "" };
const PASSWORD = "a few words do well";
const NEW_PASSWORD = "other words do as well";

test("an owner sets a public name, a logo and the own name: the verification page and the shell show them", async ({
  page,
  service,
  request,
}) => {
  const owner = service.demo.partners[1] ?? nobody;
  await signIn(page, owner, "/settings/company");
  await page.getByLabel("Public name").fill("Lumen");
  await button(page, "Save name").click();
  await done(page, "Public name saved");
  const files = page.getByLabel(/^Upload logo|^Replace logo/);
  await files.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("text") });
  await expect(page.getByText("This file is not a picture")).toBeVisible();
  const buffer = await page.screenshot();
  await files.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
  await done(page, "Logo saved");
  await expect(page.getByText("This file is not a picture")).toHaveCount(0);
  // The logo is beside the name, so screen readers skip it.
  const logo = page.locator('img[src^="/api/logos/"]').first();
  const src = (await logo.getAttribute("src")) ?? "";
  expect((await request.get(src)).headers()["content-type"]).toBe("image/png");
  await expectAccessible(page, "the settings with a logo");
  await page.getByRole("link", { name: "Your account" }).click();
  await page.getByLabel("Your name").fill("Noor van Dijk");
  await button(page, "Save your name").click();
  // Not the notification "Public name saved", which may still be visible.
  await done(page, /^Name saved/);
  await page.reload();
  await expect(page.getByRole("link", { name: /^Noor van Dijk/ })).toBeVisible();

  const headers = { Authorization: `Bearer ${service.demo.partners[1]?.apiKey}` };
  const created = await request.post("/api/v2/partner/card/users", {
    headers: { ...headers, "idempotency-key": randomUUID() },
    data: userBody(),
  });
  expect(created.status(), await created.text()).toBe(201);
  await page.goto((await created.json()).data.verificationUrl);
  await expect(page.getByRole("main").getByText("Lumen", { exact: true }).first()).toBeVisible();
  await expect(page.locator(`img[src="${src}"]`)).toBeVisible();
  await expectAccessible(page, "the verification page with a logo");
  await page.goto("/settings/company");
  await button(page, "Remove logo").click();
  await done(page, "Logo removed");
  await expect(page.locator('img[src^="/api/logos/"]')).toHaveCount(0);
});

test("a new member joins, changes the password, sets up 2FA, gets other roles, and is removed", async ({
  page,
  service,
  browser,
}) => {
  const owner = service.demo.partners[0] ?? nobody;
  await signIn(page, owner, "/settings/company");
  await page.getByLabel("Redirect URL").fill("http://example.com");
  await button(page, "Save URL").click();
  await expect(page.getByLabel("Redirect URL")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Redirect URL").fill(`https://app.example.com/${randomUUID()}`);
  await button(page, "Save URL").click();
  await done(page, "Redirect URL saved");

  await page.getByRole("link", { name: "Team", exact: true }).click();
  await button(page, "Invite member").click();
  const email = `${randomUUID()}@example.com`;
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("dialog").getByLabel("Role").selectOption("developer");
  await page.getByLabel("Your password").fill(owner.password);
  await button(page, "Create invite link").click();
  const link = (await page.getByText(/\/invite\//).textContent()) ?? "";
  await copyAndClose(page);

  const theirs = await openElsewhere(browser, service.baseUrl);
  await theirs.goto(link);
  await theirs.getByLabel("Your name").fill("Mirela Ionescu");
  await theirs.getByLabel("Password").fill(PASSWORD);
  await button(theirs, "Join").click();
  await expectToOpen(theirs, "/");
  await theirs.goto("/settings");
  await expect(theirs.getByText("Mirela Ionescu").first()).toBeVisible();
  await expect(button(theirs, "Invite member")).toHaveCount(0);
  await theirs.goto("/settings/account");
  const elsewhere = await openElsewhere(browser, service.baseUrl);
  await signIn(elsewhere, { email, password: PASSWORD }, "/settings/account");

  // A wrong current password changes nothing. A changed password ends the other session.
  await theirs.getByLabel("Current password").fill("not the password");
  await theirs.getByLabel("New password").fill(NEW_PASSWORD);
  await button(theirs, "Change password").click();
  await expect(theirs.getByText("Incorrect password")).toBeVisible();
  await expect(theirs.getByLabel("Current password")).toBeFocused();
  await theirs.getByLabel("Current password").fill(PASSWORD);
  await button(theirs, "Change password").click();
  await done(theirs, "Password changed");
  await expect(theirs.getByLabel("Current password")).toHaveValue("");
  await elsewhere.goto("/cards");
  await expect(elsewhere).toHaveURL(/sign-in/);

  // The second factor is set up with the secret of the QR code.
  await theirs.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await button(theirs, "Set up 2FA").click();
  await expect(theirs.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectAccessible(theirs, "the settings with a QR code");
  const secret = (await theirs.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
  const totp = new TOTP({ secret });
  await theirs.getByLabel("6-digit code").fill("000000");
  await button(theirs, "Turn on").click();
  await expect(theirs.getByText("Incorrect or expired code")).toBeVisible();
  await expect(theirs.getByLabel("6-digit code")).toBeFocused();
  await theirs.getByLabel("6-digit code").fill(totp.generate());
  await button(theirs, "Turn on").click();
  await done(theirs, "2FA is on");
  const codes = theirs.getByText(/^[2-9a-z]{5}-[2-9a-z]{5}$/);
  await expect(codes).toHaveCount(10);
  const [saved] = await Promise.all([
    theirs.waitForEvent("download"),
    button(theirs, "Download .txt").click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^recovery-codes-.+\.txt$/);
  const text = await readFile(await saved.path(), "utf8");
  for (const code of await codes.allTextContents()) expect(text).toContain(code);
  await copyAndClose(theirs);

  // Signing in requires a code. The new session signs the old one out.
  await elsewhere.goto("/sign-in?next=%2Fsettings%2Faccount");
  await fillSignIn(elsewhere, { email, password: NEW_PASSWORD });
  await elsewhere.getByLabel("Code").fill(totp.generate());
  await expectToOpen(elsewhere, "/settings/account");
  await clickUntil(
    button(elsewhere, /^Sign out the session/),
    elsewhere.getByLabel("Notifications").getByText("Session signed out").last(),
  );
  await theirs.goto("/settings");
  await expect(theirs).toHaveURL(/sign-in/);

  // The password alone does not turn 2FA off.
  await elsewhere.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await elsewhere.getByLabel("Current code or a recovery code").fill("000000");
  await button(elsewhere, "Turn off").click();
  await expect(elsewhere.getByText("Incorrect or expired code.")).toBeVisible();
  await expectAccessible(elsewhere, "the settings with a wrong code");
  await elsewhere.getByLabel("Current code or a recovery code").fill(totp.generate());
  await button(elsewhere, "Turn off").click();
  await done(elsewhere, "2FA is off");

  // A changed role takes effect at once, and so does a removal.
  await elsewhere.goto("/developers");
  await expect(button(elsewhere, "Create key")).toBeVisible();
  await page.reload();
  const role = page.getByLabel("Role of Mirela Ionescu");
  const keep = button(page, "Cancel");
  await selectUntil(role, "viewer", keep);
  await expect(keep).toBeFocused();
  await button(page, "Make Mirela Ionescu a viewer").click();
  await done(page, "Mirela Ionescu is now a viewer");
  await elsewhere.reload();
  await expect(elsewhere.getByText("Only owners and developers can view API keys.")).toBeVisible();

  // A role with more rights requires the owner's password: access to the open page is not enough.
  await role.selectOption("owner");
  await expect(page.getByLabel("Your password")).toBeFocused();
  await expectAccessible(page, "the form of a role");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your password")).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Escape");
  await expect(role).toHaveValue("viewer");
  await role.selectOption("owner");
  await page.getByLabel("Your password").fill(owner.password);
  await page.keyboard.press("Enter");
  await expect(role).toHaveValue("owner");
  await elsewhere.goto("/settings");
  await expect(button(elsewhere, "Invite member")).toBeVisible();
  const key = { name: "Payroll server", password: NEW_PASSWORD };
  expect((await callFrom(elsewhere, "POST", "/api/v1/partner/keys", key)).status).toBe(201);
  // To take the rights of an owner asks for the password too, in both ways.
  await role.selectOption("developer");
  await expect(page.getByRole("dialog").getByText("Payroll server").first()).toBeVisible();
  await expect(page.getByLabel("Your password")).toBeVisible();
  await expectState(page, "lower-role-of-owner");
  await page.keyboard.press("Escape");
  await button(page, "Remove Mirela Ionescu").click();
  await expect(page.getByRole("dialog").getByText("Payroll server").first()).toBeVisible();
  await expectState(page, "remove-person-with-keys");
  await dialogButton(page, "Remove Mirela Ionescu").click();
  await expect(page.getByLabel("Your password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Your password").fill("not the password");
  await dialogButton(page, "Remove Mirela Ionescu").click();
  await expect(page.getByText("Incorrect password.")).toBeVisible();
  await page.getByLabel("Your password").fill(owner.password);
  await dialogButton(page, "Remove Mirela Ionescu").click();
  await done(page, "was removed");
  await elsewhere.goto("/developers");
  await expect(elsewhere).toHaveURL(/sign-in/);
});
