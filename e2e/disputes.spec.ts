import { expect, test } from "../test/service/journey.ts";
import { callWithKey, disputePurchase, signInOperator } from "./console-pages.ts";
import { button, dialogButton, expectAccessible, signIn } from "./dashboard-pages.ts";

test("an owner disputes a purchase, and loses the credit again when the dispute is lost", async ({
  page,
  service,
}) => {
  const partner = { ...{ email: "", password: "", apiKey: "" }, ...service.demo.partners[0] };
  const key = { baseUrl: service.baseUrl, apiKey: partner.apiKey };
  const ok = async (method: string, path: string, body?: object) => {
    const { status, message, data } = await callWithKey(key, method, path, body);
    expect([200, 201], `${path}: ${message}`).toContain(status);
    return data;
  };
  const list = await ok("GET", "/api/v1/partner/card?status=active&fundingType=float&limit=1");
  const [{ serviceCardId }] = list.cards as [{ serviceCardId: string }];
  await ok("POST", "/api/v1/partner/card/fund", { serviceCardId, amount: 50 });
  const { serviceTransactionId } = await ok(
    "POST",
    `/api/v1/sandbox/cards/${serviceCardId}/authorizations`,
    { amount: 32.5, merchantName: "Bike Shop", merchantCountry: "US" },
  );
  await ok("POST", `/api/v1/sandbox/transactions/${serviceTransactionId}/settle`, {});
  const cardPath = `/api/v1/partner/card/${serviceCardId}`;
  const available = async () => (await ok("GET", cardPath)).availableBalance as number;
  const before = await available();

  await signIn(page, partner, `/transactions/${serviceTransactionId}`);
  await button(page, "Dispute").click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Reason").selectOption("not_received");
  await form.getByLabel("Product or service").fill("A bicycle");
  await expectAccessible(page, "the form of a dispute");
  await dialogButton(page, "Open dispute").click();
  await expect(form.getByLabel("What happened")).toHaveAttribute("aria-invalid", "true");
  await form.getByLabel("What happened").fill("The bicycle never came.");
  const files = form.getByLabel("Evidence files");
  await files.setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("x"),
  });
  await expect(form.getByText("notes.txt is not a PDF, PNG or JPEG file.")).toBeVisible();
  const pdfFile = (name: string) => ({
    name,
    mimeType: "application/pdf",
    buffer: Buffer.from(`%PDF-1.7 ${name}`),
  });
  await files.setInputFiles([pdfFile("receipt.pdf"), pdfFile("emails.pdf")]);
  await expect(form.getByText("emails.pdf")).toBeVisible();
  await expectAccessible(page, "the form of a dispute with files");
  await dialogButton(page, "Remove receipt.pdf").click();
  await expect(form.getByText("receipt.pdf")).toHaveCount(0);
  await dialogButton(page, "Open dispute").click();
  await expect(form).toHaveCount(0);
  await expect(page.getByText("Opened, card credited")).toBeVisible();
  await expect(page.getByText("Submitted to the card network")).toBeVisible();
  await expect(page.getByRole("list", { name: "Files" })).toContainText("emails.pdf");
  await expectAccessible(page, "a dispute");
  expect(await available()).toBe(before + 32.5);

  // The list of all disputes leads back to this one.
  const address = page.url();
  await page.goto("/disputes?status=submitted");
  await expectAccessible(page, "the disputes");
  const row = page.getByRole("table", { name: "Disputes" }).locator("tbody tr").first();
  await expect(row).toContainText("Not received");
  await row.getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(new URL(address).pathname));

  await button(page, "Lost").click();
  await expect(page.getByText("The credit was taken back from the card.")).toBeVisible();
  await expect(button(page, "Dispute")).toHaveCount(0);
  expect(await available()).toBe(before);
});

test("an operator finds a dispute in the console with its history", async ({ page, service }) => {
  const partner = service.demo.partners[0] ?? { apiKey: "" };
  const disputeId = await disputePurchase({ baseUrl: service.baseUrl, apiKey: partner.apiKey });
  const admin = service.demo.admins[0] ?? { email: "", password: "", totpSecret: "" };
  await signInOperator(page, admin, "/admin/disputes?status=submitted");
  await page.locator(`a[href^="/admin/disputes/${disputeId}"]`).first().click();
  await expect(page.getByText("Submitted to the card issuer")).toBeVisible();
  await expect(page.getByText("The bicycle never came.")).toBeVisible();
  await expectAccessible(page, "a dispute in the console");
});
