import { z } from "zod";
import { SECOND_FACTOR_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import {
  amountQuery,
  amountUsd,
  cursorPagination,
  cursorQuery,
  isIdCursor,
  periodQuery,
  text,
  timestamp,
  usd,
} from "@/lib/contract/fields";
import { filterBy, listOfIds } from "@/lib/contract/list-of";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import { totpCode } from "@/lib/identity/fields";
import { microUsdFromNumber } from "@/lib/kernel/money";
import { adminRequestSchema } from "@/lib/people/admin-requests/schema";
import { exampleTreasury, treasurySchema } from "@/lib/treasury/schema";
import { WITHDRAWAL_STATUSES } from "@/lib/withdrawals/states";
import {
  adminPartnerSchema,
  adminWithdrawalSchema,
  approvalSchema,
  exampleAdminPartner,
  exampleAdminWithdrawal,
} from "./schema";

const idParams = z.object({ id: z.string() });
/** Selects the pending withdrawals that the reader has not approved, or may approve again. */
const NEEDS_ME = "needs_me";
/** Selects the pending withdrawals that no other filter selects: a second person of the partner must approve first. */
const NEEDS_PARTNER = "needs_partner";
const DECIDERS = ["admin", "approver"] as const;
export const MAX_SEARCH_CHARACTERS = 100;
const examplePage = { skip: 0, limit: 50, total: 1 };
const exampleApproval = {
  personId: "prs_01k9x6k2v8e5t2v7w4y0z1a2b3",
  name: "Ines Moreau",
  approvedAt: "2026-11-21T10:05:00.000Z",
  counts: true,
};
const withdrawalExamples = { params: { id: exampleAdminWithdrawal.id } };

/** The filters and the order of the queue, in the list and in its export. */
const withdrawalFilters = {
  status: filterBy([...WITHDRAWAL_STATUSES, NEEDS_ME, NEEDS_PARTNER]),
  partnerId: listOfIds.optional(),
  ...periodQuery,
  ...amountQuery,
  search: text(1, MAX_SEARCH_CHARACTERS).optional(),
  sort: z.enum(["oldest", "newest", "largest", "smallest"]).optional(),
};

export const adminListWithdrawalsContract = contract({
  id: "adminListWithdrawals",
  method: "GET",
  path: "/api/admin/withdrawals",
  tag: "Administration",
  summary: "Withdrawals of all partners",
  description:
    "Withdrawals in one or more statuses, `pending` by default. Pending ones alone are listed oldest first, all others newest first, unless `sort` says otherwise. `needs_me` selects pending ones that you have not approved, and those that have enough approvals by now and are sent when you approve again. Pending ones that a second person of the partner must approve first are listed by `needs_partner` alone. `search` is the beginning of a partner's name, of an address or of the label that the partner gave it, or an amount or an id.",
  audience: "admin",
  query: z.object({
    ...cursorQuery(isIdCursor("wd")),
    ...withdrawalFilters,
  }),
  data: z.object({
    withdrawals: z.array(adminWithdrawalSchema),
    totals: z
      .object({ amount: usd, oldestAt: timestamp.optional() })
      .optional()
      .meta({ description: "Of all that match, while they are pending: their sum and the oldest" }),
    pagination: cursorPagination,
  }),
  message: "Withdrawals",
  errors: [],
  examples: { data: { withdrawals: [exampleAdminWithdrawal], pagination: examplePage } },
});

export const exportAdminWithdrawalsContract = contract({
  id: "exportAdminWithdrawals",
  method: "GET",
  path: "/api/admin/withdrawals/export",
  tag: "Administration",
  summary: "Withdrawals of all partners as CSV",
  audience: "admin",
  query: z.object(withdrawalFilters),
  data: z.instanceof(Response),
  message: "Withdrawals as CSV",
  errors: ["RATE_LIMITED"],
  examples: { data: new Response("withdrawal,partner\r\n") },
});

export const adminGetWithdrawalContract = contract({
  id: "adminGetWithdrawal",
  method: "GET",
  path: "/api/admin/withdrawals/{id}",
  tag: "Administration",
  summary: "A withdrawal of any partner",
  audience: "admin",
  params: idParams,
  data: adminWithdrawalSchema,
  message: "Withdrawal",
  errors: ["WITHDRAWAL_NOT_FOUND"],
  examples: { ...withdrawalExamples, data: exampleAdminWithdrawal },
});

export const approveWithdrawalContract = contract({
  id: "approveWithdrawal",
  method: "POST",
  path: "/api/admin/withdrawals/{id}/approve",
  tag: "Administration",
  summary: "Approve a withdrawal",
  description:
    "Only while pending. The payout begins; the wallet stays debited. Above the partner's limit two people must approve: the first approval leaves the withdrawal pending. Needs a code, or the response of the approver's passkey to the `challenge` of `signing`: above the service's amount for signatures only the latter. Refused while the partner is suspended, for an address where the money would be lost, and for one that the sanctions screening holds. Refused too when a payment that the withdrawal may repeat is known and `samePayment` does not name it.",
  audience: "admin",
  roles: DECIDERS,
  params: idParams,
  body: approvalSchema,
  data: adminWithdrawalSchema,
  message: "Approval recorded",
  errors: [
    ...(["APPROVAL_SIGNATURE_INVALID", "APPROVAL_SIGNATURE_NEEDED"] as const),
    "SECOND_APPROVER_NEEDED",
    ...SECOND_FACTOR_ERRORS,
    "WITHDRAWAL_NEEDS_PARTNER",
    "WITHDRAWAL_NOT_FOUND",
    "WITHDRAWAL_NOT_PAYABLE",
    "WITHDRAWAL_NOT_PENDING",
    "WITHDRAWAL_PARTNER_SUSPENDED",
    "WITHDRAWAL_PAYMENT_FOUND",
    "WITHDRAWAL_SCREENED",
  ],
  examples: {
    ...withdrawalExamples,
    body: { totp: "492039" },
    data: {
      ...exampleAdminWithdrawal,
      status: "approved",
      approvedAt: "2026-11-21T10:05:00.000Z",
      approvals: [exampleApproval],
    },
  },
});

export const rejectWithdrawalContract = contract({
  id: "rejectWithdrawal",
  method: "POST",
  path: "/api/admin/withdrawals/{id}/reject",
  tag: "Administration",
  summary: "Reject a withdrawal",
  description: "Only while pending. The amount is refunded to the wallet immediately.",
  audience: "admin",
  roles: DECIDERS,
  params: idParams,
  body: z.object({ reason: text(1, MAX_REASON_CHARACTERS).optional(), totp: totpCode }),
  data: adminWithdrawalSchema,
  message: "Withdrawal rejected",
  errors: [...SECOND_FACTOR_ERRORS, "WITHDRAWAL_NOT_FOUND", "WITHDRAWAL_NOT_PENDING"],
  examples: {
    ...withdrawalExamples,
    body: { reason: "The address is on a sanctions list", totp: "492039" },
    data: {
      ...exampleAdminWithdrawal,
      status: "rejected",
      rejectReason: "The address is on a sanctions list",
      rejectedAt: "2026-11-21T10:05:00.000Z",
    },
  },
});

export const failWithdrawalContract = contract({
  id: "failWithdrawal",
  method: "POST",
  path: "/api/admin/withdrawals/{id}/fail",
  tag: "Administration",
  summary: "Fail an approved withdrawal that cannot be sent",
  description:
    "Only while approved and before a transfer was signed, so that it can never be paid. The amount is refunded to the wallet immediately.",
  audience: "admin",
  roles: DECIDERS,
  params: idParams,
  body: z.object({ reason: text(1, MAX_REASON_CHARACTERS), totp: totpCode }),
  data: adminWithdrawalSchema,
  message: "Withdrawal given up",
  errors: [
    ...SECOND_FACTOR_ERRORS,
    "WITHDRAWAL_NOT_APPROVED",
    "WITHDRAWAL_NOT_FOUND",
    "WITHDRAWAL_SIGNED",
  ],
  examples: {
    ...withdrawalExamples,
    body: { reason: "The token refuses to pay this address", totp: "492039" },
    data: {
      ...exampleAdminWithdrawal,
      status: "failed",
      approvedAt: "2026-11-21T10:05:00.000Z",
      approvals: [exampleApproval],
      failureReason: "The token refuses to pay this address",
      failedAt: "2026-11-21T11:00:00.000Z",
    },
  },
});

export const getPartnerContract = contract({
  id: "getPartner",
  method: "GET",
  path: "/api/admin/partners/{id}",
  tag: "Administration",
  summary: "A partner and its settings",
  audience: "admin",
  params: idParams,
  data: adminPartnerSchema,
  message: "Partner",
  errors: ["PARTNER_NOT_FOUND"],
  examples: { params: { id: exampleAdminPartner.partnerId }, data: exampleAdminPartner },
});

const MAX_FEE_USD = 1_000;
/**
 * Equal to the smallest card withdrawal, 5.00, so that the amount credited to the wallet is never negative. The
 * database checks this too.
 */
const MAX_CARD_WITHDRAWAL_FEE_USD = 5;
const MAX_REQUESTS = 1_000_000;
const MICRO_PER_BASIS_POINT = 10_000n;

const feeUsd = (max: number) => amountUsd({ min: 0, max }).optional();
/** A rate in percent with at most 2 decimals, parsed to basis points. */
const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => microUsdFromNumber(value) !== null, {
    error: "must have at most 2 decimals",
    params: { rule: "maxDecimals" },
  })
  .transform((value) => Number((microUsdFromNumber(value) ?? 0n) / MICRO_PER_BASIS_POINT))
  .optional();
const MAX_SECOND_APPROVAL_USD = 1_000_000_000;
const requests = z.int().min(1).max(MAX_REQUESTS).optional();

/** The settings of a partner that an administrator can change; all are optional. */
export const partnerSettings = z.object({
  kycFee: feeUsd(MAX_FEE_USD),
  cardCreationFee: feeUsd(MAX_FEE_USD),
  fundingFee: feeUsd(MAX_FEE_USD),
  fundingFeePercent: percent,
  cardWithdrawalFee: feeUsd(MAX_CARD_WITHDRAWAL_FEE_USD),
  crossBorderFeePercent: percent,
  requestsPerS: requests,
  requestBurst: requests,
  secondApprovalAbove: amountUsd({ min: 0, max: MAX_SECOND_APPROVAL_USD })
    .nullable()
    .optional()
    .meta({ description: "USD above which two people must approve a withdrawal; null: never" }),
});

export const changePartnerContract = contract({
  id: "changePartner",
  method: "PATCH",
  path: "/api/admin/partners/{id}",
  tag: "Administration",
  summary: "Change a partner's settings",
  description:
    "Changes the given settings, from the next request on. Raising or removing the amount above which two people must approve needs a code and the confirmation of a second administrator, and where two administrators decide, so do changes of fees and a higher request rate: the response has the `request` and the values that apply until then.",
  audience: "admin",
  roles: ["admin"],
  params: idParams,
  body: partnerSettings.extend({ totp: totpCode.optional() }),
  // The request is present if a second administrator must confirm a part of the change.
  data: adminPartnerSchema.extend({ request: adminRequestSchema.optional() }),
  message: "Partner changed",
  errors: ["PARTNER_NOT_FOUND", ...SECOND_FACTOR_ERRORS],
  examples: {
    params: { id: exampleAdminPartner.partnerId },
    body: { fundingFeePercent: 0.5, requestsPerS: 100 },
    data: exampleAdminPartner,
  },
});

export const getTreasuryContract = contract({
  id: "getTreasury",
  method: "GET",
  path: "/api/admin/treasury",
  tag: "Administration",
  summary: "Funds on chain, liabilities, and their difference",
  description: "Each chain as of one block. The result is cached for some seconds.",
  audience: "admin",
  data: treasurySchema,
  message: "Treasury",
  errors: [],
  examples: { data: exampleTreasury },
});
