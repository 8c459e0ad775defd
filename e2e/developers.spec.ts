import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { userBody } from "../test/fixtures/sample-user.ts";
import { type Receiver, startReceiver } from "../test/http/receiver.ts";
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

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
const done = (page: Page, text: string | RegExp) =>
  expect(page.getByLabel("Notifications").getByText(text).last()).toBeVisible();
const nobody = { email: "", password: "" };

/** Returns the secret that the dialog shows, and closes the dialog. */
async function takeSecret(page: Page, pattern: RegExp): Promise<string> {
  const shown = page.getByRole("dialog").getByText(pattern);
  const secret = (await shown.textContent()) ?? "";
  await copyAndClose(page);
  await expect(page.getByText(secret)).toHaveCount(0);
  return secret;
}

test("an owner creates an API key, which is shown once, rotates it with an overlap, and revokes the old one", async ({
  page,
  service,
  request,
}) => {
  const statusWith = async (key: string) => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await request.get("/api/v1/partner/wallet/balance", { headers })).status();
  };
  const owner = service.demo.partners[0] ?? nobody;
  await signIn(page, owner, "/developers");
  await button(page, "Create key").click();
  await dialogButton(page, "Create key").click();
  await expect(page.getByText("Must not be blank.")).toBeVisible();
  await page.getByLabel("Name").fill("Booking server");
  await page.getByLabel("Your password").fill("not the password");
  await dialogButton(page, "Create key").click();
  await expect(page.getByText("Incorrect password.")).toBeVisible();
  await expect(page.getByLabel("Your password")).toBeFocused();
  await expectAccessible(page, "the form of a key");
  await page.getByLabel("Your password").fill(owner.password);
  await dialogButton(page, "Create key").click();
  const first = await takeSecret(page, /^sk_staging_.{43}$/);
  expect(await statusWith(first)).toBe(200);

  await button(page, "Rotate Booking server").click();
  await page.getByLabel("Old key expires after").selectOption("1 hour");
  await page.getByLabel("Your password").fill(owner.password);
  await dialogButton(page, "Rotate key").click();
  const second = await takeSecret(page, /^sk_staging_.{43}$/);
  const lines = page.getByRole("listitem").filter({ hasText: "Booking server" });
  await expect(lines.filter({ hasText: "Expiring" })).toContainText("Expires");
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
  await expectAccessible(page, "the keys");

  await lines
    .filter({ hasText: "Expiring" })
    .getByRole("button", { name: /^Revoke/ })
    .click();
  await expect(button(page, "Cancel")).toBeFocused();
  await button(page, "Revoke Booking server").last().click();
  await done(page, "was revoked");
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
});

test("an owner chooses the permissions, expiry and IP addresses of a key, and it is refused beyond them", async ({
  page,
  service,
  request,
}) => {
  const owner = service.demo.partners[0] ?? nobody;
  await signIn(page, owner, "/developers");
  await button(page, "Create key").click();
  await page.getByLabel("Name").fill("Reporting");
  await page.getByLabel("Permissions").selectOption("Custom");
  for (const name of ["Read", "Manage users", "Manage cards", "Manage webhooks"])
    await page.getByRole("checkbox", { name, exact: true }).uncheck();
  await page.getByLabel("Expires").selectOption("On a date");
  await page.getByLabel("Allowed IP addresses").fill("127.0.0.1\n203.0.113.300");
  await page.getByLabel("Your password").fill(owner.password);
  await dialogButton(page, "Create key").click();
  for (const text of ["Choose at least one permission.", "Enter a date.", /CIDR range, such as/])
    await expect(page.getByRole("dialog").getByText(text)).toBeVisible();
  await expectState(page, "create-key-errors");

  await page.getByRole("checkbox", { name: "Read", exact: true }).check();
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel("Last day").fill(inThreeDays);
  await page.getByLabel("Allowed IP addresses").fill("127.0.0.1\n203.0.113.0/24");
  await expectState(page, "create-key");
  await dialogButton(page, "Create key").click();
  const key = await takeSecret(page, /^sk_staging_.{43}$/);
  const line = page.getByRole("listitem").filter({ hasText: "Reporting" });
  for (const text of ["Read-only", "Only from 127.0.0.1, 203.0.113.0/24", "Create a replacement"])
    await expect(line).toContainText(text);

  // The header of a client does not count: the service has no proxy before it here.
  const headersOf = (apiKey: string, address: string) => ({
    headers: { Authorization: `Bearer ${apiKey}`, "X-Forwarded-For": address },
  });
  const balance = "/api/v1/partner/wallet/balance";
  expect((await request.get(balance, headersOf(key, "192.0.2.1"))).status()).toBe(200);
  const beyond = await request.post("/api/v1/partner/webhooks/replay", headersOf(key, "192.0.2.1"));
  expect([beyond.status(), (await beyond.json()).message]).toEqual([403, "SCOPE_MISSING"]);
  const allowedIps = ["203.0.113.7", "203.0.113.8", "2001:db8::/32"];
  const body = { name: "Payments", password: owner.password, allowedIps };
  const made = await callFrom(page, "POST", "/api/v1/partner/keys", body);
  const elsewhere = await request.get(balance, headersOf(made.data.apiKey, "203.0.113.7"));
  const { message, data } = await elsewhere.json();
  expect([elsewhere.status(), message]).toEqual([403, "IP_NOT_ALLOWED"]);
  expect(data.error).toContain("127.0.0.1");

  await page.reload();
  await page.getByText("Only from 3 IP addresses or ranges").click();
  await expect(page.getByText(allowedIps.join(", "))).toBeVisible();
  await expectState(page, "keys-with-limits");
  await button(page, "Rotate Reporting").click();
  await expect(page.getByRole("dialog")).toContainText("The new key expires");
  await expectState(page, "rotate-key-with-expiry");
});

/** Sends a test event from the page. Returns the request once the receiver has it. */
async function sendTest(page: Page, receiver: Receiver, type: string) {
  const before = receiver.requests.length;
  await button(page, "Send test event").click();
  await page.getByRole("dialog").getByLabel("Event").selectOption(type);
  await dialogButton(page, "Send test event").click();
  await expect.poll(() => receiver.requests.length).toBe(before + 1);
  return receiver.requests[before];
}

test("an owner sets a webhook URL, selects events, resends a failure, rotates the secret, and pauses", async ({
  page,
  service,
}) => {
  test.setTimeout(180_000);
  const receiver = await startReceiver();
  await signIn(page, service.demo.partners[0] ?? nobody, "/developers");
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByLabel("Webhook URL").fill("http://example.com/hooks");
  await button(page, "Save URL").click();
  await expect(page.getByText("Must be an https:// URL.")).toBeVisible();
  await page.getByLabel("Webhook URL").fill(receiver.url);
  await button(page, "Save URL").click();
  const secret = await takeSecret(page, /^whsec_/);

  await button(page, "Select events").click();
  await page.getByText("Selected events").click();
  await expect(button(page, "Save")).toBeDisabled();
  await page.getByLabel("user.kyc-event").check();
  await button(page, "Save").click();
  await done(page, "Events updated");
  await expect(page.locator("dd", { hasText: "user.kyc-event" })).toBeVisible();

  // A failed delivery shows its request and response, and can be resent.
  receiver.answer = () => ({ status: 503, body: "no room for now" });
  const failed = await sendTest(page, receiver, "wallet.deposit.crypto");
  const eventId = failed?.headers["webhook-id"];
  await expect(page.getByText("Your endpoint is failing")).toBeVisible();
  await page.getByRole("link", { name: /^Test: Deposit to wallet/ }).click();
  await expect(page).toHaveURL(`/developers/webhooks/${eventId}`);
  await expect(page.getByText("no room for now").first()).toBeVisible();
  await page.getByText("Request headers").first().click();
  await expect(page.getByText(`webhook-id: ${eventId}`).first()).toBeVisible();
  await page.getByText("Verify the signature in Node.js").click();
  receiver.answer = () => undefined;
  await button(page, "Resend").click();
  await expect(page.getByText(/^\d: 200$/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/developers/webhooks");

  // For a day, each event is signed with both the old and the new secret.
  await button(page, "Rotate secret").click();
  await button(page, "Rotate secret").last().click();
  expect(await takeSecret(page, /^whsec_/)).not.toBe(secret);
  const twice = await sendTest(page, receiver, "user.kyc-event");
  expect(String(twice?.headers["webhook-signature"]).split(" ")).toHaveLength(2);

  await button(page, "Pause").click();
  await button(page, "Pause endpoint").click();
  await expect(page.getByRole("main").getByText("Endpoint paused")).toBeVisible();
  await expect(button(page, "Send test event")).toBeHidden();
  await button(page, "Resume").click();
  await expect(button(page, "Pause")).toBeVisible();
  await button(page, "Replay events").click();
  await expect(page.getByLabel(/^Failed \(0\)/)).toBeChecked();
  await expect(page.getByLabel(/^Not sent \(\d+\)/)).not.toBeChecked();
  await expect(button(page, /^Replay$/)).toBeDisabled();
  await expectState(page, "replay-events");
  await page.keyboard.press("Escape");

  // The filters of the list are in the URL, so a reload keeps them.
  await button(page, "Status").click();
  await button(page, "Delivered").click();
  await button(page, "Event").click();
  await button(page, "wallet.deposit.crypto").click();
  await expect(page).toHaveURL(/status=delivered&event=wallet\.deposit\.crypto/);
  await page.reload();
  const listed = page.getByRole("table", { name: "Webhook events" }).getByRole("row");
  await expect(listed).toHaveCount(2);
  await button(page, "Date").click();
  await page.getByLabel("Start date").fill("2100-01-01");
  await button(page, "Apply").click();
  await expect(page.getByText("No event matches")).toBeVisible();
  await button(page, "Clear filters").first().click();
  await expect(page).toHaveURL("/developers/webhooks");
  await button(page, "Select events").click();
  await page.getByText("All events", { exact: true }).last().click();
  await button(page, "Save").click();
  await done(page, "Events updated");

  // A replay begins with the filters of the list and sends only events that match them.
  const types = "user.kyc-event,wallet.deposit.crypto";
  await page.goto(`/developers/webhooks?status=not_sent&event=${types}`);
  await button(page, "Replay events").click();
  const replay = page.getByRole("dialog");
  await expect(replay.getByLabel("Event", { exact: true })).toHaveValue(types);
  await expect(replay.getByLabel(/^Not sent \([1-9]/)).toBeChecked();
  await expect(replay.getByLabel(/^Failed/)).not.toBeChecked();
  const before = receiver.requests.length;
  await replay.getByRole("button", { name: /^Replay \d+ events?$/ }).click();
  await done(page, /^Sending \d+ events?$/);
  await expect.poll(() => receiver.requests.length).toBeGreaterThan(before);
  const sent = receiver.requests.slice(before).map(({ body }) => JSON.parse(String(body)).event);
  expect(types.split(",")).toEqual(expect.arrayContaining(sent));
  await receiver.close();
});

test("an owner searches the API reference by an error code, and sends requests from it", async ({
  page,
  service,
}) => {
  test.setTimeout(180_000);
  await signIn(page, service.demo.partners[0] ?? nobody, "/developers/reference");
  await expect(heading(page, "Introduction")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("crypto_card_fund_blocked");
  const operations = page.getByRole("navigation", { name: "Operations" }).getByRole("link");
  await expect(operations).toHaveCount(1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Fund Card")).toBeVisible();
  await expect(page).toHaveURL(/\/developers\/reference\/fundCard/);
  await page.getByRole("link", { name: "Errors" }).click();
  await expect(page).toHaveURL(/#errors$/);
  await button(page, "Node").click();
  await expect(page.getByText("crypto.randomUUID()")).toBeVisible();

  // The card of the example does not exist: the response is 404, with the session and with an API key.
  await button(page, "Try it").click();
  const key = page.getByLabel("idempotency-key");
  await expect(key).toHaveValue(/^[0-9a-f-]{36}$/);
  await button(page, "Send request").click();
  const answer = page.locator("[aria-live=polite]").filter({ hasText: "Status" });
  await expect(answer).toContainText("404");
  await expect(answer).toContainText('"message": "CARD_NOT_FOUND"');
  await page.getByText("Use an API key").click();
  await page.getByLabel("API key", { exact: true }).fill("sk_staging_nobody");
  await button(page, "Send request").click();
  await expect(answer).toContainText("401");
  await page.getByLabel("API key", { exact: true }).fill(service.demo.partners[0]?.apiKey ?? "");
  await button(page, "Send request").click();
  await expect(answer).toContainText("404");

  await page.goto("/developers/reference/onUserKycEvent");
  await expect(heading(page, "Verify the signature")).toBeVisible();
  await page.goto("/developers/reference/getBalance");
  await button(page, "Try it").click();
  await button(page, "Send request").click();
  await expect(answer).toContainText('"availableBalance"');
  await page.goto("/developers/reference/nothing");
  await expect(heading(page, "Operation not found")).toBeVisible();
  await expect(operations.first()).toBeVisible();
});

test("an owner sends a change from the reference in production: a warning and a confirmation come first", async ({
  page,
  service,
}) => {
  await signIn(page, service.demo.partners[0] ?? nobody);
  // Turns the page into what production serves, where the reference warns that money is real.
  await page.route("**/developers/reference/fundCard", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      '\\"isSandbox\\":true',
      '\\"isSandbox\\":false',
    );
    await route.fulfill({ response, body });
  });
  const sent: string[] = [];
  page.on("request", (each) => {
    if (each.url().endsWith("/card/fund")) sent.push(each.method());
  });
  await page.goto("/developers/reference/fundCard");
  await button(page, "Try it").click();
  await expect(page.getByText("This is production")).toBeVisible();
  await button(page, "Send request").click();
  await expect(button(page, "Cancel")).toBeFocused();
  await button(page, "Cancel").click();
  expect(sent).toEqual([]);
  await button(page, "Send request").click();
  await button(page, "Send live POST").click();
  const answer = page.locator("[aria-live=polite]").filter({ hasText: "Status" });
  await expect(answer).toContainText('"message": "CARD_NOT_FOUND"');
  expect(sent).toEqual(["POST"]);
});

test("a viewer opens webhooks and the reference: no change is offered", async ({
  page,
  service,
}) => {
  const viewer = service.demo.partners[0]?.people.find(({ role }) => role === "viewer");
  await signIn(page, viewer ?? nobody, "/developers");
  await expect(page.getByText("Only owners and developers can view API keys.")).toBeVisible();
  await page.getByRole("link", { name: "Webhooks" }).click();
  await expect(heading(page, /^Events/)).toBeVisible();
  for (const name of ["Save URL", "Select events", "Send test event", "Rotate secret"])
    await expect(button(page, name)).toHaveCount(0);
  await page.getByRole("row").nth(1).getByRole("link").click();
  await expect(heading(page, "Payload")).toBeVisible();
  await expect(button(page, "Resend")).toHaveCount(0);
  await page.goto("/developers/reference/fundCard");
  await button(page, "Try it").click();
  await expect(page.getByText("Your role, viewer, cannot call this operation.")).toBeVisible();
  await expect(page.getByText("Signed in as viewer")).toHaveCount(0);
});

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

const PASSWORD = "a few words do well";
const NEW_PASSWORD = "other words do as well";

test("a new member joins, changes the password, sets up 2FA, gets other roles, and is removed", async ({
  page,
  service,
  browser,
}) => {
  test.setTimeout(180_000);
  const owner = service.demo.partners[0] ?? nobody;
  await signIn(page, owner, "/settings/company");
  await page.getByLabel("Redirect URL").fill("http://example.com");
  await button(page, "Save URL").click();
  await expect(page.getByLabel("Redirect URL")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Redirect URL").fill("https://app.example.com/verified");
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
  await button(page, "Remove Mirela Ionescu").click();
  await expect(page.getByRole("dialog").getByText("Payroll server").first()).toBeVisible();
  await expectState(page, "remove-person-with-keys");
  await dialogButton(page, "Remove Mirela Ionescu").click();
  await done(page, "was removed");
  await elsewhere.goto("/developers");
  await expect(elsewhere).toHaveURL(/sign-in/);
});
