import { z } from "zod";
import { exampleAdminPartner } from "@/lib/backoffice/schema";
import { SECOND_FACTOR_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import { amountUsd } from "@/lib/contract/fields";
import { totpCode } from "@/lib/identity/fields";
import { adminRequestSchema } from "@/lib/people/admin-requests/schema";
import { EXAMPLE_POLICY, payoutPolicySchema, waitHours } from "@/lib/withdrawals/policy/schema";

const shared = {
  tag: "Administration",
  audience: "admin",
  path: "/api/admin/partners/{id}/payout-policy",
  params: z.object({ id: z.string() }),
} as const;
const exampleParams = { id: exampleAdminPartner.partnerId };
const limit = amountUsd({ above: 0 }).nullable().optional();

export const adminGetPayoutPolicyContract = contract({
  ...shared,
  id: "adminGetPayoutPolicy",
  method: "GET",
  summary: "The payout policy of a partner",
  data: payoutPolicySchema,
  message: "Payout policy",
  errors: ["PARTNER_NOT_FOUND"],
  examples: { params: exampleParams, data: EXAMPLE_POLICY },
});

export const changePayoutPolicyContract = contract({
  ...shared,
  id: "changePayoutPolicy",
  method: "PATCH",
  summary: "Change the payout policy of a partner",
  description:
    "Changes the given rules at once: the allow-list, its waiting time, and the limits in USD per hour, per 24 hours, and per address and 24 hours (null: no limit). A change that permits more needs a code. Where two administrators decide, such a change and every change of the allow-list also need the confirmation of a second administrator: the response has the `request`, and nothing is changed until then.",
  roles: ["admin"],
  body: z.object({
    allowList: z.boolean().optional(),
    waitHours: waitHours.optional(),
    hourLimit: limit,
    dayLimit: limit,
    addressDayLimit: limit,
    totp: totpCode.optional(),
  }),
  data: payoutPolicySchema.extend({ request: adminRequestSchema.optional() }),
  message: "Payout policy changed",
  errors: ["PARTNER_NOT_FOUND", ...SECOND_FACTOR_ERRORS],
  examples: { params: exampleParams, body: { dayLimit: 20_000 }, data: EXAMPLE_POLICY },
});
