import { isAway } from "@/lib/db/is-away";
import { errorFields, log } from "@/lib/kernel/log";
import { isProviderUnavailable, providerErrorText } from "@/lib/kernel/provider-error";
import { isUnreadableMessage } from "../unreadable-message";
import { type PostingDifference, unreadableAtIssuer } from "./find-differences";

/** The text of a failure for operators. Texts of other errors may quote data: they are in the log alone. */
function failureOf(id: string, error: unknown): string {
  if (isUnreadableMessage(error)) return error.message;
  const text = providerErrorText(error);
  if (text !== undefined) return text;
  log().error({ id, failure: errorFields(error) }, "comparison with the card issuer failed");
  return "internal error";
}

/**
 * Compares one object of the issuer. An error that the same object has every day is a difference: it must not end the
 * comparison of all others before their alert opens.
 * @throws ProviderUnavailable, and the errors of a database that is away: a later run can succeed.
 */
export async function compareOne(
  id: string,
  compare: () => Promise<PostingDifference[]>,
): Promise<PostingDifference[]> {
  try {
    return await compare();
  } catch (error) {
    if (isProviderUnavailable(error) || isAway(error)) throw error;
    return unreadableAtIssuer([{ id, issuerCardId: undefined, failure: failureOf(id, error) }]);
  }
}
