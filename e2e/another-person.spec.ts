import type { Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { signInOperator } from "./console-pages.ts";
import { button, fillSignIn, signIn } from "./dashboard-pages.ts";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";

/** The page is behind another tab: it closes its stream of changes, so it does not learn what happens there. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

test("another person signs in with this browser: a form that was left open moves nothing of theirs", async ({
  page,
  service,
}) => {
  const [first, second] = service.demo.partners;
  if (!first || !second) throw new Error("the demo has two partners");
  await signIn(page, first, "/withdrawals?do=create");
  const form = page.getByRole("dialog", { name: "Request withdrawal" });
  await form.getByLabel("Amount").fill("25.00");
  await form.getByLabel("Address on Base").fill(ADDRESS);
  await form.getByLabel("I have compared the full address").check();
  await hide(page);

  const elsewhere = await page.context().newPage();
  await elsewhere.goto("/");
  await button(elsewhere, /Account/).click();
  await button(elsewhere, "Sign out").click();
  await expect(elsewhere).toHaveURL("/sign-in");
  await fillSignIn(elsewhere, second);
  await expect(elsewhere).toHaveURL("/");
  const walletOf = async () =>
    (await (await page.request.get("/api/v1/partner/wallet/balance")).json()).data.availableBalance;
  const before = await walletOf();

  await form.getByRole("button", { name: "Request withdrawal" }).click();
  // The page is rendered anew, for the person who is signed in now.
  await expect(form.getByLabel("Amount")).toHaveValue("");
  expect(await walletOf()).toBe(before);
});

test("an operator views another partner in a second tab: the first tab does not show that partner under the old name", async ({
  page,
  service,
}) => {
  const [admin] = service.demo.admins;
  if (!admin) throw new Error("the demo has no administrator");
  await signInOperator(page, admin);
  const view = async (tab: Page, name: string) => {
    await tab.goto("/admin/partners");
    await tab.getByRole("link", { name, exact: true }).click();
    await button(tab, "View as partner").click();
    await expect(tab.getByText(`Viewing as ${name}`)).toBeVisible();
  };
  const names = service.demo.partners.map(({ name }) => name);
  await view(page, names[0] ?? "");
  await page.goto("/cards");
  const elsewhere = await page.context().newPage();
  await view(elsewhere, names[1] ?? "");
  // What the first tab reads next belongs to the other partner, so it is loaded again.
  await expect(page.getByText(`Viewing as ${names[1]}`)).toBeVisible();
  await expect(page).toHaveURL("/cards");
});
