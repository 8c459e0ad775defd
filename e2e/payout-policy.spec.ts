import { randomUUID } from "node:crypto";
import { expect, test } from "../test/service/journey.ts";
import { callFrom, signInOperator } from "./console-pages.ts";
import { button, dialogButton, signIn } from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

const NEW_ADDRESS = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
const OTHER_ADDRESS = "0x27b1fdb04752bbc536007a920d24acb045561c26";
const nobody = { email: "", password: "", totpSecret: "" };

test("an owner switches the allow-list on, and the form says when a new address can be used", async ({
  page,
  service,
}) => {
  // The last partner, so that the allow-list is in nobody's way.
  const partner = service.demo.partners.at(-1) ?? nobody;
  await signIn(page, partner, "/withdrawals");
  const dialog = page.getByRole("dialog");
  await button(page, "Saved addresses").click();
  await dialog.getByLabel("Label").fill(`Treasury ${randomUUID()}`);
  await dialog.getByLabel("Address", { exact: true }).fill(NEW_ADDRESS);
  await dialogButton(page, "Save address").click();
  await expect(dialog.getByText("Off: withdrawals can go to any address.")).toBeVisible();
  await dialog.getByRole("button", { name: "Change the allow-list" }).click();
  await dialog.getByLabel("Withdraw only to saved addresses").check();
  await dialogButton(page, "Save allow-list").click();
  await expect(dialog.getByText(/^On: withdrawals go only to saved addresses/)).toBeVisible();
  await expect(dialog.getByText("Usable from").first()).toBeVisible();
  await expectState(page, "allow-list");

  // To switch it off takes the password and the waiting time.
  await dialog.getByRole("button", { name: "Change the allow-list" }).click();
  await dialog.getByLabel("Withdraw only to saved addresses").uncheck();
  await dialog.getByLabel("Your password").fill(partner.password);
  await expectState(page, "allow-list-off");
  await dialogButton(page, "Save allow-list").click();
  await expect(dialogButton(page, "Cancel the scheduled change")).toBeVisible();
  await dialogButton(page, "Cancel the scheduled change").click();
  await expect(dialogButton(page, "Cancel the scheduled change")).toBeHidden();

  await page.goto("/withdrawals?do=create");
  await dialog.getByLabel("Amount").fill("20");
  await dialog.getByLabel("Address on Base").fill(NEW_ADDRESS);
  await expect(dialog.getByText(/It can be used from/)).toBeVisible();
  await expectState(page, "address-waits");
  await dialog.getByLabel("Address on Base").fill(OTHER_ADDRESS);
  await expect(dialog.getByText(/Withdrawals go only to saved addresses\. Save/)).toBeVisible();
});

test("an administrator sets limits, and the review of a withdrawal shows them", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners.at(-1);
  const path = `/admin/partners/${partner?.partnerId}`;
  await signInOperator(page, service.demo.admins[0] ?? nobody, path);
  await page.getByRole("button", { name: "Edit the payout policy" }).click();
  await page.getByLabel(/^Limit per 24 hours/).fill("2500");
  await page.getByLabel(/^Limit per address/).fill("1000");
  await expectState(page, "payout-policy-form");
  await page.locator("form").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("2,500.00 USD")).toBeVisible();
  await expectState(page, "payout-policy");

  // A higher limit needs a code.
  await page.getByRole("button", { name: "Edit the payout policy" }).click();
  await page.getByLabel(/^Limit per 24 hours/).fill("5000");
  await expect(page.getByLabel("6-digit code")).toBeVisible();

  const { data } = await callFrom(page, "GET", "/api/admin/withdrawals?limit=1");
  const id = (data as { withdrawals: { id: string }[] }).withdrawals[0]?.id;
  await page.goto(`/admin/withdrawals/${id}`);
  await expect(
    page.getByText("Source of funds, 30 days").or(page.getByText("No incoming funds in")),
  ).toBeVisible();
});
