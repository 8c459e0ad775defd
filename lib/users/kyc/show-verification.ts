import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { errorFields, log } from "@/lib/kernel/log";
import { openVerification } from "./open-verification";
import type { VerificationView } from "./verification-view";

/** Nothing about the cause: the framework prints what a page throws, and a database error can quote rows. */
class VerificationFailed extends Error {
  override readonly name = "VerificationFailed";
  /** What the framework hands to the error page. */
  readonly digest: string;

  constructor(requestId: string) {
    super("the verification page cannot be shown");
    this.digest = requestId;
  }
}

/**
 * The hosted page's content; undefined for a link that is nobody's.
 * @throws an error whose `digest` is the request id, once the cause is logged.
 */
export async function showVerification(token: string): Promise<VerificationView | undefined> {
  try {
    return await openVerification(token, now());
  } catch (error) {
    const requestId = newId("req");
    log().error(
      { requestId, operation: "openVerification", failure: errorFields(error) },
      "request failed",
    );
    throw new VerificationFailed(requestId);
  }
}
