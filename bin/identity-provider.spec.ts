import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { userBody } from "../test/fixtures/sample-user.ts";
import { type SumsubStandIn, startSumsub } from "../test/providers/sumsub/index.ts";
import { type StartedService, startService } from "../test/service/start-service.ts";

/** The whole service, as `npm start` runs it, with Sumsub in place of the sandbox. */
let sumsub: SumsubStandIn;
let service: StartedService;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  sumsub = await startSumsub();
  service = await startService({
    env: {
      KYC_PROVIDER: "sumsub",
      SUMSUB_APP_TOKEN: sumsub.appToken,
      SUMSUB_SECRET_KEY: sumsub.secretKey,
      SUMSUB_WEBHOOK_SECRET: sumsub.webhook.secret,
      SUMSUB_LEVEL_NAME: "basic kyc level",
      SUMSUB_API_BASE: sumsub.url,
    },
  });
  sumsub.webhook.url = `${service.baseUrl}/api/kyc/sumsub/events`;
});
test.afterAll(async () => {
  await service?.stop({ keepData: true });
  await sumsub?.stop();
  if (service) await rm(service.dataDir, { recursive: true, force: true });
});

interface Envelope {
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
  data: any;
}

async function ask(path: string, method = "GET", body?: unknown): Promise<Envelope["data"]> {
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${service.demo.partners[0]?.apiKey}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { data }: Envelope = await response.json();
  expect([path, response.ok, data]).toEqual([path, true, data]);
  return data;
}

const userOf = (serviceId: string) => ask(`/api/v1/partner/card/users/${serviceId}`);
const create = () => ask("/api/v2/partner/card/users", "POST", userBody());

/** Opens a link as the person does. Returns the address at Sumsub to which the browser is sent. */
async function openAtSumsub(page: Page, verificationUrl: string): Promise<string> {
  await page.goto(verificationUrl);
  await expect(page.getByRole("heading", { name: "Sumsub" })).toBeVisible();
  return page.url();
}

async function decide(serviceId: string, review: Parameters<SumsubStandIn["decide"]>[1]) {
  sumsub.decide(serviceId, review);
  const answer = await sumsub.post(sumsub.callback("applicantReviewed", serviceId));
  expect(answer?.status).toBe(200);
}

test("a person is verified by Sumsub, and the partner is notified", async ({ page }) => {
  const { serviceId, verificationUrl } = await create();
  expect(sumsub.applicants.has(serviceId)).toBe(false);
  const atSumsub = await openAtSumsub(page, verificationUrl);
  expect((await userOf(serviceId)).status).toBe("pending_kyc");
  await decide(serviceId, {
    reviewAnswer: "RED",
    reviewRejectType: "RETRY",
    rejectLabels: ["LOW_QUALITY"],
  });
  await page.goto(verificationUrl);
  await expect(page.getByRole("heading", { name: "Please try again" })).toBeVisible();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Sumsub" })).toBeVisible();
  expect(page.url()).not.toBe(atSumsub);
  await decide(serviceId, { reviewAnswer: "GREEN" });
  expect((await userOf(serviceId)).status).toBe("approved");
  const { events } = await ask("/api/v1/partner/webhooks/events?limit=50");
  const own = events.filter((event: { resourceId?: string }) => event.resourceId === serviceId);
  expect(own).toHaveLength(2);

  const log = await readFile(join(service.dataDir, "logs/server.log"), "utf8");
  expect(log).toContain("sumsub-callback");
  expect(log).not.toContain(new URL(atSumsub).pathname);
});

test("a person who returns during the review sees its result when it ends", async ({ page }) => {
  const { serviceId, verificationUrl } = await create();
  await openAtSumsub(page, verificationUrl);
  Object.assign(sumsub.applicants.get(serviceId) ?? {}, { reviewStatus: "pending" });
  await page.goto(verificationUrl);
  const heading = (name: string) => page.getByRole("status").getByRole("heading", { name });
  await expect(heading("Your verification is being reviewed")).toBeVisible();
  // Without a callback: the page itself asks again.
  sumsub.decide(serviceId, { reviewAnswer: "GREEN" });
  await expect(heading("You are verified")).toBeVisible({ timeout: 60_000 });
  expect((await userOf(serviceId)).status).toBe("approved");
});

test("while Sumsub does not respond, the page says so and continues later", async ({ page }) => {
  const { verificationUrl } = await create();
  sumsub.failNext({ kind: "refuse", status: 503 });
  await page.goto(verificationUrl);
  await expect(
    page.getByRole("heading", { name: "Identity verification is not available right now" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Sumsub" })).toBeVisible();
});

test("a forged callback is refused, and the other provider's route does not exist", async () => {
  const { serviceId } = await create();
  const body = JSON.stringify({ type: "applicantReviewed", externalUserId: serviceId });
  expect((await sumsub.post(body, { "X-Payload-Digest": "0".repeat(64) }))?.status).toBe(401);
  const stripe = await fetch(`${service.baseUrl}/api/kyc/stripe/events`, { method: "POST", body });
  expect(stripe.status).toBe(404);
});

test("the metrics count calls and callbacks", async () => {
  const response = await fetch(`${service.baseUrl}/api/internal/metrics`, {
    headers: { authorization: `Bearer ${service.demo.cronSecret}` },
  });
  const text = await response.text();
  expect(text).toMatch(
    /partner_wallet_provider_call_duration_seconds_count\{.*provider="sumsub",operation="makeLink",outcome="succeeded"\} 4/,
  );
  expect(text).toMatch(
    /partner_wallet_provider_callbacks_total\{provider="sumsub",outcome="processed"\} 2/,
  );
  expect(text).toMatch(
    /partner_wallet_provider_callbacks_total\{provider="sumsub",outcome="refused"\} 1/,
  );
});
