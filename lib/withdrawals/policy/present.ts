import type { z } from "zod";
import { usdOrNull } from "@/lib/kernel/money";
import { type PolicyRow, type PolicyTerms, policyAt } from "./policy";
import type { payoutPolicySchema, policyTermsSchema } from "./schema";

/** Converts terms to the API's format. */
export function presentTerms(terms: PolicyTerms): z.input<typeof policyTermsSchema> {
  return {
    allowList: terms.allowList,
    waitHours: terms.waitH,
    hourLimit: usdOrNull(terms.hourLimitMicroUsd),
    dayLimit: usdOrNull(terms.dayLimitMicroUsd),
    addressDayLimit: usdOrNull(terms.addressDayLimitMicroUsd),
  };
}

/** Converts the policy that applies at an instant, with the scheduled change. */
export function presentPolicy(row: PolicyRow, at: Date): z.input<typeof payoutPolicySchema> {
  const { terms, scheduled } = policyAt(row, at);
  return {
    ...presentTerms(terms),
    ...(scheduled && {
      scheduled: {
        allowList: scheduled.allowList,
        waitHours: scheduled.waitH,
        from: scheduled.from.toISOString(),
      },
    }),
  };
}
