import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { clickUntil } from "../test/service/living-page.ts";
import { callFrom, signInOperator } from "./console-pages.ts";
import { button, signIn } from "./dashboard-pages.ts";

const nobody = { email: "", password: "", totpSecret: "" };
const ADDRESS = "0x27b1fdb04752bbc536007a920d24acb045561c26";

/** Expects the button to open a form whose first field has the focus, and the form's end to give the focus back. */
async function expectFocus(opener: Locator, first: Locator, end: Locator): Promise<void> {
  await clickUntil(opener, first);
  await expect(first).toBeFocused();
  await end.press("Enter");
  await expect(opener).toBeFocused();
}

/** The last button of this name: "Cancel" of the form that is open in the page. */
const lastButton = (page: Page, name: string) => button(page, name).last();

test("an owner opens and ends forms of saved addresses: the focus moves with them", async ({
  page,
  service,
}) => {
  await signIn(page, service.demo.partners[0] ?? nobody, "/withdrawals");
  const body = { label: "Payroll", address: ADDRESS };
  await callFrom(page, "POST", "/api/v1/partner/addresses", body);
  await button(page, "Saved addresses").click();
  const dialog = page.getByRole("dialog");
  const cancel = lastButton(page, "Cancel");
  const row = dialog.getByRole("listitem").filter({ hasText: "Payroll" });
  await expectFocus(
    row.getByRole("button", { name: "Rename Payroll" }),
    row.getByLabel("New label for Payroll"),
    cancel,
  );
  const remove = row.getByRole("button", { name: "Remove Payroll" });
  await expectFocus(remove, row.getByRole("button", { name: "Cancel" }), cancel);
  await expectFocus(
    button(page, "Change the allow-list"),
    dialog.getByLabel("Withdraw only to saved addresses"),
    cancel,
  );
  await expectFocus(
    button(page, "Change the second approval rule"),
    dialog.getByLabel("Second approval above"),
    cancel,
  );
});

test("a person opens and ends forms of their account and of the reference: the focus moves with them", async ({
  page,
  service,
}) => {
  const owner = service.demo.partners[0] ?? nobody;
  await signIn(page, owner, "/settings/account");
  const cancel = lastButton(page, "Cancel");
  await expectFocus(button(page, "Add a passkey…"), page.getByLabel("Name of the passkey"), cancel);
  const setup = page.locator("form").filter({ has: button(page, "Set up 2FA") });
  await setup.getByLabel("Password").fill(owner.password);
  await button(page, "Set up 2FA").press("Enter");
  await expect(page.getByLabel("6-digit code")).toBeFocused();
  await cancel.press("Enter");
  await expect(setup.getByLabel("Password")).toBeFocused();

  await page.goto("/developers/reference/getBalance");
  const session = page.getByRole("radio", { name: "My session" });
  await expectFocus(button(page, "Try it"), session, button(page, "Close"));
});

test("an administrator opens and ends the settings of a partner: the focus moves with them", async ({
  page,
  service,
}) => {
  await signInOperator(page, service.demo.admins[0] ?? nobody);
  await page.goto(`/admin/partners/${service.demo.partners[1]?.partnerId}`);
  const cancel = lastButton(page, "Cancel");
  await expectFocus(button(page, "Edit"), page.locator("form input").first(), cancel);
  await expectFocus(
    button(page, "Edit the payout policy"),
    page.getByRole("checkbox").first(),
    cancel,
  );
});
