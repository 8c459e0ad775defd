import type { Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { dropSession } from "../test/service/living-page.ts";
import type { StartedService } from "../test/service/start-service.ts";
import { button, dialogButton, expectAccessible, signIn } from "./dashboard-pages.ts";

const TREASURY = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
/** An address that begins and ends like TREASURY. */
const LOOKALIKE = `0x8617${"0123456789abcdef".repeat(2)}070d`;

const done = (page: Page, text: string | RegExp) =>
  expect(page.getByLabel("Notifications").getByText(text)).toBeVisible();
const sumLine = (page: Page, name: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd");

/** Signs in as the person of the demo's first partner with this role. */
async function signInAs(
  page: Page,
  { demo }: Pick<StartedService, "demo">,
  role: "owner" | "developer" | "viewer",
  path: string,
): Promise<void> {
  const partner = demo.partners[0];
  const login = role === "owner" ? partner : partner?.people.find((each) => each.role === role);
  if (!login) throw new Error(`the demo has no ${role}`);
  await signIn(page, login, path);
}

test("an owner withdraws to a saved address; the form warns of a look-alike and of the zero address", async ({
  page,
  service,
}) => {
  await signInAs(page, service, "owner", "/withdrawals");
  const form = page.getByRole("dialog");

  await button(page, "Saved addresses").click();
  await form.getByLabel("Label").fill("Kontor treasury");
  await form.getByLabel("Address", { exact: true }).fill(TREASURY.replace("E3", "e3"));
  await button(page, "Save address").click();
  await expect(form.getByText(/match its checksum/)).toBeVisible();
  await form.getByLabel("Address", { exact: true }).fill(TREASURY.toLowerCase());
  await button(page, "Save address").click();
  await done(page, "Kontor treasury was saved");
  await expect(form.getByText(TREASURY)).toBeVisible();
  await expectAccessible(page, "saved addresses");
  await page.keyboard.press("Escape");

  await button(page, "Request withdrawal").click();
  await form.getByLabel("Amount").fill("40");
  await form.getByLabel("Send to").selectOption({ label: "Kontor treasury · 0x8617…070D" });
  await expect(form.getByLabel("Address on Base")).toHaveValue(TREASURY);
  await expect(sumLine(page, "Recipient gets")).toHaveText("39.50 USD");
  await form.getByLabel("I have compared the full address").check();
  await dialogButton(page, "Request withdrawal").click();
  await done(page, "Withdrawal requested");
  await expect(page.getByRole("heading", { name: "To Kontor treasury" })).toBeVisible();
  await expect(page.getByText("Pending approval. The amount is reserved")).toBeVisible();

  // A look-alike address, as an attacker would make one: a checkbox is not enough.
  await page.goto("/withdrawals?do=create");
  await form.getByLabel("Amount").fill("40");
  await form.getByLabel("Address on Base").fill(LOOKALIKE);
  await expect(form.getByText("This address resembles one you know")).toBeVisible();
  await expect(form.getByText("Saved as Kontor treasury")).toBeVisible();
  await expectAccessible(page, "a look-alike");
  await form.getByLabel("The 6 characters after 0x8617").fill("E340B3");
  await dialogButton(page, "Request withdrawal").click();
  await expect(form.getByText("These characters do not match")).toBeVisible();
  await expect(page).toHaveURL("/withdrawals?do=create");

  // The form reports an address at which the money would be lost.
  await form.getByLabel("Address on Base").fill(`0x${"0".repeat(40)}`);
  await expect(form.getByText("This is the zero address")).toBeVisible();
  // Escape closes the form at once, because it keeps what was typed.
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);

  await button(page, "Saved addresses").click();
  await button(page, "Rename Kontor treasury").click();
  await form.getByLabel("New label for Kontor treasury").fill("Kontor payroll");
  // Escape asks, because this form keeps nothing; the safe choice has the focus.
  await page.keyboard.press("Escape");
  await expect(button(page, "Keep editing")).toBeFocused();
  await expectAccessible(page, "the question before a form is closed");
  await page.keyboard.press("Escape");
  await expect(form.getByLabel("New label for Kontor treasury")).toHaveValue("Kontor payroll");
  await button(page, "Rename").click();
  await expect(form.getByText("Kontor payroll").first()).toBeVisible();
  await button(page, "Remove Kontor payroll").click();
  await expect(button(page, "Cancel")).toBeFocused();
  await button(page, "Remove Kontor payroll").click();
  await done(page, "Kontor payroll was removed");
});

test("a viewer sees the money and cannot move it; a developer cannot request a withdrawal", async ({
  page,
  service,
}) => {
  await signInAs(page, service, "viewer", "/withdrawals");
  await expect(page.getByRole("table", { name: "Withdrawals" })).toBeVisible();
  await expect(button(page, "Request withdrawal")).toHaveCount(0);
  await button(page, "Saved addresses").click();
  await expect(page.getByRole("dialog").getByLabel("Label")).toHaveCount(0);
  await page.goto("/wallet");
  await expect(page.getByRole("img", { name: "QR code of the deposit address" })).toBeVisible();
  await expect(page.getByText("Simulate deposit", { exact: true })).toHaveCount(0);
  await page.goto("/cards");
  await page.getByRole("row").nth(1).getByRole("link").click();
  await expect(page.getByRole("heading", { name: /^Card ending/ })).toBeVisible();
  for (const name of ["Fund", "Freeze", "Terminate", "Show number"])
    await expect(button(page, name)).toHaveCount(0);
  const status = (path: string, body: object) =>
    page.evaluate(
      async ([url, text]) => {
        const headers = { "Content-Type": "application/json", "idempotency-key": "viewer" };
        return (await fetch(url, { method: "POST", headers, body: text })).status;
      },
      [path, JSON.stringify(body)] as const,
    );
  const withdrawal = { amount: 5, toAddress: TREASURY };
  expect(await status("/api/v1/partner/withdrawal", withdrawal)).toBe(403);
  expect(await status("/api/v1/partner/addresses", { label: "x", address: TREASURY })).toBe(403);

  await dropSession(page);
  await signInAs(page, service, "developer", "/withdrawals");
  await expect(button(page, "Request withdrawal")).toHaveCount(0);
  expect(await status("/api/v1/partner/withdrawal", withdrawal)).toBe(403);
});

test("an owner funds a card: the wallet then has the balance that the form announced", async ({
  page,
  service,
}) => {
  await signInAs(page, service, "owner", "/cards");
  await page.getByRole("row").filter({ hasText: "Active" }).first().getByRole("link").click();
  await button(page, "Fund").click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Amount").fill("12.34");
  await expect(form.getByLabel("Amount")).toHaveAttribute("inputmode", "decimal");
  const left = (await sumLine(page, "Wallet balance after").textContent()) ?? "";
  await dialogButton(page, "Fund card").click();
  await done(page, "was funded");
  await page.goto("/wallet");
  await expect(page.getByText(left, { exact: true })).toBeVisible();
});
