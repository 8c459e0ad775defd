import { randomUUID } from "node:crypto";
import { expect, test } from "../test/service/journey.ts";
import { openElsewhere } from "../test/service/living-page.ts";
import { callFrom, callWithKey, signInOperator } from "./console-pages.ts";
import { button, dialogButton, signIn } from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

const nobody = { email: "", password: "", totpSecret: "", apiKey: "" };
const PASSWORD = "a few words do well";
const ADDRESS = "0x27b1fdb04752bbc536007a920d24acb045561c26";

test("an owner requires a second person, who approves one withdrawal and rejects another", async ({
  page,
  browser,
  service,
}) => {
  const partner = service.demo.partners[0] ?? nobody;
  await signIn(page, partner, "/withdrawals");
  const dialog = page.getByRole("dialog");
  await button(page, "Saved addresses").click();
  await expect(dialog.getByText("Another owner must approve withdrawals: never.")).toBeVisible();
  await dialog.getByRole("button", { name: "Change the second approval rule" }).click();
  await expect(dialog.getByText("the withdrawals of 24 hours")).toBeVisible();
  await dialog.getByLabel("Second approval above").fill("900");
  await dialog.getByLabel("Your password").fill(partner.password);
  await expectState(page, "own-approval-rule");
  await dialogButton(page, "Save rule").click();
  await expect(
    dialog.getByText("Another owner must approve withdrawals: above 900.00 USD in 24 hours."),
  ).toBeVisible();

  const email = `${randomUUID()}@example.com`;
  const invited = await callFrom(page, "POST", "/api/v1/partner/people/invitations", {
    ...{ email, role: "owner", password: partner.password },
  });
  const second = await openElsewhere(browser, service.baseUrl);
  await second.goto(String(invited.data.inviteUrl));
  await second.getByLabel("Your name").fill("Grace Obi");
  await second.getByLabel("Password").fill(PASSWORD);
  await button(second, "Join").click();
  await expect(second.getByRole("heading", { name: "Needs attention" })).toBeVisible();

  const caller = { baseUrl: service.baseUrl, apiKey: partner.apiKey };
  const made = async (amount: number) => {
    const body = { amount, toAddress: ADDRESS };
    const { data } = await callWithKey(caller, "POST", "/api/v1/partner/withdrawal", body);
    return String(data.id);
  };
  const [approved, rejected] = [await made(901), await made(902)];
  const admin = await openElsewhere(browser, service.baseUrl);
  await signInOperator(admin, service.demo.admins[0] ?? nobody, `/admin/withdrawals/${approved}`);
  await expect(admin.getByText("Waiting for a second approver at the partner")).toBeVisible();
  await expect(admin.getByText("above its amount for 24 hours")).toBeVisible();
  await expect(button(admin, "Approve…")).toHaveCount(0);
  await expectState(admin, "withdrawal-needs-partner");

  await second.goto("/withdrawals");
  await expect(
    second.getByRole("heading", { name: "Waiting for a second approver on your team" }),
  ).toBeVisible();
  await expectState(second, "withdrawals-waiting");
  // Until the page knows how a withdrawal waits, its button has no verb that could change under the pointer.
  const progress = `**/api/v1/partner/withdrawal/${approved}/progress`;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await second.route(progress, async (route) => {
    await answered;
    await route.continue();
  });
  await second.getByRole("row", { name: "901.00" }).click();
  await expect(second.getByText("Pending approval. The amount is reserved.")).toBeVisible();
  await expect(button(second, /(Cancel|Reject) withdrawal/)).toHaveCount(0);
  answer();
  await expect(button(second, "Reject withdrawal")).toBeVisible();
  await expect(second.getByText("An owner on your team approves it first")).toBeVisible();
  await second.unroute(progress);
  await second.goto("/withdrawals");
  await second.getByRole("link", { name: "Review the withdrawal of 901 USD" }).click();
  await button(second, "Approve withdrawal…").click();
  await expect(second.getByRole("dialog", { name: "Approve withdrawal?" })).toContainText(ADDRESS);
  await second.getByRole("dialog").getByLabel("Your password").fill(PASSWORD);
  await expectState(second, "own-approval");
  await dialogButton(second, "Approve withdrawal").click();
  await expect(second.getByText("Withdrawal approved. It is now reviewed")).toBeVisible();

  await second.goto(`/withdrawals/${rejected}`);
  await button(second, "Reject withdrawal").click();
  await dialogButton(second, "Reject withdrawal").click();
  await expect(second.getByText("The amount was refunded to your wallet").first()).toBeVisible();

  await admin.reload();
  await expect(button(admin, "Approve…")).toBeVisible();

  // To remove the rule takes both owners.
  await page.goto("/withdrawals?do=addresses");
  await dialog.getByRole("button", { name: "Change the second approval rule" }).click();
  await dialog.getByLabel("Second approval above").fill("");
  await dialog.getByLabel("Your password").fill(partner.password);
  await dialogButton(page, "Save rule").click();
  await expect(dialog.getByText("Another owner must confirm it")).toBeVisible();
  await second.goto("/withdrawals?do=addresses");
  const theirs = second.getByRole("dialog");
  const confirm = theirs.getByRole("button", { name: "Confirm… the requested rule" });
  await confirm.click();
  await theirs.getByLabel("Your password").fill(PASSWORD);
  await expectState(second, "own-approval-rule-confirm");
  // Another rule that is requested meanwhile is not the one that is confirmed.
  const { password } = partner;
  const request = (above: number | null) =>
    callFrom(page, "POST", "/api/v1/partner/withdrawal-approvals", { above, password });
  await request(5_000);
  await expect(theirs.getByText("requested: above 5,000.00 USD")).toBeVisible();
  await dialogButton(second, "Confirm change").click();
  await expect(theirs.getByText("The change was not confirmed")).toBeVisible();
  await expect(
    theirs.getByText("Another owner must approve withdrawals: above 900.00 USD in 24 hours."),
  ).toBeVisible();
  await request(null);
  await expect(theirs.getByText("requested: never")).toBeVisible();
  await dialogButton(second, "Cancel").click();
  await confirm.click();
  await theirs.getByLabel("Your password").fill(PASSWORD);
  await dialogButton(second, "Confirm change").click();
  await expect(theirs.getByText("Another owner must approve withdrawals: never.")).toBeVisible();
});

test("an owner who removes the other one does not approve alone, and learns until when and what to do", async ({
  page,
  browser,
  service,
}) => {
  const partner = service.demo.partners[1] ?? nobody;
  const { password } = partner;
  await signIn(page, partner, "/settings");
  const post = (path: string, body: object) => callFrom(page, "POST", path, body);
  const email = `${randomUUID()}@example.com`;
  const invited = await post("/api/v1/partner/people/invitations", {
    ...{ email, role: "owner", password },
  });
  const second = await openElsewhere(browser, service.baseUrl);
  await second.goto(String(invited.data.inviteUrl));
  await second.getByLabel("Your name").fill("Grace Obi");
  await second.getByLabel("Password").fill(PASSWORD);
  await button(second, "Join").click();
  await expect(second.getByRole("heading", { name: "Overview" })).toBeVisible();
  expect((await post("/api/v1/partner/withdrawal-approvals", { above: 5, password })).status).toBe(
    200,
  );
  const key = await post("/api/v1/partner/keys", {
    ...{ name: "Payouts", scopes: ["money_out"], password },
  });
  const caller = { baseUrl: service.baseUrl, apiKey: String(key.data.apiKey) };
  const body = { amount: 6, toAddress: ADDRESS };
  const made = await callWithKey(caller, "POST", "/api/v1/partner/withdrawal", body);

  await page.reload();
  await button(page, "Remove Grace Obi").click();
  await page.getByLabel("Your password").fill(password);
  await dialogButton(page, "Remove Grace Obi").click();
  await expect(page.getByLabel("Notifications").getByText("was removed")).toBeVisible();
  await page.goto(`/withdrawals/${made.data.id}`);
  await expect(page.getByText("so you cannot approve it alone until")).toBeVisible();
  await expect(button(page, "Approve withdrawal…")).toHaveCount(0);
  await expectState(page, "own-approval-former-owner");
});
