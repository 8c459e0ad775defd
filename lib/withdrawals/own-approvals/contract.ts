import { z } from "zod";
import { PASSWORD_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import { amountUsd } from "@/lib/contract/fields";
import { currentPassword } from "@/lib/identity/fields";
import { EXAMPLE_OWN_APPROVALS, ownApprovalsSchema } from "./schema";

const PATH = "/api/v1/partner/withdrawal-approvals";
const MAX_ABOVE_USD = 1_000_000_000;
const shared = { tag: "Withdrawals", audience: "dashboard" } as const;
const onlyOwners = { ...shared, roles: ["owner"] } as const;
const password = currentPassword;
const data = ownApprovalsSchema;

export const getOwnApprovalsContract = contract({
  ...shared,
  id: "getOwnApprovals",
  method: "GET",
  path: PATH,
  summary: "Get Withdrawal Approvals",
  description:
    "The amount above which a second person of yours must approve a withdrawal, together with those of the last 24 hours that needed none, and the withdrawals that wait for one.",
  data,
  message: "Withdrawal approvals",
  errors: [],
  examples: { data: EXAMPLE_OWN_APPROVALS },
});

export const setOwnApprovalContract = contract({
  ...onlyOwners,
  id: "setOwnApproval",
  method: "POST",
  path: PATH,
  summary: "Set Withdrawal Approvals",
  description:
    "Sets the amount above which another owner than the one who requested a withdrawal must approve it, before the withdrawal is reviewed. A withdrawal needs this when it is above the amount together with those of the last 24 hours that needed none; cancelled, rejected and failed ones do not count. Applies to new withdrawals. To raise or remove the amount, another owner must confirm it within 72 hours, if there is one. An owner who was removed or got another role less than 72 hours ago counts: the only owner left waits, or invites another one. A call with the present amount cancels a requested change.",
  body: z.object({ above: amountUsd({ min: 0, max: MAX_ABOVE_USD }).nullable(), password }),
  data,
  audited: ["above"],
  message: "Withdrawal approvals set",
  errors: [...PASSWORD_ERRORS, "SECOND_OWNER_NEEDED"],
  examples: { body: { above: 5_000, password: "current" }, data: EXAMPLE_OWN_APPROVALS },
});

export const confirmOwnApprovalContract = contract({
  ...onlyOwners,
  id: "confirmOwnApproval",
  method: "POST",
  path: `${PATH}/confirm`,
  summary: "Confirm Withdrawal Approvals",
  description: "Confirms the higher or removed amount that another owner requested.",
  body: z.object({
    above: amountUsd({ min: 0, max: MAX_ABOVE_USD })
      .nullable()
      .meta({ description: "The requested amount, so that nothing else is confirmed" }),
    password,
  }),
  data,
  audited: ["above"],
  message: "Withdrawal approvals set",
  errors: [...PASSWORD_ERRORS, "OWN_APPROVAL_CHANGE_NOT_FOUND", "SECOND_OWNER_NEEDED"],
  examples: { body: { above: null, password: "current" }, data: EXAMPLE_OWN_APPROVALS },
});

export const approveOwnWithdrawalContract = contract({
  ...onlyOwners,
  id: "approveOwnWithdrawal",
  method: "POST",
  path: `${PATH}/{id}/approve`,
  summary: "Approve Withdrawal",
  description:
    "Approves a withdrawal that waits for a second person. It is then reviewed as any other. To reject it, cancel it.",
  params: z.object({ id: z.string() }),
  body: z.object({ password }),
  data: z.object({ approved: z.literal(true) }),
  message: "Withdrawal approved",
  errors: [
    ...PASSWORD_ERRORS,
    "SECOND_OWNER_NEEDED",
    "WITHDRAWAL_NOT_FOUND",
    "WITHDRAWAL_NOT_PENDING",
    "WITHDRAWAL_NOT_WAITING",
  ],
  examples: {
    params: { id: "wd_01k9x6k2v8e5t2v7w4y0z1a2b3" },
    body: { password: "current" },
    data: { approved: true },
  },
});
