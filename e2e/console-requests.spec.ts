import { randomUUID } from "node:crypto";
import { expect, test } from "../test/service/journey.ts";
import { openElsewhere } from "../test/service/living-page.ts";
import { callFrom, codeOf, signInOperator } from "./console-pages.ts";
import { button, copyAndClose, dialogButton } from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

const nobody = { email: "", password: "", totpSecret: "" };

test("the administrator who confirms an invitation sees its link until it is copied", async ({
  page,
  browser,
  service: { demo, baseUrl },
}) => {
  const [one = nobody, other = nobody] = demo.admins;
  const email = `${randomUUID()}@example.com`;
  await signInOperator(page, one, "/admin/operators");
  const asked = await callFrom(page, "POST", "/api/admin/operators/invitations", {
    ...{ email, role: "approver", totp: codeOf(one) },
  });
  expect(asked.data.request, "two administrators decide").toBeDefined();
  const second = await openElsewhere(browser, baseUrl);
  await signInOperator(second, other, "/admin/operators");
  // Other journeys leave requests in the list.
  const request = second.getByRole("listitem").filter({ hasText: `Invite ${email} as approver` });
  await request.getByRole("button", { name: /^Confirm…/ }).click();
  await expect(dialogButton(second, "Cancel")).toBeFocused();
  await second.keyboard.type(codeOf(other));
  await button(second, "Confirm and get link").click();
  const dialog = second.getByRole("dialog", { name: `Invitation link for ${email}` });
  await expect(dialog).toBeVisible();
  // The confirmed request leaves the list behind the dialog, which the dialog must outlive.
  await expect(second.getByText(`Invite ${email} as approver`)).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await expectState(second, "admin-request-link");
  const link = await dialog.getByText(/\/invite\//).textContent();
  await copyAndClose(second);
  await expect(dialog).toHaveCount(0);
  const invited = await openElsewhere(browser, baseUrl);
  await invited.goto(String(link));
  await expect(invited.getByText(email).first()).toBeVisible();
});

test("the question about a partner stays the same when another administrator suspends it meanwhile", async ({
  page,
  browser,
  service: { demo, baseUrl },
}) => {
  const [one = nobody, other = nobody] = demo.admins;
  await signInOperator(page, one, "/admin/partners");
  const made = await callFrom(page, "POST", "/api/admin/partners", {
    name: "Tartu Post",
    ownerEmail: `${randomUUID()}@example.com`,
    totp: codeOf(one),
  });
  const partnerId = String(made.data.partnerId);
  await page.goto(`/admin/partners/${partnerId}`);
  await button(page, "Suspend").click();
  await page.getByLabel("Reason (recorded in the audit log)").fill("Asked for by compliance");

  const second = await openElsewhere(browser, baseUrl);
  await signInOperator(second, other, "/admin");
  const suspended = await callFrom(second, "POST", `/api/admin/partners/${partnerId}/suspend`, {
    reason: "Asked for by the police",
  });
  expect(suspended.status).toBe(200);
  await expect(page.getByText("Reason: Asked for by the police")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Suspend Tartu Post?" })).toBeVisible();
  await expect(page.getByLabel("Reason (recorded in the audit log)")).toHaveValue(
    "Asked for by compliance",
  );
  // Other journeys of this service see every partner.
  const totp = codeOf(other);
  await callFrom(second, "POST", `/api/admin/partners/${partnerId}/resume`, { totp });
});
