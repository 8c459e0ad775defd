import { errorFields, log } from "@/lib/kernel/log";
import { unseal } from "@/lib/kernel/seal";
import type { ClaimedDelivery, SealedSecret } from "./attempt";

const MAX_KEPT = 10_000;

/** By id; the secret of an id never changes. */
const opened = new Map<string, string>();

function open({ id, sealed }: SealedSecret, partnerId: string): string {
  const known = opened.get(id);
  if (known !== undefined) return known;
  const secret = unseal(sealed, { partnerId, rowId: id, field: "webhookSecret" });
  if (opened.size >= MAX_KEPT) opened.clear();
  opened.set(id, secret);
  return secret;
}

/**
 * The secrets that sign a delivery, the current one first. An earlier one that cannot be opened is left out.
 * @throws when there is no current one, or it cannot be opened.
 */
export function signingSecrets({ partnerId, secrets }: ClaimedDelivery): string[] {
  const [current, ...earlier] = secrets;
  if (!current) throw new Error("the endpoint has no secret");
  const signing = [open(current, partnerId)];
  for (const secret of earlier) {
    try {
      signing.push(open(secret, partnerId));
    } catch (error) {
      const failure = errorFields(error);
      log().error(
        { partnerId, secretId: secret.id, failure },
        "an earlier webhook secret does not open",
      );
    }
  }
  return signing;
}
