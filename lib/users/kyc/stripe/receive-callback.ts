import { z } from "zod";
import { env } from "@/lib/kernel/env";
import { isId } from "@/lib/kernel/ids";
import { stripeSignatureFault } from "@/lib/kernel/signatures/stripe-signature";
import { closeApplicant, findApplicantOwner } from "../applicants/store";
import type { Callback, CallbackReceiver, CallbackResult } from "../callback";
import { parseCallback } from "../parse-callback";
import { recordPersonOutcome } from "../record-person-outcome";
import { findPerson } from "../store";
import { decide } from "./decide";
import { endSession } from "./end-session";
import { cancelSession, STRIPE, STRIPE_IDENTITY, type VerificationSession } from "./sessions";

const PREFIX = "identity.verification_session.";

const event = z.object({
  type: z.string(),
  created: z.int(),
  livemode: z.boolean(),
  data: z.object({
    object: z.looseObject({
      id: z.string(),
      status: z.string().optional(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
    }),
  }),
});
type IdentityEvent = z.output<typeof event>;
type Step = Pick<CallbackResult, "outcome" | "reason" | "userId">;

/** Finds the user by the session's id, or by its metadata in the moment before the id is stored. */
async function ownerOf({ data: { object } }: IdentityEvent) {
  const owner = await findApplicantOwner(STRIPE, object.id);
  if (owner) return owner;
  const named = String(object.metadata?.user ?? "");
  return isId("usr", named) ? { userId: named, isClosed: false } : undefined;
}

/** Records what a session means for its person. */
async function recordDecision(received: IdentityEvent, userId: string): Promise<Step> {
  const session = received.data.object as unknown as VerificationSession;
  const person = await findPerson(userId);
  if (!person) return { outcome: "ignored", reason: "unknown" };
  const decidedAt = new Date(received.created * 1000);
  const outcome = await decide({ session, userId, person, decidedAt });
  if (!outcome) return { outcome: "ignored", reason: "nothing to record" };
  const reason = await recordPersonOutcome(outcome);
  if (reason !== "unknown") await endSession(session, outcome);
  return { outcome: reason === "unknown" ? "ignored" : "processed", reason };
}

/**
 * A denied person may still finish an attempt that had begun. Only a new session can change the denial, so this one is
 * canceled, in case that failed before.
 */
async function refuseAttempt({ data: { object } }: IdentityEvent): Promise<Step> {
  if (object.status === "requires_input") await cancelSession(object.id);
  return { outcome: "ignored", reason: "ended" };
}

async function process(received: IdentityEvent, at: Date): Promise<Step> {
  const { id } = received.data.object;
  const owner = await ownerOf(received);
  if (!owner) return { outcome: "ignored", reason: "not our user" };
  const { userId, isClosed } = owner;
  switch (received.type.slice(PREFIX.length)) {
    case "verified":
    case "requires_input":
      if (isClosed) return { userId, ...(await refuseAttempt(received)) };
      return { userId, ...(await recordDecision(received, userId)) };
    case "canceled":
    case "redacted":
      await closeApplicant(STRIPE, id, at);
      return { userId, outcome: "processed", reason: "ended" };
    default:
      return { userId, outcome: "ignored", reason: "nothing to record" };
  }
}

async function receive({ body, receivedAt }: Callback): Promise<CallbackResult> {
  const received = parseCallback(event, body);
  if (!received?.type.startsWith(PREFIX)) return { outcome: "ignored", reason: "another type" };
  const isProduction = env().SERVICE_ENVIRONMENT === "production";
  if (received.livemode !== isProduction) return { outcome: "refused", reason: "livemode" };
  const step = await process(received, receivedAt);
  const type = received.type.slice(PREFIX.length);
  const createdAt = new Date(received.created * 1000);
  return { ...step, createdAt, ...(/^\w{1,64}$/.test(type) && { type }) };
}

/** The callbacks of Stripe Identity. Source: docs.stripe.com/identity/handle-verification-outcomes. */
export const stripeIdentityCallbacks: CallbackReceiver = {
  provider: STRIPE_IDENTITY,
  isConfigured: () =>
    env().STRIPE_IDENTITY_WEBHOOK_SECRET !== undefined && env().STRIPE_SECRET_KEY !== undefined,
  signatureFault: (message) =>
    stripeSignatureFault(env().STRIPE_IDENTITY_WEBHOOK_SECRET ?? [], message),
  receive,
};
