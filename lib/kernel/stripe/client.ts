import type Stripe from "stripe";
import { stripeSdk } from "../provider-sdks";

const TIMEOUT_MS = 8_000;
/** The client repeats a request with the same idempotency key, so a repeat has no second effect. */
const MAX_RETRIES = 2;

interface StripeSettings {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_API_BASE?: string | undefined;
}

/** Splits the address of a stand-in into the options of Stripe's client. */
function addressOf(base: string) {
  const { protocol, hostname, port } = new URL(base);
  return {
    protocol: protocol === "http:" ? ("http" as const) : ("https" as const),
    host: hostname,
    ...(port === "" ? {} : { port }),
  };
}

interface ClientOptions {
  /** The time limit of one attempt. */
  timeoutMs?: number;
}

/**
 * Stripe's client with the version of the API that this service is written for, whatever the account's default is.
 * @throws Error without STRIPE_SECRET_KEY
 */
export function stripeClient(
  { STRIPE_SECRET_KEY: key, STRIPE_API_BASE }: StripeSettings,
  { timeoutMs = TIMEOUT_MS }: ClientOptions = {},
): Stripe {
  if (key === undefined) throw new Error("STRIPE_SECRET_KEY is missing");
  const Client = stripeSdk();
  return new Client(key, {
    apiVersion: "2026-10-28.endive",
    maxNetworkRetries: MAX_RETRIES,
    timeout: timeoutMs,
    telemetry: false,
    ...(STRIPE_API_BASE === undefined ? {} : addressOf(STRIPE_API_BASE)),
  });
}
