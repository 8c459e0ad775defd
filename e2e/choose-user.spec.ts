import { expect, test } from "../test/service/journey.ts";
import { signIn } from "./dashboard-pages.ts";

const nobody = { email: "", password: "" };

test("Enter chooses no user of an earlier text, before those of the typed text are there", async ({
  page,
  service,
}) => {
  await signIn(page, service.demo.partners[0] ?? nobody, "/cards?do=create");
  const field = page.getByRole("combobox", { name: "User" });
  await field.click();
  await expect(page.getByRole("option").first()).toBeVisible();
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/card\/users\?.*search=/, async (route) => {
    await arrival;
    await route.continue();
  });
  await field.fill("nobody has this name");
  await field.press("Enter");
  await expect(field).toHaveValue("nobody has this name");
  arrive();
  await expect(page.getByText("No matching approved user").first()).toBeVisible();
});

test("a pasted amount with spaces around it is not cut off", async ({ page, service }) => {
  await signIn(page, service.demo.partners[0] ?? nobody, "/withdrawals?do=create");
  const amount = page.getByRole("dialog").getByLabel("Amount");
  await amount.click();
  await page.keyboard.insertText("               1250.00 ");
  await expect(amount).toHaveValue("               1250.00 ");
});
