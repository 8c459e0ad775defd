import type { PolicyTerms } from "./policy";

/** Terms as the SQL function payout_policy_terms returns them: amounts are micro-USD as text. */
export interface StoredTerms {
  allowList: boolean;
  waitHours: number;
  hourMicroUsd: string | null;
  dayMicroUsd: string | null;
  addressDayMicroUsd: string | null;
}

const textOf = (microUsd: bigint | null) => (microUsd === null ? null : String(microUsd));
const bigintOf = (microUsd: string | null) => (microUsd === null ? null : BigInt(microUsd));

/** Converts terms for the details of an administrator's request. */
export function storedTerms(terms: PolicyTerms): StoredTerms {
  return {
    allowList: terms.allowList,
    waitHours: terms.waitH,
    hourMicroUsd: textOf(terms.hourLimitMicroUsd),
    dayMicroUsd: textOf(terms.dayLimitMicroUsd),
    addressDayMicroUsd: textOf(terms.addressDayLimitMicroUsd),
  };
}

/** Reads the terms of an administrator's request. */
export function termsOf(stored: StoredTerms): PolicyTerms {
  return {
    allowList: stored.allowList,
    waitH: stored.waitHours,
    hourLimitMicroUsd: bigintOf(stored.hourMicroUsd),
    dayLimitMicroUsd: bigintOf(stored.dayMicroUsd),
    addressDayLimitMicroUsd: bigintOf(stored.addressDayMicroUsd),
  };
}
