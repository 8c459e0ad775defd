import type { Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { button, focusSearch, signIn } from "./dashboard-pages.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
const nobody = { email: "", password: "" };

test("an owner searches the API reference by an error code, and sends requests from it", async ({
  page,
  service,
}) => {
  await signIn(page, service.demo.partners[0] ?? nobody, "/developers/reference");
  await expect(heading(page, "Introduction")).toBeVisible();
  await focusSearch(page);
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
