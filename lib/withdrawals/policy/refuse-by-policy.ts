import { ServiceError } from "@/lib/kernel/errors";
import { formatUsd, usdFromMicroUsd } from "@/lib/kernel/money";
import { policyAt, usableFrom } from "./policy";
import { findRoomAt, type PolicyState } from "./sql-store";

/** The withdrawal that a policy decides on. */
interface Wanted {
  partnerId: string;
  toAddress: string;
  amountMicroUsd: bigint;
  at: Date;
}

/**
 * Refuses a destination that the partner's allow-list does not permit yet.
 * @throws ServiceError ADDRESS_NOT_ALLOWED with `usableFrom` for an address that waits.
 */
export function refuseNotAllowed(policy: PolicyState): void {
  const { at, savedAt } = policy;
  const { terms } = policyAt(policy, at);
  if (!terms.allowList) return;
  const from = savedAt && usableFrom(policy, savedAt, at);
  if (!from) throw new ServiceError("ADDRESS_NOT_ALLOWED");
  if (from <= at) return;
  const text = `toAddress was saved recently. It can be used from ${from.toISOString()}.`;
  throw new ServiceError("ADDRESS_NOT_ALLOWED", {
    text,
    data: { usableFrom: from.toISOString() },
  });
}

/** The limits of a policy, each with what counts towards it. */
function limitsOf(policy: PolicyState) {
  return [
    {
      ...{ name: "hour", words: "per hour", hours: 1, isOfAddress: false },
      ...{ limit: policy.hourLimitMicroUsd, used: policy.hourMicroUsd },
    },
    {
      ...{ name: "day", words: "per 24 hours", hours: 24, isOfAddress: false },
      ...{ limit: policy.dayLimitMicroUsd, used: policy.dayMicroUsd },
    },
    {
      ...{ name: "addressDay", words: "per address and 24 hours", hours: 24, isOfAddress: true },
      ...{ limit: policy.addressDayLimitMicroUsd, used: policy.addressDayMicroUsd },
    },
  ];
}

/**
 * Refuses an amount above a limit of the partner's policy. The error names the limit, what is left of it, and the time
 * from which the amount fits, if the limit ever permits it.
 * @throws ServiceError PAYOUT_LIMIT_EXCEEDED
 */
export async function refuseAboveLimit(policy: PolicyState, wanted: Wanted): Promise<void> {
  const { partnerId, toAddress, amountMicroUsd } = wanted;
  const { at } = policy;
  for (const { name, words, hours, isOfAddress, limit, used } of limitsOf(policy)) {
    if (limit === null || used === null || used + amountMicroUsd <= limit) continue;
    const left = limit > used ? limit - used : 0n;
    const freeAt =
      amountMicroUsd > limit
        ? undefined
        : await findRoomAt({
            ...{ partnerId, toAddress: isOfAddress ? toAddress : null, hours, at },
            wantedMicroUsd: used + amountMicroUsd - limit,
          });
    const when = freeAt
      ? ` This amount fits from ${freeAt.toISOString()}.`
      : " This amount is above the limit at any time.";
    throw new ServiceError("PAYOUT_LIMIT_EXCEEDED", {
      text: `The limit of ${formatUsd(limit)} USD ${words} is exceeded: ${formatUsd(left)} USD are left.${when}`,
      data: {
        ...{ limit: name, limitAmount: usdFromMicroUsd(limit), leftAmount: usdFromMicroUsd(left) },
        ...(freeAt && { availableAt: freeAt.toISOString() }),
      },
      ...(freeAt && {
        headers: { "Retry-After": String(Math.ceil((freeAt.getTime() - at.getTime()) / 1_000)) },
      }),
    });
  }
}

/** Returns what the commit checks again, under the lock of the wallet. */
export function policyRule(policy: PolicyState | undefined, wanted: Wanted) {
  const { partnerId, toAddress, amountMicroUsd, at } = wanted;
  const isLimited = policy !== undefined && limitsOf(policy).some(({ limit }) => limit !== null);
  const policyVersion = policy?.version ?? 0;
  return { partnerId, toAddress, amountMicroUsd, at: policy?.at ?? at, policyVersion, isLimited };
}
