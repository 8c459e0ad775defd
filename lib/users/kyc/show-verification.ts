import { now } from "@/lib/kernel/clock";
import { isServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { errorFields, log } from "@/lib/kernel/log";
import { isProviderUnavailable } from "@/lib/kernel/provider-error";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { sessionOfToken } from "./link";
import { openVerification } from "./open-verification";
import { type FailureKind, writeFailure } from "./verification-failure";
import type { VerificationView } from "./verification-view";

/**
 * Contains nothing about the cause: the framework prints errors that a page throws, and a database error can quote
 * rows.
 */
class VerificationFailed extends Error {
  override readonly name = "VerificationFailed";
  /** The framework passes this field to the error page. */
  readonly digest: string;

  constructor(kind: FailureKind, requestId: string) {
    super("the verification page cannot be shown");
    this.digest = writeFailure({ kind, requestId });
  }
}

function kindOf(error: unknown): FailureKind {
  if (isProviderUnavailable(error)) return "provider";
  return isServiceError(error) && error.code === "RATE_LIMITED" ? "too-many" : "fault";
}

/**
 * Returns the content of the hosted page; undefined for a link that belongs to no check.
 * @throws an error whose `digest` names the kind of failure and the request id, after the cause is logged.
 */
export async function showVerification(token: string): Promise<VerificationView | undefined> {
  try {
    const sessionId = sessionOfToken(token);
    // Each opening makes calls to the identity provider, which limits our requests.
    if (sessionId !== undefined) await limitRate(`open:${sessionId}`, RATE_LIMITS.verificationPage);
    return await openVerification(token, now());
  } catch (error) {
    const requestId = newId("req");
    const fields = { requestId, operation: "openVerification", failure: errorFields(error) };
    log().error(fields, "request failed");
    throw new VerificationFailed(kindOf(error), requestId);
  }
}
