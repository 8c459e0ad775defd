import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { startReceiver } from "../test/http/receiver.ts";
import { whenLiving } from "../test/service/living-page.ts";
import { type StartedService, startService } from "../test/service/start-service.ts";
import { callWithKey } from "./console-pages.ts";
import { button, copyAndClose, dialogButton, expectAccessible, signIn } from "./dashboard-pages.ts";

/** A service of its own: an advanced clock cannot be set back, and the journeys of one worker share their service. */
let service: StartedService;
test.beforeAll(async () => {
  service = await startService();
});
test.afterAll(() => service?.stop());

test("a developer advances the sandbox clock: a hold expires on the card's page, a failed delivery is retried, and a restart keeps the clock", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: service.baseUrl });
  const page = whenLiving(await context.newPage());
  const partner = { ...{ email: "", password: "", apiKey: "" }, ...service.demo.partners[1] };
  const key = { baseUrl: service.baseUrl, apiKey: partner.apiKey };
  const ok = async (method: string, path: string, body?: object) => {
    const { status, message, data } = await callWithKey(key, method, path, body);
    expect([200, 201], `${path}: ${message}`).toContain(status);
    return data;
  };
  const toWallet = { to: "wallet", amount: 500, chain: "base-sepolia", token: "usdc" };
  await ok("POST", "/api/v1/sandbox/deposits", toWallet);
  const balance = async () =>
    Number((await ok("GET", "/api/v1/partner/wallet/balance")).availableBalance);
  await expect.poll(balance).toBeGreaterThanOrEqual(500);
  const { serviceId } = await ok("POST", "/api/v2/partner/card/users", {
    ...{ firstName: "Lina", lastName: "Approved", email: `${randomUUID()}@example.com` },
    ...{ phoneNumber: "+4915112345678", accountPurpose: "travel", ipAddress: "203.0.113.7" },
    ...{ isTermsOfServiceAccepted: true, program: "custodial", address: "Torstraße 1" },
    ...{ city: "Berlin", region: "BE", postalCode: "10119", countryCode: "DE" },
  });
  const status = async () => (await ok("GET", `/api/v1/partner/card/users/${serviceId}`)).status;
  await expect.poll(status).toBe("approved");
  const { serviceCardId } = await ok("POST", "/api/v1/partner/card", { serviceId, amount: 100 });

  const receiver = await startReceiver();
  receiver.answer = () => ({ status: 503 });
  await signIn(page, partner, "/developers/webhooks");
  await page.getByLabel("Webhook URL").fill(receiver.url);
  await button(page, "Save URL").click();
  await copyAndClose(page);
  await ok("POST", `/api/v1/sandbox/cards/${serviceCardId}/authorizations`, {
    ...{ amount: 32.5, merchantName: "Hotel Adlon Berlin", merchantCountry: "DE" },
  });
  await expect.poll(() => receiver.requests.length).toBe(1);
  receiver.answer = () => undefined;

  await page.goto(`/cards/${serviceCardId}`);
  const held = page.getByText("Hotel Adlon Berlin").first();
  await expect(held).toBeVisible();
  await button(page, "Advance clock").click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Advance by").fill("0");
  await dialogButton(page, "Advance clock").click();
  await expect(form.getByText("Enter a whole number, 1 or more.")).toBeVisible();
  await expectAccessible(page, "the form of the clock");
  await button(page, "8 days").click();
  await dialogButton(page, "Advance clock").click();
  await expect(form).toHaveCount(0);
  await expect(page.getByText("Clock 8 days ahead.")).toBeVisible();
  await expect(page.getByText("Reversed").first()).toBeVisible();
  // The failed delivery, and the one of the expiry.
  await expect.poll(() => receiver.requests.length).toBeGreaterThanOrEqual(3);
  const sent = receiver.requests.map(({ headers }) => headers["webhook-id"]);
  expect(sent.filter((id) => id === sent[0]).length).toBe(2);
  await expectAccessible(page, "a page with an advanced clock");

  // An expired card says so by the same clock.
  await button(page, "Advance clock").click();
  await button(page, "4 years").click();
  await dialogButton(page, "Advance clock").click();
  await expect(page.getByText(/^Expired at the end of/)).toBeVisible();
  await receiver.close();
  await context.close();

  const clock = await ok("GET", "/api/v1/sandbox/clock");
  expect(clock.advancedSeconds).toBe((8 + 1_461) * 86_400);
  const { dataDir } = service;
  await service.stop({ keepData: true });
  service = await startService({ dataDir });
  key.baseUrl = service.baseUrl;
  expect(await ok("GET", "/api/v1/sandbox/clock")).toMatchObject({
    advancedSeconds: clock.advancedSeconds,
  });
});
