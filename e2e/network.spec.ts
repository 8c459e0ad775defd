import type { Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { journeyUserBody } from "../test/service/journey-user.ts";
import { whenLiving } from "../test/service/living-page.ts";
import type { StartedService } from "../test/service/start-service.ts";
import { callWithKey, signInOperator } from "./console-pages.ts";
import { button, dialogButton, expectAccessible, signIn } from "./dashboard-pages.ts";
import { signInLive, stopPolling } from "./live-pages.ts";

function peopleOf({ demo }: StartedService) {
  const [partner] = demo.partners;
  const [admin] = demo.admins;
  if (!partner || !admin) throw new Error("the demo has no partner or no administrator");
  return { partner, admin };
}

/** Calls the API as the partner's server. Throws if the response is an error. */
async function callApi(service: StartedService, path: string, body: object) {
  const { apiKey } = peopleOf(service).partner;
  const { baseUrl } = service;
  const { status, message, data } = await callWithKey({ baseUrl, apiKey }, "POST", path, body);
  if (status >= 400) throw new Error(`${path}: ${message} ${JSON.stringify(data)}`);
  return data;
}

/** Creates a card of a new user with this balance. */
async function createCard(service: StartedService, amount: number): Promise<string> {
  const { serviceId } = await callApi(service, "/api/v2/partner/card/users", journeyUserBody());
  await callApi(service, `/api/v1/sandbox/users/${serviceId}/kyc`, { status: "approved" });
  const card = { serviceId, fundingType: "float", amount };
  return String((await callApi(service, "/api/v1/partner/card", card)).serviceCardId);
}

const done = (page: Page, text: string) =>
  expect(page.getByLabel("Notifications").getByText(text)).toBeVisible();
const fact = (page: Page, name: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd");

test("the network collects more than a card has: the partner and the operator see the shortfall, a funding ends it", async ({
  browser,
  service,
}) => {
  const { partner, admin } = peopleOf(service);
  const cardId = await createCard(service, 20);
  const say = (body: object) =>
    callApi(service, `/api/v1/sandbox/cards/${cardId}/network-messages`, {
      merchantName: "Corner Shop",
      merchantCountry: "US",
      networkTransaction: cardId,
      ...body,
    });
  const context = await browser.newContext({ baseURL: service.baseUrl });
  await stopPolling(context);
  const [page, list] = [whenLiving(await context.newPage()), whenLiving(await context.newPage())];
  await signInLive(page, partner, `/cards/${cardId}`);
  await list.goto("/transactions");
  const console = await browser.newContext({ baseURL: service.baseUrl });
  const health = whenLiving(await console.newPage());
  await signInOperator(health, admin, "/admin/health");
  const alert = health.getByRole("listitem").filter({ hasText: cardId });

  // What the network posts is shown live, on the card and in the list.
  await say({ message: "authorization", amount: 15 });
  const rows = page.getByRole("listitem").filter({ hasText: "Corner Shop" });
  await expect(rows).toContainText(["Authorized"]);
  await expect(list.getByRole("row").filter({ hasText: "Corner Shop" })).toHaveCount(1);
  await list.close();
  // A browser may not draw a page that is behind another.
  await page.bringToFront();
  await expect(page.getByText(/^The card owes/)).toHaveCount(0);
  await say({ message: "capture", amount: 32.5 });
  await expect(page.getByText("The card owes 12.50 USD")).toBeVisible();
  await expect(page.getByText("The next funding pays it first.")).toBeVisible();
  await expect(rows.filter({ hasText: "Increase" })).toContainText("Settled");
  await expectAccessible(page, "a card with a shortfall");
  await expect(alert).toContainText("12.50 USD more than card");

  // A person funds the card with the keyboard alone.
  await button(page, "Fund").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("shortfall of 12.50 USD is recovered first")).toBeVisible();
  await expect(dialog.getByLabel("Amount")).toBeFocused();
  await page.keyboard.type("20");
  await expect(dialog.getByText("12.50 USD of it recovers the card’s shortfall")).toBeVisible();
  await dialogButton(page, "Fund card").focus();
  await page.keyboard.press("Enter");
  await done(page, "was funded");
  await expect(page.getByText(/^The card owes/)).toHaveCount(0);
  await expect(page.getByText("7.50 USD").first()).toBeVisible();
  await expect(alert).toHaveCount(0);
  await context.close();
  await console.close();
});

test("an owner simulates network messages: a force capture, its refund, and what the network reported", async ({
  page,
  service,
}) => {
  const cardId = await createCard(service, 50);
  await signIn(page, peopleOf(service).partner, `/cards/${cardId}`);
  await page.getByText("Simulate network message").focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Message").selectOption("Final capture");
  await expect(page.getByText("A force capture")).toBeVisible();
  await page.getByLabel("Merchant").selectOption("Grand Hotel Vienna (EUR)");
  await page.getByLabel("Amount", { exact: true }).fill("40");
  await page.keyboard.press("Enter");
  await done(page, "Network message posted");
  await expect(page.getByLabel("Transaction", { exact: true })).not.toHaveValue("");

  // The next message belongs to the same transaction.
  await page.getByLabel("Message").selectOption("Refund");
  await expect(page.getByLabel("Merchant")).toHaveCount(0);
  await page.getByLabel("Amount", { exact: true }).fill("10");
  await button(page, "Send message").click();
  await expect(page.getByRole("link", { name: "Refund · Grand Hotel Vienna" })).toBeVisible();
  await page.getByLabel("Message").selectOption("Expiry of the hold");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveCount(0);
  await expectAccessible(page, "the form of network messages");

  await page.getByRole("link", { name: "Grand Hotel Vienna", exact: true }).click();
  await expect(fact(page, "Merchant category")).toHaveText("Hotels (7011)");
  await expect(fact(page, "Merchant currency")).toHaveText("EUR");
  await expect(fact(page, "Entry mode")).toHaveText("Chip");
  await expect(fact(page, "Refunded")).toHaveText("10.00 USD");
  await button(page, /Explain this amount$/).click();
  await expect(page.getByText("Ledger entries")).toBeVisible();
  await expectAccessible(page, "a transaction of the network");
});
