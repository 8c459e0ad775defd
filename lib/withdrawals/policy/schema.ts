import { z } from "zod";
import { timestamp, usd } from "@/lib/contract/fields";
import { MAX_WAIT_H } from "./policy";

export const waitHours = z.int().min(0).max(MAX_WAIT_H);

const limit = usd.nullable();

/** The terms of a payout policy in the API's format. */
export const policyTermsSchema = z.object({
  allowList: z
    .boolean()
    .meta({ description: "Withdrawals go only to saved addresses older than the waiting time" }),
  waitHours: z.int().meta({ description: "The waiting time of a new address" }),
  hourLimit: limit.meta({ description: "USD that may be withdrawn per hour; null: no limit" }),
  dayLimit: limit.meta({ description: "USD per 24 hours; null: no limit" }),
  addressDayLimit: limit.meta({ description: "USD per address and 24 hours; null: no limit" }),
});

export const payoutPolicySchema = policyTermsSchema
  .extend({
    scheduled: z
      .object({ allowList: z.boolean(), waitHours: z.int(), from: timestamp })
      .optional()
      .meta({ description: "A change by an owner that applies from then on" }),
  })
  .meta({ id: "PayoutPolicy" });

export const EXAMPLE_POLICY: z.input<typeof payoutPolicySchema> = {
  allowList: true,
  waitHours: 24,
  hourLimit: 5_000,
  dayLimit: 20_000,
  addressDayLimit: null,
};
