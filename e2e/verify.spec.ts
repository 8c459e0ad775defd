import { randomUUID } from "node:crypto";
import type { Page, Route } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { journeyUserBody } from "../test/service/journey-user.ts";
import { clickUntil, waitForLife } from "../test/service/living-page.ts";
import type { StartedService } from "../test/service/start-service.ts";

const PHONE = { width: 360, height: 740 };
const SHOP = "https://shop.example";

interface User {
  serviceId: string;
  verificationUrl?: string;
  status?: string;
}

/** Calls the API as the second partner's server. Returns the response's `data`. */
async function api(service: StartedService, path: string, body?: unknown): Promise<User> {
  const response = await fetch(service.baseUrl + path, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${service.demo.partners[1]?.apiKey}`,
      "idempotency-key": randomUUID(),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  expect(answer.status, JSON.stringify(answer)).toBe("success");
  return answer.data;
}

const getUser = (service: StartedService, serviceId: string) =>
  api(service, `/api/v1/partner/card/users/${serviceId}`);

async function createUser(service: StartedService, changes: Record<string, unknown> = {}) {
  const { serviceId, verificationUrl = "" } = await api(
    service,
    "/api/v2/partner/card/users",
    journeyUserBody(changes),
  );
  return { serviceId, verificationUrl };
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, level: 1 });

/** Completes all steps up to the review, with this sample picture. */
async function answerAll(page: Page, sample: RegExp) {
  await clickUntil(button(page, "Start"), page.getByLabel("Passport"));
  await page.getByLabel("Passport").check();
  await button(page, "Continue").click();
  await page.getByLabel(sample).check();
  await button(page, "Use this photo").click();
  await button(page, "Start face check").click();
  await button(page, "Continue").click();
  await expect(heading(page, "Review and submit")).toBeVisible();
}

/** Records the URL of each full page load. Navigation within the page causes none. */
function recordLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  return loads;
}

const submit = (page: Page) => button(page, "Submit for verification").click();

test.use({ viewport: PHONE });
/** When the shop answers. Until then the result stays on the screen, which leads to the shop by itself after 8 s. */
let shop: PromiseWithResolvers<void>;
test.beforeEach(({ page }) => {
  shop = Promise.withResolvers();
  return page.route(`${SHOP}/**`, async (route) => {
    await shop.promise;
    await route.fulfill({ contentType: "text/html", body: "<h1>The shop</h1>" });
  });
});

test("a user completes verification and is sent back to the partner with referenceId", async ({
  page,
  service,
}) => {
  const redirectUrl = `${SHOP}/done?order=7`;
  const { serviceId, verificationUrl } = await createUser(service, { redirectUrl });
  expect((await getUser(service, serviceId)).status).toBe("pending");

  const response = await page.goto(verificationUrl);
  expect(response?.headers()["cache-control"]).toContain("no-store");
  await expect(heading(page, "Verify your identity")).toBeVisible();
  await expect(page.getByText("Sandbox.")).toBeVisible();
  expect((await getUser(service, serviceId)).status).toBe("pending_kyc");

  await answerAll(page, /Clear and valid/);
  await submit(page);
  await expect(heading(page, "You are verified")).toBeFocused();
  const user = await getUser(service, serviceId);
  expect(user.status).toBe("approved");
  expect(user.verificationUrl).toBeUndefined();

  shop.resolve();
  await page.waitForURL(`${redirectUrl}&referenceId=${serviceId}`);
  shop = Promise.withResolvers();
  await page.goto(verificationUrl);
  await expect(heading(page, "You are verified")).toBeVisible();
});

test("a user who was approved before opening the link is sent back to the partner too", async ({
  page,
  service,
}) => {
  const { serviceId, verificationUrl } = await createUser(service, {
    lastName: "HaddadApproved",
    redirectUrl: SHOP,
  });
  await expect.poll(async () => (await getUser(service, serviceId)).status).toBe("approved");
  await page.goto(verificationUrl);
  await expect(heading(page, "You are verified")).toBeVisible();
  shop.resolve();
  await page.waitForURL(`${SHOP}/?referenceId=${serviceId}`);
});

test("a user submits a blurred picture: a second attempt is offered, with the reason", async ({
  page,
  service,
}) => {
  const { serviceId, verificationUrl } = await createUser(service, { redirectUrl: SHOP });
  await page.goto(verificationUrl);
  await answerAll(page, /Blurred photo/);
  await submit(page);
  await expect(heading(page, "Please try again")).toBeVisible();
  await expect(page.getByText("could not be read")).toBeVisible();
  expect((await getUser(service, serviceId)).status).toBe("pending_kyc");

  await page.getByRole("link", { name: "Try again" }).click();
  await expect(heading(page, "Let’s try again")).toBeVisible();
  await expect(page.getByText("could not be read")).toBeVisible();
  expect(page.url()).not.toBe(verificationUrl);
  await waitForLife(page);
  await answerAll(page, /Clear and valid/);
  // A return that comes before the click, on a slow machine, leads nowhere.
  const leadNowhere = (route: Route) => route.fulfill({ status: 204 });
  await page.route(`${SHOP}/**`, leadNowhere);
  await submit(page);
  await button(page, "Stay on this page").click();
  await page.unroute(`${SHOP}/**`, leadNowhere);
  shop.resolve();
  await page.getByRole("link", { name: "Continue to shop.example" }).click();
  await page.waitForURL(`${SHOP}/?referenceId=${serviceId}`);
});

test("a denied user sees the reason, and that the page can be closed", async ({
  page,
  service,
}) => {
  const { serviceId, verificationUrl } = await createUser(service);
  await page.goto(verificationUrl);
  await answerAll(page, /Region not supported/);
  await submit(page);
  await expect(heading(page, "We could not verify you")).toBeVisible();
  await expect(page.getByText("region of the document is not supported")).toBeVisible();
  await expect(page.getByText("You can close this page.")).toBeVisible();
  expect((await getUser(service, serviceId)).status).toBe("denied");
});

test("a user goes back, reloads and loses the connection: all answers are kept", async ({
  page,
  service,
}) => {
  const { verificationUrl } = await createUser(service);
  await page.goto(verificationUrl);
  await answerAll(page, /Clear and valid/);

  await page.goBack();
  await expect(page.getByText("Face check complete.")).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel(/Clear and valid/)).toBeChecked();
  await page.reload();
  await expect(page.getByLabel(/Clear and valid/)).toBeChecked();
  const loads = recordLoads(page);
  await page.goForward();
  await expect(page.getByText("Face check complete.")).toBeVisible();
  await page.goForward();
  await expect(page.getByText("Passport, Nigeria")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(loads).toEqual([]);

  await page.route("**/api/verify/**", (route) => route.abort());
  await submit(page);
  await expect(page.getByRole("alert").filter({ hasText: "The submission failed" })).toBeVisible();
  await page.unroute("**/api/verify/**");
  await submit(page);
  await expect(heading(page, "You are verified")).toBeVisible();
});

test("a user opens the review step without answers: the document step is shown", async ({
  page,
  service,
}) => {
  const { verificationUrl } = await createUser(service);
  await page.goto(`${verificationUrl}?step=review`);
  await expect(heading(page, "Select a document")).toBeVisible();
  await button(page, "Continue").click();
  await expect(page.getByLabel("Passport")).toBeFocused();
  await expect(heading(page, "Select a document")).toBeVisible();
});

test("a user completes verification by keyboard alone", async ({ page, service }) => {
  const { serviceId, verificationUrl } = await createUser(service);
  await page.goto(verificationUrl);
  const onto = async (target: ReturnType<Page["getByLabel"]>) => {
    for (let n = 0; n < 15; n++) {
      await page.keyboard.press("Tab");
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    await expect(target).toBeFocused();
  };
  const press = async (name: string) => {
    await onto(button(page, name));
    await page.keyboard.press("Enter");
  };
  await press("Start");
  await expect(heading(page, "Select a document")).toBeFocused();
  await onto(page.getByLabel("Passport"));
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel("Identity card")).toBeChecked();
  await press("Continue");
  await onto(page.getByLabel(/Clear and valid/));
  await page.keyboard.press("Space");
  await press("Use this photo");
  await press("Start face check");
  await expect(button(page, "Continue")).toBeEnabled();
  await press("Continue");
  await press("Submit for verification");
  await expect(heading(page, "You are verified")).toBeFocused();
  expect((await getUser(service, serviceId)).status).toBe("approved");
});

test("a user submits a check that was decided elsewhere meanwhile: that outcome is shown", async ({
  page,
  service,
}) => {
  const { serviceId, verificationUrl } = await createUser(service);
  await page.goto(verificationUrl);
  await answerAll(page, /Clear and valid/);
  await api(service, `/api/v1/sandbox/users/${serviceId}/kyc`, { status: "denied" });
  await submit(page);
  await expect(heading(page, "We could not verify you")).toBeVisible();
});

test("an invalid link is reported, and no step scrolls sideways on a phone in either theme", async ({
  page,
  service,
}) => {
  const { verificationUrl } = await createUser(service);
  const response = await page.goto(verificationUrl.slice(0, -1));
  expect(response?.status()).toBe(404);
  await expect(heading(page, "This link is not valid")).toBeVisible();

  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const step of ["start", "document", "picture"]) {
      await page.goto(`${verificationUrl}?step=${step}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(PHONE.width);
    }
  }
});
