import Stripe from "stripe";
import { callbackRoute } from "@/lib/http/callback-route";
import { forgetEnv } from "@/lib/kernel/env";
import { stripeIdentityCallbacks } from "@/lib/users/kyc/stripe/receive-callback";
import { serveOverHttp } from "../../http/http-server";
import { postNotification } from "../stand-in/post-notification";
import { startStripe } from "../stripe/index";
import { newEvent, newId, unixNow } from "../stripe/objects";
import { checkObject } from "../stripe/webhooks";
import { identityHandlers, type KeyRights, type StoredSession } from "./handlers";

const PATH = "/api/kyc/stripe/events";
const CALLBACK_TIMEOUT_MS = 15_000;
const SECRET = "whsec_of_the_identity_endpoint";

interface Signing {
  secret?: string;
  timestamp?: number;
}

/**
 * Starts a stand-in of Stripe with Stripe Identity, configures the service for it, and serves the callbacks' route as our
 * server does. Requests and answers are checked with Stripe's OpenAPI document; callbacks are signed by Stripe's client.
 */
export async function attachStripeIdentity() {
  const sessions = new Map<string, StoredSession>();
  const rights: KeyRights = { birthDates: false };
  const stripe = await startStripe({ handlers: identityHandlers(sessions, rights) });
  const settings = {
    KYC_PROVIDER: "stripe",
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_IDENTITY_WEBHOOK_SECRET: `whsec_former,${SECRET}`,
    STRIPE_API_BASE: stripe.url,
  };
  Object.assign(process.env, settings);
  forgetEnv();
  const http = await serveOverHttp([
    {
      contract: { method: "POST", path: PATH },
      handler: callbackRoute(PATH, stripeIdentityCallbacks).POST,
    },
  ]);

  /** The newest session of a user. */
  const sessionOf = (userId: string): StoredSession => {
    const stored = [...sessions.values()].filter(({ session }) => session.metadata.user === userId);
    const last = stored.at(-1);
    if (!last) throw new Error(`${userId} has no session`);
    return last;
  };
  const change = (userId: string, changes: object, createdS: number) => {
    const stored = sessionOf(userId);
    const report = newId("vr");
    stored.reports.set(report, createdS);
    Object.assign(stored.session, { last_verification_report: report, ...changes });
    checkObject(stripe.contract, stored.session);
  };
  return {
    ...stripe,
    sessions,
    rights,
    sessionOf,
    /** Lets an attempt of the person fail, without a callback. */
    fail(userId: string, code: string | null, createdS = unixNow()): void {
      const lastError = { code, reason: "The reason for the person." };
      change(userId, { status: "requires_input", last_error: lastError }, createdS);
    },
    /** Accepts the document of the person, without a callback. */
    verify(userId: string, outputs: Record<string, unknown> | null, createdS = unixNow()): void {
      change(userId, { status: "verified", last_error: null, url: null }, createdS);
      sessionOf(userId).outputs = outputs && { id_number_type: null, address: null, ...outputs };
    },
    /** The body of a callback about the newest session of a user, as the session is now. */
    callback(type: string, userId: string, changes: object = {}): string {
      const event = newEvent(`identity.verification_session.${type}`, {
        ...sessionOf(userId).session,
        url: null,
        client_secret: null,
      });
      return JSON.stringify({ ...event, ...changes });
    },
    /** Sends a callback, signed by Stripe's client. */
    post(payload: string, { secret = SECRET, timestamp = unixNow() }: Signing = {}) {
      const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      return postNotification(
        `http://127.0.0.1:${http.port}${PATH}`,
        payload,
        { "Stripe-Signature": header },
        CALLBACK_TIMEOUT_MS,
      );
    },
    /** Sends a callback with another header. */
    postUnsigned: (payload: string, header: string) =>
      postNotification(
        `http://127.0.0.1:${http.port}${PATH}`,
        payload,
        { "Stripe-Signature": header },
        CALLBACK_TIMEOUT_MS,
      ),
    async stop(): Promise<void> {
      await http.stop();
      for (const name of Object.keys(settings)) delete process.env[name];
      process.env.KYC_PROVIDER = "sandbox";
      forgetEnv();
      await stripe.stop();
    },
  };
}

export type AttachedStripeIdentity = Awaited<ReturnType<typeof attachStripeIdentity>>;
