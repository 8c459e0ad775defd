import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { errorFields, log } from "@/lib/kernel/log";
import { openVerification } from "./open-verification";
import type { VerificationView } from "./verification-view";

/**
 * Contains nothing about the cause: the framework prints errors that a page throws, and a database error can quote
 * rows.
 */
class VerificationFailed extends Error {
  override readonly name = "VerificationFailed";
  /** The framework passes this field to the error page. */
  readonly digest: string;

  constructor(requestId: string) {
    super("the verification page cannot be shown");
    this.digest = requestId;
  }
}

/**
 * Returns the content of the hosted page; undefined for a link that belongs to no check.
 * @throws an error whose `digest` is the request id, after the cause is logged.
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
