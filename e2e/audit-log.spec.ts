import { readFile } from "node:fs/promises";
import { expect, test } from "../test/service/journey.ts";
import { callFrom } from "./console-pages.ts";
import { button, expectAccessible, signIn } from "./dashboard-pages.ts";

test("an owner finds a change in the audit log, filters by it, opens it and exports it", async ({
  page,
  service,
}) => {
  // Not the second partner: it has no redirect URL, which the journeys of the verification page need.
  const owner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, owner, "/settings");
  const redirectUrl = `https://example.com/${Date.now()}`;
  const path = "/api/v1/partner/profile/redirect-url";
  expect((await callFrom(page, "POST", path, { redirectUrl })).status).toBe(200);
  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(page).toHaveURL("/settings/audit");
  await expect(page).toHaveTitle(/Audit log/);
  const table = page.getByRole("table", { name: "Audit log" });
  await expect(table.getByRole("row", { name: /Set redirect URL/ }).first()).toBeVisible();
  await expectAccessible(page, "audit log");

  await page.goto("/settings/audit?action=setRedirectUrl");
  await expect(button(page, /^Action.*Set redirect URL/).first()).toBeVisible();
  await table.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/settings\/audit\/aud_\w+\?action=setRedirectUrl$/);
  const sheet = page.getByRole("region", { name: "Set redirect URL" });
  await expect(sheet.getByText(redirectUrl).first()).toBeVisible();
  await expectAccessible(page, "audit log entry");

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV", exact: true }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  const lines = text.trim().split("\r\n");
  expect(lines[1]).toContain("setRedirectUrl");
  expect(lines.slice(1).every((line) => line.includes("setRedirectUrl"))).toBe(true);
  await page.goto("/settings/audit?actor=nobody%40example.com");
  await expect(page.getByText(/No entr/).first()).toBeVisible();
});
