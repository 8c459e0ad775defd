import type { Page } from "@playwright/test";
import { type Receiver, startReceiver } from "../test/http/receiver.ts";
import { expect, test } from "../test/service/journey.ts";
import { callFrom } from "./console-pages.ts";
import { button, copyAndClose, dialogButton, expectAccessible, signIn } from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

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

/** Sends a test event from the page. Returns the request once the receiver has it. */
async function sendTest(page: Page, receiver: Receiver, type: string) {
  const before = receiver.requests.length;
  await button(page, "Send test event").click();
  await page.getByRole("dialog").getByLabel("Event").selectOption(type);
  await dialogButton(page, "Send test event").click();
  await expect.poll(() => receiver.requests.length).toBe(before + 1);
  return receiver.requests[before];
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

test("an owner sets a webhook URL, selects events, resends a failure, rotates the secret, and pauses", async ({
  page,
  service,
}) => {
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
  // On a slow machine the service has tried it again itself before.
  await expect(page.getByText(/^\d: 200$/).last()).toBeVisible();
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
