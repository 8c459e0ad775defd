import { z } from "zod";
import { text, timestamp, usd } from "@/lib/contract/fields";
import { totpCode } from "@/lib/identity/fields";
import { assertion } from "@/lib/identity/passkeys/fields";
import { withdrawalSchema } from "@/lib/withdrawals/contract";

const MAX_HASH_CHARACTERS = 66;

/** An approval: its code or signature, and what the approver read. */
export const approvalSchema = z.object({
  totp: totpCode.optional(),
  signature: assertion.optional(),
  samePayment: text(1, MAX_HASH_CHARACTERS).optional().meta({
    description: "`samePayment.txHash` of the withdrawal as the approver read it, if it has one",
  }),
});

/** A withdrawal for the operator's people: with its partner and the time of each step. */
export const adminWithdrawalSchema = withdrawalSchema
  .extend({
    partnerName: z.string(),
    approvalsNeeded: z.int().meta({
      description: "The number of administrators who must approve it by the current settings",
    }),
    approvals: z.array(
      z.object({
        personId: z.string(),
        name: z.string(),
        approvedAt: timestamp,
        counts: z.boolean().meta({ description: "The person may still approve" }),
        isSigned: z
          .literal(true)
          .optional()
          .meta({ description: "The person's passkey signed it" }),
      }),
    ),
    signing: z
      .object({ challenge: z.string(), rpId: z.string() })
      .optional()
      .meta({ description: "What an approver's passkey signs; absent where none must" }),
    addressLabel: z
      .string()
      .optional()
      .meta({ description: "The label under which the partner has saved the address" }),
    timesPaid: z.int().meta({
      description:
        "Earlier withdrawals that were paid to this address; if the partner requested more than 1,000, of 1,000 of them",
    }),
    hasLookAlike: z.boolean().meta({
      description: "The partner has used another address with the same first and last four digits",
    }),
    samePayment: z
      .object({
        chain: z.string(),
        txHash: z.string(),
        foundAt: timestamp,
        explorerUrl: z.string().optional(),
      })
      .optional()
      .meta({
        description:
          "A payment of this amount to this address, found on the chain after the database was restored: the request may be a repeated one",
      }),
    isHeldAsRepeat: z.literal(true).optional().meta({
      description:
        "Approved before `samePayment` was found, so it is never sent: fail it, and the partner requests it again if it is another payment",
    }),
    partnerSuspended: z
      .object({ since: timestamp, reason: z.string().optional() })
      .optional()
      .meta({ description: "Nothing is approved or signed while the partner is suspended" }),
    isSigned: z
      .boolean()
      .meta({ description: "A transfer was signed: only the chain decides its result" }),
    refusal: z
      .object({
        since: timestamp,
        text: z.string(),
        isUnsigned: z
          .literal(true)
          .optional()
          .meta({ description: "Signatures of approvers are missing, not the token's consent" }),
        isScreened: z
          .literal(true)
          .optional()
          .meta({ description: "The sanctions screening holds it, not the token" }),
      })
      .optional()
      .meta({
        description:
          "Why the payment is refused: by the token, for want of signatures, or by the sanctions screening",
      }),
    awaitsPartner: z
      .literal(true)
      .optional()
      .meta({ description: "A second person of the partner must approve it first" }),
    screening: z
      .object({
        since: timestamp,
        reason: z.string(),
        released: z.object({ at: timestamp, by: z.string(), reason: z.string() }).optional(),
      })
      .optional()
      .meta({ description: "A hit of the sanctions screening, and its release" }),
    rejectedAt: timestamp.optional(),
    failedAt: timestamp.optional(),
  })
  .meta({ id: "AdminWithdrawal" });

const percent = z.number().meta({ description: "Percent" });

/** The fees and the request rate of a partner. Source: design 7, fees and request rate. */
const settings = {
  kycFee: usd,
  cardCreationFee: usd,
  fundingFee: usd.meta({ description: "USD, the flat part" }),
  fundingFeePercent: percent,
  cardWithdrawalFee: usd,
  crossBorderFeePercent: percent,
  requestsPerS: z.int(),
  requestBurst: z.int(),
  secondApprovalAbove: usd
    .nullable()
    .meta({ description: "USD above which two people must approve a withdrawal; null: never" }),
};

export const adminPartnerSchema = z
  .object({
    partnerId: z.string(),
    name: z.string(),
    walletAddress: z.string(),
    walletBalance: usd,
    ...settings,
    createdAt: timestamp,
    suspendedAt: timestamp.optional(),
    suspendedBy: z
      .string()
      .optional()
      .meta({ description: "The name of the person who suspended it" }),
    suspensionReason: z
      .string()
      .optional()
      .meta({ description: "The reason that the person gave" }),
  })
  .meta({ id: "AdminPartner" });

export const PARTNER_SORTS = [
  ...(["newest", "oldest", "name", "largest", "smallest"] as const),
  ...(["highest_volume", "lowest_volume", "last_active", "longest_idle"] as const),
] as const;

/** The result of a partner's webhook deliveries. `none`: the partner has no endpoint. */
export const WEBHOOK_HEALTH = ["none", "ok", "failing", "paused"] as const;

/** A partner in the list, with its use of the service where it was asked for. */
export const listedPartnerSchema = adminPartnerSchema
  .extend({
    activity: z
      .object({
        users: z.int(),
        cards: z.int(),
        cardVolume30Days: usd.meta({ description: "Purchases and cash withdrawals" }),
        pendingWithdrawals: z.object({ count: z.int(), amount: usd }),
        webhooks: z.enum(WEBHOOK_HEALTH),
        lastActiveAt: timestamp
          .optional()
          .meta({ description: "The latest request, or the latest wallet transaction" }),
      })
      .optional(),
  })
  .meta({ id: "ListedPartner" });

export const exampleAdminPartner: z.input<typeof adminPartnerSchema> = {
  partnerId: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
  name: "Northwind Travel",
  walletAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
  walletBalance: 12_480.5,
  kycFee: 2,
  cardCreationFee: 1,
  fundingFee: 0,
  fundingFeePercent: 0.5,
  cardWithdrawalFee: 1,
  crossBorderFeePercent: 3,
  requestsPerS: 100,
  requestBurst: 200,
  secondApprovalAbove: 10_000,
  createdAt: "2026-11-21T10:00:00.000Z",
};

export const exampleAdminWithdrawal: z.input<typeof adminWithdrawalSchema> = {
  id: "wd_01k9x75d2r8e5t2v7w4y0z1a2b3",
  partnerId: exampleAdminPartner.partnerId,
  partnerName: exampleAdminPartner.name,
  approvalsNeeded: 1,
  approvals: [],
  timesPaid: 3,
  hasLookAlike: false,
  isSigned: false,
  amount: 100,
  fee: 0.5,
  netAmount: 99.5,
  toAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
  chain: "base",
  token: "usdc",
  status: "pending",
  createdAt: "2026-11-21T10:00:00.000Z",
};
