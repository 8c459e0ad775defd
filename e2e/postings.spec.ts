import { expect, test } from "../test/service/journey.ts";
import { openElsewhere } from "../test/service/living-page.ts";
import { codeOf, signInOperator } from "./console-pages.ts";
import { button, dialogButton, expectAccessible } from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

const nobody = { email: "", password: "", totpSecret: "" };
const OWN_REQUEST = "You requested this posting. Another administrator must confirm it.";
const REASON = "Card creation fee charged twice, ticket 4711";

test("two administrators correct a wallet: one requests the posting, the other one confirms it", async ({
  page,
  browser,
  service,
}) => {
  const [first = nobody, second = nobody] = service.demo.admins;
  const partner = service.demo.partners[1];
  if (!partner) throw new Error("the demo has a second partner");
  await signInOperator(page, first, "/admin/postings");
  await expectAccessible(page, "no operator postings yet");
  await button(page, "Request posting").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Type")).toBeVisible();
  await expectAccessible(page, "the form of a posting");
  await button(page, "Preview journal").click();
  await expect(dialog.getByLabel("Amount")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Partner", { exact: true }).selectOption({ label: partner.name });
  await dialog.getByLabel("Counter account").selectOption({ label: "Adjustments" });
  await dialog.getByLabel("Amount").fill("12.50");
  await dialog.getByLabel("Reason").fill(REASON);
  await button(page, "Preview journal").click();
  const journal = dialog.getByRole("region", { name: "Journal" });
  await expect(journal.getByText("Partner wallet")).toBeVisible();
  await expect(journal.getByText("Adjustments", { exact: true })).toBeVisible();
  await dialog.getByLabel("Code").fill("000000");
  await dialogButton(page, "Request posting").click();
  await expect(page.getByText("Incorrect or expired code")).toBeVisible();
  await expectAccessible(page, "the journal of a request");
  await dialog.getByLabel("Code").fill(codeOf(first));
  await dialogButton(page, "Request posting").click();

  // The administrator who requested the posting cannot confirm it.
  await expect(page.getByText(OWN_REQUEST)).toBeVisible();
  await expect(button(page, "Confirm…")).toHaveCount(0);
  const address = new URL(page.url()).pathname;

  const other = await openElsewhere(browser, service.baseUrl);
  await signInOperator(other, second, "/admin/postings");
  await other.getByRole("link", { name: "Correction of a wallet or a card" }).first().click();
  await expect(other).toHaveURL(new RegExp(address));
  await button(other, "Confirm…").click();
  await expect(other.getByRole("dialog").getByText(REASON)).toBeVisible();
  await expectState(other, "posting-confirm");
  await other.getByRole("dialog").getByLabel("Code").fill(codeOf(second));
  await button(other, "Confirm and post").click();
  await expect(
    other.getByText("Posted", { exact: true }).filter({ visible: true }).first(),
  ).toBeVisible();
  // The first administrator's page updates by itself.
  await expect(page.getByText("Confirmed by")).toBeVisible();

  // The journal's page shows the confirmation and the reason.
  await other.getByRole("link", { name: "Journal", exact: true }).click();
  await expect(other.getByRole("table", { name: "Operator postings" })).toHaveCount(0);
  await expect(other.getByText("Confirmed by")).toBeVisible();
  await expect(other.getByText(REASON)).toBeVisible();
  const listed = await fetch(`${service.baseUrl}/api/v1/partner/wallet/transactions?limit=1`, {
    headers: { authorization: `Bearer ${partner.apiKey}` },
  });
  const { data } = await listed.json();
  expect(data.transactions).toMatchObject([
    {
      ...{ amount: 12.5, type: "credit", action: "funding", category: "correction_credit" },
      narration: `Correction: ${REASON}`,
    },
  ]);
});

test("an administrator cancels their own posting request; another administrator rejects a second one", async ({
  page,
  browser,
  service,
}) => {
  const [first = nobody, second = nobody] = service.demo.admins;
  await signInOperator(page, first, "/admin/postings");
  const request = async (amount: string) => {
    await page.goto("/admin/postings?do=request");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Type").selectOption({ label: "Capital paid in" });
    await dialog.getByLabel("Received at").selectOption({ label: "Bank" });
    await dialog.getByLabel("Amount").fill(amount);
    await dialog.getByLabel("Reason").fill("Float for December");
    await button(page, "Preview journal").click();
    await dialog.getByLabel("Code").fill(codeOf(first));
    await dialogButton(page, "Request posting").click();
    await expect(page.getByText(OWN_REQUEST)).toBeVisible();
    return new URL(page.url()).pathname;
  };
  await request("1000");
  await button(page, "Cancel request…").click();
  await button(page, "Cancel request").click();
  await expect(page.getByText("Cancelled by")).toBeVisible();

  const address = await request("2000");
  const other = await openElsewhere(browser, service.baseUrl);
  await signInOperator(other, second, address);
  await button(other, "Reject…").click();
  await button(other, "Reject posting").click();
  await expect(other.getByLabel("Reason")).toHaveAttribute("aria-invalid", "true");
  await other.getByLabel("Reason").fill("It is in the bank of another company");
  await button(other, "Reject posting").click();
  await expect(other.getByText("Rejected by")).toBeVisible();
  // A reload removes the notification, which covers a part of a phone's screen.
  await other.reload();
  await expect(other.getByText("Rejected by")).toBeVisible();
  await expectAccessible(other, "a rejected posting");
});
