import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { whenLiving } from "../test/service/living-page.ts";
import { type StartedService, startService } from "../test/service/start-service.ts";
import { signInOperator } from "./console-pages.ts";
import { signIn } from "./dashboard-pages.ts";
import { createCard, lithic, stripe } from "./issuer-service.ts";

async function openCard(browser: Browser, service: StartedService, id: string): Promise<Page> {
  const [partner] = service.demo.partners;
  if (!partner) throw new Error("the demo has no partner");
  const context = await browser.newContext({ baseURL: service.baseUrl });
  const page = whenLiving(await context.newPage());
  await signIn(page, partner, `/cards/${id}`);
  return page;
}

for (const start of [stripe, lithic])
  test(`a purchase at ${start.name} shows on the card's page without a reload, and so does its capture`, async ({
    browser,
  }) => {
    const issuer = await start();
    const service = await startService({ env: issuer.env });
    try {
      issuer.connect(service);
      const serviceCardId = await createCard(service);
      const page = await openCard(browser, service, serviceCardId);
      const card = page.getByRole("region", { name: /^Card ending/ });
      await expect(card).toContainText("100.00 USD");

      const bought = await issuer.buy(issuer.cardId(), 2_500);
      expect(bought.isApproved).toBe(true);
      await expect(card).toContainText("Corner Cafe");
      await expect(card).toContainText("75.00 USD");

      // The merchant collects a tip with it.
      await issuer.capture(bought.id, 3_000);
      await expect(card).toContainText("70.00 USD");
      expect((await issuer.buy(issuer.cardId(), 7_001)).isApproved).toBe(false);

      // More is collected than the card has: the card owes it, and the console has an alert.
      const last = await issuer.buy(issuer.cardId(), 7_000);
      expect(last.isApproved).toBe(true);
      await issuer.capture(last.id, 8_000);
      await expect(page.getByText("The card owes 10.00 USD")).toBeVisible();
      await page.context().close();
      const console = whenLiving(await browser.newPage({ baseURL: service.baseUrl }));
      const [admin] = service.demo.admins;
      if (!admin) throw new Error("the demo has no administrator");
      await signInOperator(console, admin, "/admin/health");
      await expect(
        console.getByRole("listitem").filter({ hasText: serviceCardId }).first(),
      ).toContainText("10.00 USD more than card");
      await console.context().close();
    } finally {
      await service.stop();
      await issuer.close();
    }
  });
