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
