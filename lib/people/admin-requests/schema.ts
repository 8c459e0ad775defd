import { z } from "zod";
import { timestamp, usd } from "@/lib/contract/fields";
import { OPERATOR_ROLES } from "@/lib/contract/roles";
import { personal } from "@/lib/contract/sensitive";
import { policyTermsSchema } from "@/lib/withdrawals/policy/schema";

/**
 * The changes that need two administrators when some withdrawals need two approvals. Source: decisions 0045, 0105.
 * `second_approval` is a change of the amount above which two approve, without other settings. The reset of a second factor
 * and the end of a partner's required single sign-on (`partner_sso`) always need two.
 */
export const ADMIN_REQUEST_KINDS = [
  "second_approval",
  "partner_settings",
  "payout_policy",
  "partner_sso",
  "partner_owner",
  "operator_invitation",
  "operator_role",
  "operator_second_factor",
] as const;
export type AdminRequestKind = (typeof ADMIN_REQUEST_KINDS)[number];

/** A request that nobody confirmed expires after this time. */
export const ADMIN_REQUEST_HOURS = 72;

/**
 * Why a person does not count as the second one for what another one requested: it is their own, both count as one
 * administrator, they are too new, or the requester is.
 */
const SECOND_OBSTACLES = ["own", "same_line", "too_new", "requester_new"] as const;
export type SecondObstacle = (typeof SECOND_OBSTACLES)[number];

/** Why a person cannot confirm a request: also because it is about their own account, or for their role. */
const CONFIRM_OBSTACLES = [...SECOND_OBSTACLES, "own_account", "role"] as const;
export type ConfirmObstacle = (typeof CONFIRM_OBSTACLES)[number];

const role = z.enum(OPERATOR_ROLES);

/** The settings of a partner that a request changes. */
export const requestedSettingsSchema = z.object({
  kycFee: usd.optional(),
  cardCreationFee: usd.optional(),
  fundingFee: usd.optional(),
  fundingFeePercent: z.number().optional(),
  cardWithdrawalFee: usd.optional(),
  crossBorderFeePercent: z.number().optional(),
  requestsPerS: z.int().optional(),
  requestBurst: z.int().optional(),
  secondApprovalAbove: usd.nullable().optional(),
});

export const adminRequestSchema = z
  .object({
    requestId: z.string(),
    kind: z.enum(ADMIN_REQUEST_KINDS),
    targetId: z.string().meta({ description: "The partner or person that the request changes" }),
    targetName: personal(
      z.string().meta({
        description: "Name of the partner or person; for an invitation its email",
      }),
    ),
    fromAmount: usd
      .optional()
      .meta({ description: "Current amount in USD above which two people approve" }),
    toAmount: usd
      .nullable()
      .optional()
      .meta({ description: "Requested amount in USD; null: never" }),
    fromSettings: requestedSettingsSchema
      .optional()
      .meta({ description: "Current values of the settings of the partner that would change" }),
    toSettings: requestedSettingsSchema.optional().meta({ description: "Requested values" }),
    fromPolicy: policyTermsSchema.optional().meta({ description: "Current payout policy" }),
    toPolicy: policyTermsSchema.optional().meta({ description: "Requested payout policy" }),
    issuer: z.string().optional().meta({
      description: "The identity provider that the partner's people would no longer have to use",
    }),
    email: personal(z.string())
      .optional()
      .meta({ description: "Of `partner_owner`: who would be invited as an owner of the partner" }),
    fromRole: role.optional(),
    toRole: role.optional(),
    requestedBy: personal(z.string().meta({ description: "Name of the first administrator" })),
    createdAt: timestamp,
    expiresAt: timestamp,
    obstacle: z.enum(CONFIRM_OBSTACLES).optional().meta({
      description:
        "Why you cannot confirm it: you requested it, you and the requester count as one, you became an administrator too late, the requester did, it is about your account, or your role",
    }),
  })
  .meta({ id: "AdminRequest" });

export const EXAMPLE_ADMIN_REQUEST: z.input<typeof adminRequestSchema> = {
  requestId: "arq_01k9x6k2v8e5t2v7w4y0z1a2b3",
  kind: "second_approval",
  targetId: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
  targetName: "Northwind Travel",
  fromAmount: 10_000,
  toAmount: 25_000,
  requestedBy: "Ines Moreau",
  createdAt: "2026-11-21T10:00:00.000Z",
  expiresAt: "2026-11-24T10:00:00.000Z",
};
