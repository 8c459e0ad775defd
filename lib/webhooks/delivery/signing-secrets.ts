import { LRUCache } from "lru-cache";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { unseal } from "@/lib/kernel/seal";
import type { ClaimedDelivery, SealedSecret } from "./attempt";

const MAX_KEPT = 10_000;

/** Unsealed secrets by id. The secret of an id never changes. */
const opened = perProcess("webhookSecrets", () => new LRUCache<string, string>({ max: MAX_KEPT }));

function open({ id, sealed }: SealedSecret, partnerId: string): string {
  const known = opened.get(id);
  if (known !== undefined) return known;
  const secret = unseal(sealed, { partnerId, rowId: id, field: "webhookSecret" });
  opened.set(id, secret);
  return secret;
}

/**
 * Returns the secrets that sign a delivery, the current one first. A replaced secret that cannot be unsealed is
 * skipped.
 * @throws when the current secret is missing or cannot be unsealed.
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
