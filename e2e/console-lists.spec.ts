import { expect, test } from "../test/service/journey.ts";
import { callWithKey, signInOperator } from "./console-pages.ts";
import { button, expectAccessible } from "./dashboard-pages.ts";

const nobody = { email: "", password: "", totpSecret: "" };

test("an auditor searches, sorts and filters the queue, and Back undoes it", async ({
  page,
  service: { demo, baseUrl },
}) => {
  const asked = { baseUrl, apiKey: demo.partners[0]?.apiKey ?? "" };
  for (const amount of [21, 34]) {
    const wanted = { amount, toAddress: "0x52908400098527886E0F7030069857D2E4169EE7" };
    const made = await callWithKey(asked, "POST", "/api/v1/partner/withdrawal", wanted);
    await callWithKey(asked, "DELETE", `/api/v1/partner/withdrawal/${made.data.id}`);
  }
  await signInOperator(
    page,
    demo.auditors[0] ?? nobody,
    "/admin?status=completed,cancelled,failed",
  );
  const rows = page.getByRole("table", { name: "Withdrawals" }).locator("tbody tr");
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  await expect(button(page, "Status: 3 selected")).toBeVisible();

  await button(page, "Sort: Newest first").click();
  await button(page, "Largest first").click();
  await expect(page).toHaveURL(/sort=largest/);
  const name = demo.partners[0]?.name ?? "";
  await button(page, "Partner").click();
  await page.getByRole("searchbox", { name: "Name or ID" }).fill(name);
  // A press while the list shortens would be beside the panel, which closes it.
  const offered = page.getByRole("list", { name: "Partners" }).getByRole("button");
  await expect(offered).toHaveText([name]);
  await offered.click();
  await expect(page).toHaveURL(/partnerId=ptn_/);
  await page.keyboard.press("Escape");
  await expect(rows.filter({ hasNotText: name })).toHaveCount(0);
  await expect(rows.first()).toBeVisible();

  const search = page.getByRole("searchbox", { name: "Partner, address, label, amount or ID" });
  await search.fill("no such label");
  await expect(page.getByText("No withdrawal matches")).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue("");
  await page.goBack();
  await expect(page).not.toHaveURL(/partnerId/);
  await expect(rows).toHaveCount(count);
  await expectAccessible(page, "the filtered queue");
});

test("an auditor reads a partner's card volume by day with the keyboard", async ({
  page,
  service: { demo },
}) => {
  await signInOperator(page, demo.auditors[0] ?? nobody, "/admin/partners");
  await page.getByRole("link", { name: demo.partners[0]?.name ?? "" }).click();
  const slider = page.getByRole("slider", { name: "Card spend by day" });
  await slider.focus();
  await expect(slider).toHaveAttribute("aria-valuetext", /^\d+ \w{3}: [\d,.]+ USD$/);
  const today = await slider.getAttribute("aria-valuetext");
  await page.keyboard.press("ArrowLeft");
  await expect(slider).not.toHaveAttribute("aria-valuetext", today ?? "");
  await page.getByText("Show table").first().click();
  const table = page.getByRole("region", { name: "Card spend by day" });
  await expect(table.getByRole("row")).toHaveCount(31);
  await expectAccessible(page, "a partner with its charts");
});

test("an auditor compares the subtotals of the trial balance with its totals", async ({
  page,
  service: { demo },
}) => {
  await signInOperator(page, demo.auditors[0] ?? nobody, "/admin/books");
  const table = page.getByRole("table", { name: "Trial balance" });
  const sides = async (name: RegExp) => {
    const cells = await table.getByRole("row", { name }).getByRole("cell").allTextContents();
    // The first cell is the empty description.
    return cells.slice(1).map((text) => Math.round(Number(text.replace(/[^\d.]/g, "")) * 1e6));
  };
  await expect(table.getByRole("row", { name: /^Total/ })).toBeVisible();
  const classes = ["Assets", "Liabilities", "Equity", "Income and expenses"];
  const found = await Promise.all(classes.map((name) => sides(new RegExp(`^Subtotal ?, ${name}`))));
  const sum = (side: number) => found.reduce((all, each) => all + (each[side] ?? 0), 0);
  expect([sum(0), sum(1)]).toEqual(await sides(/^Total/));
  expect(sum(0)).toBeGreaterThan(0);
});
