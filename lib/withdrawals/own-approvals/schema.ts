import { z } from "zod";
import { timestamp, usd } from "@/lib/contract/fields";
import { personal } from "@/lib/contract/sensitive";

/** A requested looser rule that no other owner confirmed expires after this time. The database has the same number. */
export const RULE_REQUEST_HOURS = 72;

const above = usd.nullable().meta({
  description:
    "USD above which a second person must approve a withdrawal, together with those of the last 24 hours that needed none; null: never",
});

/** A withdrawal that waits for a second person of the partner, as the reader may approve it. */
export const waitingSchema = z
  .object({
    withdrawalId: z.string(),
    amount: usd,
    toAddress: z.string(),
    createdAt: timestamp,
    requestedBy: personal(z.string())
      .optional()
      .meta({ description: "The person who requested it; absent for an API key" }),
    mayApprove: z.boolean(),
    mayApproveFrom: timestamp.optional().meta({
      description:
        "When you may approve it as the only owner, because a former one counts for 72 hours",
    }),
  })
  .meta({ id: "WaitingWithdrawal" });

export const ownApprovalsSchema = z
  .object({
    above,
    requested: z
      .object({
        above,
        requestedBy: personal(z.string()),
        requestedAt: timestamp,
        expiresAt: timestamp,
        isYours: z.boolean(),
      })
      .optional()
      .meta({ description: "A looser rule that another owner must confirm" }),
    waiting: z
      .array(waitingSchema)
      .meta({ description: "Withdrawals that wait for a second person: the 100 oldest" }),
    hasMoreWaiting: z.boolean().optional().meta({
      description: "True when more wait: approve or cancel these first, or read others by id",
    }),
  })
  .meta({ id: "OwnApprovals" });

export const EXAMPLE_OWN_APPROVALS: z.input<typeof ownApprovalsSchema> = {
  above: 5_000,
  waiting: [
    {
      withdrawalId: "wd_01k9x6k2v8e5t2v7w4y0z1a2b3",
      amount: 7_500,
      toAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
      createdAt: "2026-11-21T10:00:00.000Z",
      requestedBy: "Ada Lovelace",
      mayApprove: true,
    },
  ],
};
