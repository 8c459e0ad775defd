import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { waitForKeys } from "../test/service/living-page.ts";
import type { StartedService } from "../test/service/start-service.ts";
import { button, expectAccessible, signIn } from "./dashboard-pages.ts";

const RESTORED = "Restored what you typed.";
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";

/** Opens the webhooks as the partner's owner; returns the field of the URL. */
async function openWebhookUrl(page: Page, { demo }: StartedService): Promise<Locator> {
  await signIn(page, demo.partners[0] ?? { email: "", password: "" }, "/developers/webhooks");
  return page.getByLabel("Webhook URL");
}

test("an owner closes a withdrawal form: it is restored, but its address must be confirmed again", async ({
  page,
  service,
}) => {
  const partner = { ...{ email: "", password: "" }, ...service.demo.partners[0] };
  const form = page.getByRole("dialog", { name: "Request withdrawal" });
  await signIn(page, partner, "/withdrawals?do=create");
  await form.getByLabel("Amount").fill("25.00");
  await form.getByLabel("Address on Base").fill(ADDRESS);
  const tick = form.getByLabel("I have compared the full address");
  await tick.check();
  await expect(form.locator("form[data-kept-draft]")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);

  await button(page, "Request withdrawal").click();
  await expect(form.getByText(RESTORED)).toBeVisible();
  await expect(form.getByLabel("Amount")).toHaveValue("25.00");
  await expect(form.getByLabel("Address on Base")).toHaveValue(ADDRESS);
  await expect(tick).not.toBeChecked();
  await expectAccessible(page, "a restored withdrawal form");
  await form.getByRole("button", { name: "Request withdrawal" }).click();
  await expect(form.getByText("Compare the address, then confirm here.")).toBeVisible();

  // After "Discard" nothing is left to lose, so Escape closes the form without a question.
  await form.getByRole("button", { name: "Discard" }).click();
  await expect(form.getByLabel("Amount")).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(form).toHaveCount(0);
  await button(page, "Request withdrawal").click();
  await expect(form.getByLabel("Address on Base")).toHaveValue("");
  await expect(form.getByText(RESTORED)).toHaveCount(0);
  await page.keyboard.press("Escape");

  // An address that is saved next, and another one after it.
  const book = page.getByRole("dialog", { name: "Saved addresses" });
  // The draft is stored just after the typing, later than a script can press Escape.
  const kept = book.locator("form[data-kept-draft]");
  await button(page, "Saved addresses").click();
  await book.getByLabel("Label").fill("Payroll");
  await expect(kept).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(book).toHaveCount(0);
  await button(page, "Saved addresses").click();
  await expect(book.getByLabel("Label")).toHaveValue("Payroll");
  await book.getByLabel("Address", { exact: true }).fill(ADDRESS.toLowerCase());
  await button(page, "Save address").click();
  // The notification "Payroll was saved" is a list item too.
  await expect(book.getByRole("listitem").filter({ hasText: "Payroll" }).first()).toContainText(
    "by Owner",
  );
  await expect(book.getByLabel("Label")).toHaveValue("");
  await book.getByLabel("Label").fill("Suppliers");
  await expect(kept).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(book).toHaveCount(0);
  await button(page, "Saved addresses").click();
  await expect(book.getByLabel("Label")).toHaveValue("Suppliers");
  await button(page, "Discard").click();
  await page.keyboard.press("Escape");
  await expect(book).toHaveCount(0);
});

test("an owner leaves the page of the webhook URL: what was typed is there again", async ({
  page,
  service,
}) => {
  const url = await openWebhookUrl(page, service);
  const before = await url.inputValue();
  await url.fill("https://hooks.example.com/cards");
  await page.reload();
  await expect(url).toHaveValue("https://hooks.example.com/cards");
  await expect(page.getByText(RESTORED)).toBeVisible();
  await button(page, "Discard").click();
  await expect(url).toHaveValue(before);
  await page.reload();
  await expect(button(page, "Save URL")).toBeVisible();
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  await expect(url).toHaveValue(before);
});

test("an owner types a webhook URL before the scripts have loaded: it takes the place of an older draft", async ({
  page,
  service,
}) => {
  const url = await openWebhookUrl(page, service);
  await url.fill("https://hooks.example.com/older");
  await expect(page.locator("form[data-kept-draft]")).toHaveCount(1);

  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  const isReloading = page.waitForEvent("framenavigated");
  await page.evaluate(() => window.location.reload());
  await isReloading;
  await url.fill("https://hooks.example.com/newer");
  resolve();
  await waitForKeys(page);
  await expect(url).toHaveValue("https://hooks.example.com/newer");
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(url).toHaveValue("https://hooks.example.com/newer");
  await button(page, "Discard").click();
});
