import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { type Env, env } from "@/lib/kernel/env";
import { perProcess } from "@/lib/kernel/per-process";
import { KYC_PROVIDER_NAMES } from "@/lib/kernel/provider-names";
import { stripeSdk } from "@/lib/kernel/provider-sdks";
import { askStripe, isKeptFailure } from "@/lib/kernel/stripe/ask-stripe";
import { stripeClient } from "@/lib/kernel/stripe/client";
import type { Applicant } from "../applicants/store";
import type { CheckRequest } from "../port";

/** The name of the provider in our rows. */
export const STRIPE = "stripe";
/** The name on the Health page, which also shows Stripe's other product. */
export const STRIPE_IDENTITY = KYC_PROVIDER_NAMES.stripe;

/** A person waits for two of these calls. */
const TIMEOUT_MS = 6_000;

export type VerificationSession = Stripe.Identity.VerificationSession;

/** One client for each account, because a client keeps its connections. */
const clients = perProcess("stripeIdentityClients", () => new Map<string, Stripe>());

function clientOf(settings: Pick<Env, "STRIPE_SECRET_KEY" | "STRIPE_API_BASE">): Stripe {
  const account = `${settings.STRIPE_SECRET_KEY} ${settings.STRIPE_API_BASE}`;
  const client = clients.get(account) ?? stripeClient(settings, { timeoutMs: TIMEOUT_MS });
  clients.set(account, client);
  return client;
}

function ask<T>(operation: string, run: (stripe: Stripe) => Promise<T>): Promise<T> {
  const call = { provider: STRIPE_IDENTITY, operation };
  return askStripe(call, () => run(clientOf(env())));
}

/** Like `ask`; undefined for a status that is a result and no failure, such as 404 of a session that may be gone. */
const askFor = <T>(
  operation: string,
  statuses: readonly number[],
  run: (stripe: Stripe) => Promise<T>,
) =>
  ask<T | undefined>(operation, async (stripe) => {
    try {
      return await run(stripe);
    } catch (error) {
      const isExpected =
        error instanceof stripeSdk().errors.StripeError && statuses.includes(error.statusCode ?? 0);
      if (isExpected) return undefined;
      throw error;
    }
  });

/**
 * Creates the verification session of an applicant, or returns the one that the same request created. Stripe learns our ids
 * and no name, so the session has no personal data before the person adds some.
 */
export function createSession(
  { userId, ordinal }: Applicant,
  { sessionId, returnUrl }: CheckRequest,
): Promise<VerificationSession> {
  const params: Stripe.Identity.VerificationSessionCreateParams = {
    type: "document",
    return_url: returnUrl,
    metadata: { session: sessionId, user: userId },
    options: { document: { require_matching_selfie: true, require_live_capture: true } },
  };
  // The hash is in the key, because Stripe refuses a key that is used with other parameters.
  const hash = createHash("sha256").update(JSON.stringify(params)).digest("hex").slice(0, 16);
  const idempotencyKey = `kyc-${userId}-${ordinal}-${hash}`;
  return ask("createSession", async (stripe) => {
    const { verificationSessions } = stripe.identity;
    try {
      return await verificationSessions.create(params, { idempotencyKey });
    } catch (error) {
      if (!isKeptFailure(error)) throw error;
      // Otherwise the person could not begin for a day. A session that was made after all has nobody's data. Those who open the
      // link at the same time get one session: only the stored one is polled, and redacted when the user is deleted.
      const minute = Math.floor(Date.now() / 60_000);
      const another = { idempotencyKey: `${idempotencyKey}-${minute}` };
      return verificationSessions.create(params, another);
    }
  });
}

/** Returns a session, with a fresh link while it requires input; undefined if Stripe has none with this id. */
export function findSessionAtStripe(id: string): Promise<VerificationSession | undefined> {
  return askFor("findSession", [404], (stripe) =>
    stripe.identity.verificationSessions.retrieve(id),
  );
}

/** Returns the time of the report about the person's last attempt; undefined if the person has completed none. */
export async function findReportTime(session: VerificationSession): Promise<Date | undefined> {
  const report = session.last_verification_report;
  if (report === null) return undefined;
  if (typeof report !== "string") return new Date(report.created * 1000);
  const { created } = await ask("findReport", (stripe) =>
    stripe.identity.verificationReports.retrieve(report),
  );
  return new Date(created * 1000);
}

/** Returns a session with the data of the document, which Stripe's events leave out. */
export function readVerifiedSession(id: string): Promise<VerificationSession> {
  const params = { expand: ["verified_outputs"] };
  return ask("readVerifiedSession", (stripe) =>
    stripe.identity.verificationSessions.retrieve(id, params),
  );
}

/**
 * Returns the birth date on the document of a verified session; null if Stripe read none; undefined if the key may not read
 * it. Only restricted keys with a right of their own may: Stripe refuses all others, also the account's secret key.
 * Source: docs.stripe.com/identity/access-verification-results
 */
export async function findBirthDate(id: string) {
  const params = { expand: ["verified_outputs.dob"] };
  const session = await askFor("findBirthDate", [400, 403], (stripe) =>
    stripe.identity.verificationSessions.retrieve(id, params),
  );
  return session?.verified_outputs?.dob;
}

/** Ends a session that requires input. Does nothing for a session in another status. */
export async function cancelSession(id: string): Promise<void> {
  await askFor("cancelSession", [400], (stripe) => stripe.identity.verificationSessions.cancel(id));
}

/** Requests the redaction of a session and of all that it collected; Stripe takes up to four days. */
export async function redactSession(id: string): Promise<void> {
  await ask("redactSession", (stripe) => stripe.identity.verificationSessions.redact(id));
}
