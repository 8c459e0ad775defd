import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { KycOutcome } from "@/lib/contract/kyc-outcomes";
import { now } from "@/lib/kernel/clock";
import { eventsOf } from "@/test/fixtures/books";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  collectOutcomes,
  type MadeUser,
  tokenOf,
  type UserClient,
  userClientOf,
} from "@/test/http/user-client";
import { attachStripeIdentity } from "@/test/providers/stripe-identity";
import { attachSumsub } from "@/test/providers/sumsub/configure";
import { openVerification } from "./open-verification";
import { kycProvider } from "./provider";

/** One provider, as a test drives it. */
interface Harness {
  name: string;
  kind: "open" | "redirect";
  start(): Promise<() => Promise<void>>;
  /** The reason of a denial. */
  reason: string;
  /** Lets the provider decide, and its decision arrive as it usually does. `minute` orders decisions in time. */
  decide(userId: string, outcome: KycOutcome, minute: number): Promise<void>;
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000);
let sumsub: Awaited<ReturnType<typeof attachSumsub>>;
let stripe: Awaited<ReturnType<typeof attachStripeIdentity>>;

const REVIEWS: Record<KycOutcome, { reviewAnswer: string; reviewRejectType?: string }> = {
  approved: { reviewAnswer: "GREEN" },
  denied: { reviewAnswer: "RED", reviewRejectType: "FINAL" },
  needsVerification: { reviewAnswer: "RED", reviewRejectType: "RETRY" },
};

const HARNESSES: Harness[] = [
  {
    name: "sandbox",
    kind: "open",
    start: async () => async () => {},
    reason: "REGULATIONS_VIOLATIONS",
    async decide(userId, outcome) {
      await sql(
        `INSERT INTO sandbox_kyc_outcomes (session_id, user_id, status, due_at)
         SELECT id, user_id, $2, now() - interval '1 second' FROM kyc_sessions WHERE user_id = $1
         ORDER BY created_at DESC, id DESC LIMIT 1 ON CONFLICT DO NOTHING`,
        [userId, outcome],
      );
      await collectOutcomes();
    },
  },
  {
    name: "sumsub",
    kind: "redirect",
    async start() {
      sumsub = await attachSumsub();
      return sumsub.stop;
    },
    reason: "REGULATIONS_VIOLATIONS",
    async decide(userId, outcome, minute) {
      sumsub.decide(userId, REVIEWS[outcome], minutes(minute));
      const createdAtMs = minutes(minute).toISOString().replace("T", " ").replace("Z", "");
      const body = sumsub.callback("applicantReviewed", userId, { createdAtMs });
      for (let time = 0; time < 2; time++) expect((await sumsub.post(body))?.status).toBe(200);
    },
  },
  {
    name: "stripe",
    kind: "redirect",
    async start() {
      stripe = await attachStripeIdentity();
      return stripe.stop;
    },
    reason: "FRAUDULENT_LIVENESS",
    async decide(userId, outcome, minute) {
      const created = Math.floor(minutes(minute).getTime() / 1000);
      const names = { first_name: "Amara", last_name: "Okafor" };
      if (outcome === "approved") stripe.verify(userId, names, created);
      else
        stripe.fail(
          userId,
          outcome === "denied" ? "selfie_manipulated" : "document_expired",
          created,
        );
      const type = outcome === "approved" ? "verified" : "requires_input";
      const body = stripe.callback(type, userId, { created });
      for (let time = 0; time < 2; time++) expect((await stripe.post(body))?.status).toBe(200);
    },
  },
];

afterAll(endTests);

describe.each(HARNESSES)("the provider $name", (harness) => {
  let partner: TestPartner;
  let client: UserClient;
  let made: MadeUser;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    stop = await harness.start();
  });
  beforeEach(async () => {
    partner = await makePartner();
    client = userClientOf(partner);
    made = await client.make({
      firstName: "Amara",
      lastName: "Okafor",
      redirectUrl: "https://shop.example/done",
    });
  });
  afterAll(async () => stop());

  const user = async () => (await client.get(made.serviceId)).json.data;
  const open = async (url?: string) =>
    openVerification(tokenOf(url ?? (await user()).verificationUrl), now());
  const events = async () =>
    (await eventsOf(partner.partnerId, "user.kyc-event")).map(({ data }) => data);
  const decide = (outcome: KycOutcome, minute = 0) =>
    harness.decide(made.serviceId, outcome, minute);

  test("is the configured one, and its users have a link of ours at once", async () => {
    expect(kycProvider().name).toBe(harness.name);
    expect(made.verificationUrl).toMatch(/^http:\/\/127\.0\.0\.1:3000\/verify\/kyc_/);
    expect((await user()).status).toBe("pending");
  });

  test("starts one check, however often and concurrently the link is opened", async () => {
    const views = await Promise.all(Array.from({ length: 5 }, () => open(made.verificationUrl)));
    for (const view of views) expect(view?.kind).toBe(harness.kind);
    expect((await user()).status).toBe("pending_kyc");
    expect(
      await sql("SELECT id FROM kyc_sessions WHERE user_id = $1", [made.serviceId]),
    ).toHaveLength(1);
  });

  test.each([
    ["approved", "approved"],
    ["denied", "denied"],
    ["needsVerification", "pending_kyc"],
  ] as const)("%s makes the user %s, with one event", async (outcome, status) => {
    await open();
    await decide(outcome);
    expect((await user()).status).toBe(status);
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ serviceId: made.serviceId, status: outcome });
    expect(event.reason).toBe(outcome === "denied" ? harness.reason : undefined);
    expect(event.verificationLink).toBe(
      outcome === "needsVerification" ? (await user()).verificationUrl : undefined,
    );
    expect((await collectOutcomes()).json.data).toEqual({ recorded: 0 });
  });

  test("the closed link shows the result and leads back with referenceId", async () => {
    await open();
    await decide("approved");
    expect(await open(made.verificationUrl)).toMatchObject({
      kind: "closed",
      outcome: "approved",
      returnUrl: `https://shop.example/done?referenceId=${made.serviceId}`,
    });
  });

  test("a repeated verification has a new link, and its approval counts", async () => {
    await open();
    await decide("needsVerification");
    const { verificationUrl } = await user();
    expect(verificationUrl).not.toBe(made.verificationUrl);
    expect((await open(verificationUrl))?.kind).toBe(harness.kind);
    await decide("approved", 10);
    expect((await user()).status).toBe("approved");
    expect((await events()).map(({ status }) => status)).toEqual(["needsVerification", "approved"]);
  });

  test("no outcome reaches a deleted user", async () => {
    await open();
    await client.remove(made.serviceId);
    await decide("approved");
    expect(await events()).toEqual([]);
  });

  test("the erasure of a person can be repeated, and of one who never opened the link too", async () => {
    const request = { userId: made.serviceId, sessionId: "kyc_1", providerId: null };
    await kycProvider().erasePerson(request);
    await open();
    const [row] = await sql("SELECT provider_id FROM kyc_applicants WHERE user_id = $1", [
      made.serviceId,
    ]);
    const known = { ...request, providerId: row?.provider_id ?? null };
    for (let time = 0; time < 2; time++) await kycProvider().erasePerson(known);
  });
});
