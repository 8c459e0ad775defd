import { expect, test } from "../test/service/journey.ts";
import { whenLiving } from "../test/service/living-page.ts";
import { type StartedService, startService } from "../test/service/start-service.ts";
import { signInOperator } from "./console-pages.ts";
import { button, dialogButton, expectAccessible } from "./dashboard-pages.ts";
import { callApi, createCard, type Issuer, stripe } from "./issuer-service.ts";

/** Disputes a settled purchase of 25 USD. Returns the dispute's id. */
async function disputePurchase(issuer: Issuer, service: StartedService): Promise<string> {
  const serviceCardId = await createCard(service);
  const { id } = await issuer.buy(issuer.cardId(), 2_500);
  await issuer.capture(id, 2_500);
  const list = `/api/v1/partner/card/transactions?serviceCardId=${serviceCardId}&limit=1`;
  const settled = async () => (await callApi(service, "GET", list)).transactions[0];
  await expect.poll(async () => (await settled())?.status).toBe("settled");
  const { serviceTransactionId } = await settled();
  const path = `/api/v1/partner/card/transactions/${serviceTransactionId}/disputes`;
  const body = { reason: "not_received", explanation: "The bicycle never came." };
  return (await callApi(service, "POST", path, body)).disputeId;
}

test("an operator submits a dispute again that the card issuer refused", async ({ browser }) => {
  const issuer = await stripe();
  const service = await startService({ env: issuer.env });
  try {
    issuer.connect(service);
    issuer.refuseNext("POST /v1/issuing/disputes");
    const refusedId = await disputePurchase(issuer, service);
    const page = whenLiving(await browser.newPage({ baseURL: service.baseUrl }));
    const [admin] = service.demo.admins;
    if (!admin) throw new Error("the demo has no administrator");
    await signInOperator(page, admin, "/admin");
    await page.getByRole("link", { name: "1 dispute needs attention" }).click();
    await page.locator(`a[href^="/admin/disputes/${refusedId}"]`).first().click();
    await expect(page.getByText(/refused openDispute/).first()).toBeVisible();
    await expectAccessible(page, "a dispute that the card issuer refused");

    await button(page, "Submit again…").click();
    await expect(page.getByRole("dialog")).toContainText("A new dispute with the same evidence");
    await expectAccessible(page, "the question whether to submit a dispute again");
    await dialogButton(page, "Submit again").click();
    await expect(page.getByText("Dispute is submitted again")).toBeVisible();
    await expect(button(page, "Submit again…")).toHaveCount(0);

    await page.goto("/admin/disputes?status=submitted");
    const again = page.getByRole("table", { name: "Disputes" }).locator("tbody tr");
    await expect(again).toHaveCount(1);
    await again.getByRole("link").first().click();
    await expect(page.getByText("Submitted to the card issuer")).toBeVisible();
    await page.goto("/admin");
    await expect(page.getByText("1 dispute needs attention")).toHaveCount(0);
    await page.context().close();
  } finally {
    await service.stop();
    await issuer.close();
  }
});
