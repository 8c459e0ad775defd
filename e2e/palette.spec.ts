import { expect, test } from "../test/service/journey.ts";
import { signIn } from "./dashboard-pages.ts";

const nobody = { email: "", password: "" };

test("Enter right after typing opens nothing that was found for an earlier text, and waits for the answer", async ({
  page,
  service,
}) => {
  await signIn(page, service.demo.partners[0] ?? nobody);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("dialog").getByRole("combobox");
  await field.fill("amara");
  await expect(page.getByRole("option").first()).toContainText("Amara");
  await field.fill("nobody has this name");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/transactions\?search=nobody%20has%20this%20name$/);
});
