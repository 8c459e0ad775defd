import { randomUUID } from "node:crypto";
import { expect, test } from "../test/service/journey.ts";
import { button, expectAccessible, signIn } from "./dashboard-pages.ts";

const nobody = { email: "", password: "", apiKey: "" };

test("a partner's API requests appear in the log without card data, and an amount links to its request", async ({
  page,
  request,
  service,
}) => {
  const partner = service.demo.partners[0] ?? nobody;
  const headers = { authorization: `Bearer ${partner.apiKey}` };
  const ask = async (path: string) => (await request.get(path, { headers })).json();
  const { cards } = (await ask("/api/v1/partner/card?limit=100")).data;
  const card = cards.find(
    (each: { status: string; fundingType: string }) =>
      each.status === "active" && each.fundingType === "float",
  );
  const { data: whole } = await ask(`/api/v1/partner/card/${card.serviceCardId}`);
  const key = randomUUID();
  const send = (path: string, body: object) =>
    request.post(path, { headers: { ...headers, "idempotency-key": key }, data: body });
  const { serviceCardId } = card;
  const funded = await send("/api/v1/partner/card/fund", { serviceCardId, amount: 12.5 });
  expect(funded.status()).toBe(200);
  const requestId = funded.headers()["x-request-id"] ?? "";

  await signIn(page, partner, "/developers/requests");
  // New requests appear without a reload.
  const nowhere = `/api/v1/partner/card/users/usr_${randomUUID()}`;
  await ask(nowhere);
  await expect(page.getByRole("link", { name: nowhere })).toBeVisible();
  await page
    .getByRole("link", { name: `/api/v1/partner/card/${serviceCardId}` })
    .first()
    .click();
  const sheet = page.getByRole("region", { name: /partner\/card\/card_/ });
  await expect(sheet.getByText('"cardNumber": "[secret]"')).toBeVisible();
  await expect(page.getByText(whole.cardNumber)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").fill(key);
  await expect(page.getByRole("link", { name: /card\/fund/ })).toHaveCount(1);
  await page.getByRole("searchbox").fill("no such key");
  await expect(page.getByText("No request matches")).toBeVisible();

  // The explanation of an amount links to the request that caused it.
  await page.goto("/transactions?of=wallet");
  await page
    .getByRole("link", { name: /^Funding of card ending/ })
    .first()
    .click();
  const explained = page.getByText("12.50 USD was moved from your wallet");
  await button(page, /Explain this amount$/).click();
  await expect(explained).toBeVisible();
  await expect(page.getByText("No webhook events.")).toBeVisible();
  await expectAccessible(page, "an amount explained");
  await page.getByRole("link", { name: "View request" }).click();
  await expect(page).toHaveURL(new RegExp(`/developers/requests/${requestId}$`));
  await expect(page.getByText('"amount": 12.5')).toBeVisible();

  // A withdrawal from the card causes an event, and the explanation of its amount links to the event.
  const withdrawn = await send("/api/v1/partner/card/withdraw", {
    serviceCardId,
    amount: 6,
    reference: "journey",
  });
  expect(withdrawn.status()).toBe(200);
  const { serviceTransactionId } = (await withdrawn.json()).data;
  await page.goto(`/transactions/${serviceTransactionId}`);
  const eventLink = page.getByRole("link", { name: "wallet.deposit.card-withdrawal" });
  await button(page, /Explain this amount$/).click();
  await eventLink.click();
  await expect(page).toHaveURL(/\/developers\/webhooks\/evt_/);

  for (const path of ["/wallet", `/cards/${serviceCardId}`]) {
    await page.goto(path);
    // The balance itself is the button.
    const balance = button(page, path === "/wallet" ? /Explain/ : /USD.*Explain this amount$/);
    await balance.click();
    await expect(page.getByText("Previous balance").first()).toBeVisible();
  }
});
