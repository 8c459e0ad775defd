import type { Visitor } from "@/lib/identity/sessions/begin-session";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import type { Connection } from "./connection";
import { DiscoveryFault } from "./discover";
import { type SsoFailure, SsoRefusal } from "./failures";
import { isOversized } from "./limit-response";
import { providerOf } from "./provider";
import { signInBySso } from "./sign-in-by-sso";
import { noteOutcome } from "./store";

/** Writes a refusal to the log and, for a partner, to its settings. */
export async function noteRefusal(connection: Connection, failure: SsoFailure): Promise<void> {
  const { id } = connection;
  log().info({ connection: id, failure }, "single sign-on refused");
  if (failure !== "denied" && failure !== "expired") await noteOutcome(connection, failure, now());
}

/**
 * Prepares next-auth for one request of a connection: its provider, and what to do with validated claims. `failed` returns
 * why the request was refused, once next-auth has run.
 * @throws SsoRefusal when the provider cannot be used.
 */
export async function beginVisit(
  connection: Connection,
  visitor: Visitor,
  loginHint: string | undefined,
) {
  let failure: SsoFailure | undefined;
  const provider = await providerOf(connection, loginHint, (reason) => {
    failure = reason;
  }).catch((error) => {
    if (!(error instanceof DiscoveryFault)) throw error;
    const reason = isOversized(error.cause) ? "response_too_large" : "provider_down";
    throw new SsoRefusal(reason, { cause: error });
  });
  return {
    provider,
    failed: () => failure,
    /** Returns undefined for a refusal. */
    signIn: async (claims: unknown) => {
      try {
        const session = await signInBySso(connection, claims, visitor);
        await noteOutcome(connection, null, now());
        return session;
      } catch (error) {
        if (!(error instanceof SsoRefusal)) throw error;
        failure = error.failure;
        return undefined;
      }
    },
  };
}

export type SsoVisit = Awaited<ReturnType<typeof beginVisit>>;
