import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { SAMPLE_PERSON } from "../test/fixtures/sample-user.ts";
import { expect, test } from "../test/service/journey.ts";
import { button, dialogButton, expectAccessible, signIn } from "./dashboard-pages.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
const done = (page: Page, text: string | RegExp) =>
  expect(page.getByLabel("Notifications").getByText(text)).toBeVisible();

async function fillUser(page: Page, lastName: string, email: string): Promise<void> {
  const fields = {
    "First name": "Ngozi",
    "Last name": lastName,
    Email: email,
    Phone: SAMPLE_PERSON.phoneNumber,
    Address: SAMPLE_PERSON.address,
    City: SAMPLE_PERSON.city,
    Region: SAMPLE_PERSON.region,
    "Postal code": SAMPLE_PERSON.postalCode,
    Purpose: "Business travel",
    "IP address": SAMPLE_PERSON.ipAddress,
  };
  const form = page.getByRole("dialog");
  for (const [label, value] of Object.entries(fields))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole("combobox", { name: "Country" }).fill("nigeria");
  await page.keyboard.press("Enter");
  await page.getByLabel(/accepted the terms/).check();
}

test("an owner creates a user and a card, funds it, spends from it and terminates it", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[1] ?? { email: "", password: "" };
  const form = page.getByRole("dialog");
  await signIn(page, partner, "/users");
  await expect(heading(page, "No users yet")).toBeVisible();
  await expectAccessible(page, "no users");

  // Creating a user: each field is validated when it loses the focus.
  await button(page, "Create user").first().click();
  await page.getByLabel("Phone").fill("08031234567");
  await page.getByLabel("IP address").focus();
  await expect(page.getByText("Must be in international format")).toBeVisible();
  await expectAccessible(page, "the form of a user");
  // The fee is read for a whole email. A pause while one is typed is no error.
  const fees: number[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/kyc-fee?email=")) fees.push(response.status());
  });
  await page.getByLabel("Email").fill("amara@example.c");
  await page.waitForTimeout(600);
  await page.getByLabel("Email").fill("amara@example.com");
  await expect.poll(() => fees).toEqual([200]);
  await dialogButton(page, "Create user").click();
  await expect(page.getByLabel("First name")).toBeFocused();
  const email = `${randomUUID()}@example.com`;
  await fillUser(page, "Okonkwo", email);
  await dialogButton(page, "Create user").click();
  await done(page, "User created");
  await expect(page).toHaveURL(/\/users\/usr_/);
  await expect(page.getByText("Verification not started")).toBeVisible();
  await expect(page.getByText(/\/verify\//)).toBeVisible();
  await expectAccessible(page, "a user who waits");

  // The same email is refused.
  await page.goto("/users?do=create");
  await fillUser(page, "Okonkwo", email);
  await dialogButton(page, "Create user").click();
  await expect(page.getByText("A user with this email already exists.").first()).toBeVisible();
  // Escape closes the form, and what was typed is there when it is opened again, also after a reload.
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
  await page.goto("/users?do=create");
  await expect(form.getByText("Restored what you typed.")).toBeVisible();
  await expect(page.getByLabel("Last name")).toHaveValue("Okonkwo");
  await expect(form.getByRole("combobox", { name: "Country" })).toHaveValue("Nigeria");
  await expectAccessible(page, "a form with a restored draft");
  await button(page, "Discard").click();
  await expect(page.getByLabel("First name")).toBeFocused();
  await expect(page.getByLabel("Last name")).toHaveValue("");
  await page.keyboard.press("Escape");
  await page.goto("/users?do=create");
  await expect(page.getByLabel("Last name")).toHaveValue("");
  await expect(form.getByText("Restored what you typed.")).toHaveCount(0);

  // The list of countries opens by typing or the arrow keys, and Escape closes only the list.
  const country = form.getByRole("combobox", { name: "Country" });
  await country.fill("cote");
  const countries = form.getByRole("listbox", { name: "Country" });
  await expect(countries.getByRole("option")).toHaveCount(1);
  await expectAccessible(page, "the list of countries");
  await page.keyboard.press("Escape");
  await expect(countries).toHaveCount(0);
  await expect(country).toHaveValue("");
  await country.fill("ger");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(country).toHaveValue("Germany");

  // One click fills the form with a person whose name selects the result.
  await form.getByLabel("Verification result").selectOption("denied");
  await button(page, "Fill with test data").click();
  await expect(page.getByLabel("Last name")).toHaveValue(/Denied$/);
  await expect(country).not.toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);

  // The user is approved and gets a card.
  await page.getByRole("link", { name: "Ngozi Okonkwo" }).click();
  await button(page, "Approve").click();
  await expect(page.getByText("You can create cards for this user.")).toBeVisible();
  await page.getByRole("link", { name: "Create card" }).click();
  await page.getByLabel("Initial balance").fill("5000");
  await expect(form.getByRole("combobox", { name: "User" })).toHaveValue("Ngozi Okonkwo");
  await dialogButton(page, "Create card").click();
  await expect(page.getByText("Nothing was charged.")).toBeVisible();
  await page.getByLabel("Initial balance").fill("50");
  await dialogButton(page, "Create card").click();
  await done(page, "Card created");
  await expect(page).toHaveURL(/\/cards\/card_/);
  await expect(page.getByText("Active and ready to use.")).toBeVisible();

  // Funding: the form states the limits, and a retry after a lost response has the same idempotency key.
  await button(page, "Fund").click();
  await form.getByLabel("Amount").fill("4");
  await dialogButton(page, "Fund card").click();
  await expect(page.getByText("Must be at least 5.")).toBeVisible();
  await form.getByLabel("Amount").fill("25.50");
  await expectAccessible(page, "the form that funds");
  const keys: (string | undefined)[] = [];
  await page.route("**/api/v1/partner/card/fund", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch(); // The request arrives, and its response is lost.
    return route.abort();
  });
  await dialogButton(page, "Fund card").click();
  await expect(page.getByText("it counts only once")).toBeVisible();
  await expect(page.getByText("The result is unknown")).toBeVisible();
  await expect(page.getByText("The card was not funded")).toHaveCount(0);
  await dialogButton(page, "Fund card").click();
  await done(page, "was funded");
  expect(keys).toEqual([keys[0], keys[0]]);
  await expect(page.getByText("75.50 USD").first()).toBeVisible();

  // The simulator: a purchase within the balance, and one above it.
  await page.getByText("Simulate purchase").click();
  await button(page, "Authorize purchase").click();
  await done(page, "Purchase authorized");
  await button(page, /^Settle/).click();
  await done(page, "Transaction settled");
  await page.getByLabel("Amount", { exact: true }).fill("900");
  await button(page, "Authorize purchase").click();
  await done(page, "Declined");
  await expectAccessible(page, "a card with transactions");

  // Closing a dialog returns the focus.
  await button(page, "Terminate").click();
  await expect(button(page, "Cancel")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button(page, "Terminate")).toBeFocused();

  // Freezing and unfreezing.
  await button(page, "Freeze").click();
  await expect(page.getByText("All purchases are declined")).toBeVisible();
  // The button keeps the focus after its action.
  await expect(button(page, "Unfreeze")).toBeFocused();
  // It accepts no press until the page has read its data again.
  await expect(button(page, "Unfreeze")).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(button(page, "Freeze")).toBeFocused();
  await expect(page.getByText("Active and ready to use.")).toBeVisible();

  // The card number is shown after the password, and hidden again by itself.
  await page.clock.install();
  await button(page, "Show number").click();
  await page.getByLabel("Password").fill("not the password");
  await button(page, "Show for 30 seconds").click();
  await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Password").fill(partner.password);
  await button(page, "Show for 30 seconds").click();
  await expect(page.getByText(/Hides in/)).toBeVisible();
  await expect(page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/)).toBeVisible();
  await page.clock.fastForward("00:20");
  await expect(page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/)).toBeVisible();
  await page.clock.fastForward("00:11");
  await expect(page.getByText(/Hides in/)).toBeHidden();
  await expect(page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/)).toBeHidden();

  // The user cannot be deleted before the card is terminated.
  const cardUrl = page.url();
  await page.getByRole("link", { name: "Ngozi Okonkwo" }).last().click();
  await button(page, "Delete user").click();
  await expect(button(page, "Cancel")).toBeFocused();
  await button(page, "Delete Ngozi Okonkwo").click();
  await expect(page.getByText("Terminate all cards of the user")).toBeVisible();

  await page.goto(`${cardUrl}?do=withdraw`);
  await form.getByLabel("Amount").fill("10");
  await page.getByLabel("Reference").fill("end of trip");
  await button(page, "Withdraw to wallet").click();
  await done(page, "Withdrawn to your wallet");
  await button(page, "Terminate").click();
  await expect(button(page, "Cancel")).toBeFocused();
  await button(page, /^Terminate card ending/).click();
  await expect(page.getByText("Terminated. The remaining balance")).toBeVisible();
  await expect(button(page, "Fund")).toBeHidden();
  await expectAccessible(page, "a terminated card");
});

test("an owner requests a withdrawal, sees the amount after the fee, and cancels it", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[1] ?? { email: "", password: "" };
  await signIn(page, partner, "/withdrawals");
  await expect(heading(page, "No withdrawals yet")).toBeVisible();
  await button(page, "Request withdrawal").first().click();
  await page.getByLabel("Amount").fill("4.99");
  await page.getByLabel("Address on Base").fill("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD");
  await dialogButton(page, "Request withdrawal").click();
  await expect(page.getByText("Must be at least 5.")).toBeVisible();
  await expect(page.getByText("The checksum does not match")).toBeVisible();
  await page.getByLabel("Amount").fill("100");
  await page.getByLabel("Address on Base").fill("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  await expect(page.getByText("First withdrawal to this address")).toBeVisible();
  await expect(page.getByText("99.50 USD")).toBeVisible();
  await expectAccessible(page, "the form of a withdrawal");
  await dialogButton(page, "Request withdrawal").click();
  await expect(page.getByText("Compare the address, then confirm")).toBeVisible();
  await page.getByLabel("I have compared the full address").check();
  await dialogButton(page, "Request withdrawal").click();
  await done(page, "Withdrawal requested");
  await expect(page.getByText("Pending approval", { exact: true })).toBeVisible();
  await button(page, "Cancel withdrawal").click();
  await dialogButton(page, "Cancel withdrawal").click();
  const end = page
    .getByRole("listitem")
    .filter({ hasText: /Cancelled.*The full amount was refunded/ });
  await expect(end).toBeVisible();
  await expect(button(page, "Cancel withdrawal")).toBeHidden();
});
