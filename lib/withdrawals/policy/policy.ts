const HOUR_MS = 3_600_000;

/** The waiting time of a new address unless the policy says otherwise, in hours. */
const DEFAULT_WAIT_H = 24;
/** The longest waiting time, in hours: 30 days. */
export const MAX_WAIT_H = 720;

/** The terms of a payout policy. A limit of null is no limit. */
export interface PolicyTerms {
  /** Withdrawals go only to saved addresses that are older than the waiting time. */
  allowList: boolean;
  waitH: number;
  hourLimitMicroUsd: bigint | null;
  dayLimitMicroUsd: bigint | null;
  addressDayLimitMicroUsd: bigint | null;
}

/** The stored policy of a partner, with a change that an owner scheduled. */
export interface PolicyRow extends PolicyTerms {
  nextAllowList: boolean | null;
  nextWaitH: number | null;
  /** The time from which the scheduled values apply; null when nothing is scheduled. */
  nextAt: Date | null;
  /** Increased by every change; 0 for a partner without a row. */
  version: number;
}

/** A partner without a row has no rules. */
export const NO_POLICY: PolicyRow = {
  allowList: false,
  waitH: DEFAULT_WAIT_H,
  hourLimitMicroUsd: null,
  dayLimitMicroUsd: null,
  addressDayLimitMicroUsd: null,
  nextAllowList: null,
  nextWaitH: null,
  nextAt: null,
  version: 0,
};

/** A scheduled change of the allow-list that does not apply yet. */
export interface ScheduledChange {
  allowList: boolean;
  waitH: number;
  from: Date;
}

/**
 * Returns the policy that applies at an instant, and the scheduled change that comes later. The SQL function payout_fits
 * has the same rule. Source: docs/decisions/0090-payout-policy.md
 */
export function policyAt(
  { nextAllowList, nextWaitH, nextAt, version, ...terms }: PolicyRow,
  at: Date,
): { terms: PolicyTerms; scheduled: ScheduledChange | undefined } {
  if (nextAt === null || nextAllowList === null || nextWaitH === null)
    return { terms, scheduled: undefined };
  const next = { allowList: nextAllowList, waitH: nextWaitH };
  return nextAt <= at
    ? { terms: { ...terms, ...next }, scheduled: undefined }
    : { terms, scheduled: { ...next, from: nextAt } };
}

const isLimitRaised = (from: bigint | null, to: bigint | null) =>
  from !== null && (to === null || to > from);

/** Returns whether a change permits withdrawals that the present terms refuse. */
export function isLooser(from: PolicyTerms, to: PolicyTerms): boolean {
  return (
    (from.allowList && (!to.allowList || to.waitH < from.waitH)) ||
    isLimitRaised(from.hourLimitMicroUsd, to.hourLimitMicroUsd) ||
    isLimitRaised(from.dayLimitMicroUsd, to.dayLimitMicroUsd) ||
    isLimitRaised(from.addressDayLimitMicroUsd, to.addressDayLimitMicroUsd)
  );
}

/**
 * Returns from when a saved address can be used, given its age and the waiting time; null while no allow-list is
 * enforced. A scheduled change may make it usable earlier.
 */
export function usableFrom(policy: PolicyRow, savedAt: Date, at: Date): Date | null {
  const { terms, scheduled } = policyAt(policy, at);
  if (!terms.allowList) return null;
  const afterWait = (waitH: number) => savedAt.getTime() + waitH * HOUR_MS;
  const regular = afterWait(terms.waitH);
  if (!scheduled) return new Date(regular);
  const ready = scheduled.allowList ? afterWait(scheduled.waitH) : 0;
  return new Date(Math.min(regular, Math.max(scheduled.from.getTime(), ready)));
}

/** The time at which a change that loosens the allow-list takes effect: after the present waiting time. */
export const afterWaiting = ({ waitH }: PolicyTerms, at: Date) =>
  new Date(at.getTime() + waitH * HOUR_MS);
