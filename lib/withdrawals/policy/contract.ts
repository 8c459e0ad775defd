import { z } from "zod";
import { PASSWORD_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import { currentPassword } from "@/lib/identity/fields";
import { EXAMPLE_POLICY, payoutPolicySchema, waitHours } from "./schema";

const shared = {
  tag: "Withdrawals",
  audience: "dashboard",
  path: "/api/v1/partner/payout-policy",
} as const;

export const getPayoutPolicyContract = contract({
  ...shared,
  id: "getPayoutPolicy",
  method: "GET",
  summary: "Get Payout Policy",
  description: "The allow-list of addresses and the payout limits. Support sets the limits.",
  data: payoutPolicySchema,
  message: "Payout policy",
  errors: [],
  examples: { data: EXAMPLE_POLICY },
});

export const setAllowListContract = contract({
  ...shared,
  id: "setAllowList",
  method: "POST",
  summary: "Set Allow-List",
  description:
    "Restricts withdrawals to saved addresses that are older than the waiting time, from now on. To switch it off, or to shorten the waiting time, needs the password and takes effect after the present waiting time. An omitted value stays as it is. A call that changes nothing cancels what is scheduled.",
  roles: ["owner"],
  body: z.object({
    allowList: z.boolean().optional(),
    waitHours: waitHours.optional(),
    password: currentPassword.optional(),
  }),
  data: payoutPolicySchema,
  audited: ["allowList", "waitHours"],
  message: "Allow-list set",
  errors: PASSWORD_ERRORS,
  examples: { body: { allowList: true, waitHours: 24 }, data: EXAMPLE_POLICY },
});
