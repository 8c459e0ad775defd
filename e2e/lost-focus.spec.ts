import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { openElsewhere, waitForKeys } from "../test/service/living-page.ts";
import { callFrom } from "./console-pages.ts";
import { button, dialogButton, signIn } from "./dashboard-pages.ts";

const nobody = { email: "", password: "" };
/** Journeys share a service. Another one may have saved an address of a fixed value, or a common label. */
const randomAddress = () => `0x${randomBytes(20).toString("hex")}`;
const ADDRESSES = { Hangar: randomAddress(), Harbour: randomAddress() };

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });

test("a person clears filters and loads a failed list again: the heading has the focus", async ({
  page,
  service,
}) => {
  await signIn(page, service.demo.partners[0] ?? nobody, "/users?search=nobody-at-all");
  await expect(page.getByText("No user matches")).toBeVisible();
  for (const clear of [button(page, "Clear filters").last(), button(page, "Clear filters")]) {
    await clear.press("Enter");
    await expect(page).toHaveURL("/users");
    await expect(heading(page, /^Users/)).toBeFocused();
    await page.goto("/users?status=denied");
    await waitForKeys(page);
    await expect(page.getByRole("table", { name: "Users" })).toBeVisible();
  }

  await page.route("**/api/v1/partner/card/users?**", (route) => route.abort());
  await page.goto("/users?search=amara&sort=email");
  await waitForKeys(page);
  await page.getByRole("searchbox").fill("amar");
  await button(page, "Try again").waitFor();
  await page.unroute("**/api/v1/partner/card/users?**");
  await button(page, "Try again").press("Enter");
  await expect(page.getByRole("table", { name: "Users" })).toBeVisible();
  await expect(heading(page, /^Users/)).toBeFocused();
});

test("an owner removes rows: the next row has the focus, and the heading after the last one", async ({
  page,
  service,
}) => {
  const owner = service.demo.partners[0] ?? nobody;
  await signIn(page, owner, "/withdrawals");
  for (const [label, address] of Object.entries(ADDRESSES)) {
    const saved = await callFrom(page, "POST", "/api/v1/partner/addresses", { label, address });
    expect(saved.status).toBe(201);
  }
  await button(page, "Saved addresses").click();
  const rows = page.getByRole("dialog").locator("li:has(button)");
  await expect(rows.filter({ hasText: "Harbour" })).toBeVisible();
  const count = await rows.count();
  for (let left = count - 1; left >= 0; left -= 1) {
    const remove = rows.first().getByRole("button", { name: /^Remove/ });
    // The first press opens the form in the row.
    await remove.press("Enter");
    await expect(rows.first().getByRole("button", { name: "Cancel" })).toBeFocused();
    await remove.press("Enter");
    await expect(rows).toHaveCount(left);
    await expect(left > 0 ? rows.first() : heading(page, "Saved addresses")).toBeFocused();
  }
});

test("an owner ends sessions and revokes a key and an invitation: the focus stays in the list", async ({
  page,
  browser,
  service,
}) => {
  const owner = service.demo.partners[0] ?? nobody;
  const others = await openElsewhere(browser, service.baseUrl);
  await signIn(others, owner);
  await others.context().clearCookies();
  await signIn(others, owner);
  await signIn(page, owner, "/settings/account");
  const sessions = page.getByRole("listitem").filter({ hasText: "the session of" });
  const ends = page.getByRole("button", { name: /^Sign out the session of/ });
  const open = await ends.count();
  expect(open).toBeGreaterThan(1);
  await ends.first().press("Enter");
  await expect(ends).toHaveCount(open - 1);
  await expect(sessions.first()).toBeFocused();
  await button(page, "Sign out other sessions").press("Enter");
  await expect(ends).toHaveCount(0);
  await expect(heading(page, "Sessions")).toBeFocused();

  await page.goto("/developers");
  await waitForKeys(page);
  const created = await callFrom(page, "POST", "/api/v1/partner/keys", {
    name: "Short-lived",
    password: owner.password,
  });
  expect(created.status).toBe(201);
  const key = page.locator("main li").filter({ hasText: "Short-lived" });
  await key.getByRole("button", { name: /^Revoke/ }).press("Enter");
  await dialogButton(page, "Revoke Short-lived").press("Enter");
  await expect(key).toContainText("Revoked");
  await expect(key).toBeFocused();

  await callFrom(page, "POST", "/api/v1/partner/people/invitations", {
    email: "noor.van.dijk@example.com",
    role: "viewer",
    password: owner.password,
  });
  await page.goto("/settings");
  await waitForKeys(page);
  const people = page.locator("main li");
  const rows = await people.count();
  await page.getByRole("button", { name: /^Revoke the invitation of noor/ }).press("Enter");
  await expect(people).toHaveCount(rows - 1);
  await expect(people.last()).toBeFocused();
});
