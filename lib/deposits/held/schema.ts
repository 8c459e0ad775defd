import { z } from "zod";
import { timestamp, usd } from "@/lib/contract/fields";

/** `held`: waits for a decision; `credited`: released to the partner's wallet. */
export const HELD_STATES = ["held", "credited"] as const;
export type HeldState = (typeof HELD_STATES)[number];

/** The reasons why a deposit is held. Source: threat 14. */
const HELD_REASONS = ["card_terminated", "user_deleted"] as const;

const releaseSchema = z.object({
  personId: z.string(),
  personName: z.string(),
  reason: z.string(),
  at: timestamp,
  serviceTransactionId: z
    .string()
    .meta({ description: "Its line in the partner's list of wallet transactions" }),
});

/** A deposit to an address whose card is terminated or whose user is deleted, with the owner of the address. */
export const heldDepositSchema = z
  .object({
    depositId: z.string(),
    state: z.enum(HELD_STATES),
    heldFor: z.enum(HELD_REASONS),
    amount: usd.meta({ description: "USD to the micro-dollar" }),
    chain: z.string(),
    token: z.string(),
    txHash: z.string(),
    explorerUrl: z.string().optional(),
    isOnChain: z.boolean().meta({
      description: "False if a reorganization removed the transfer from the chain",
    }),
    fromAddress: z.string(),
    toAddress: z.string(),
    partnerId: z.string(),
    partnerName: z.string(),
    serviceCardId: z.string(),
    last4: z.string(),
    serviceId: z.string(),
    goneAt: timestamp.meta({ description: "When the card was terminated or the user deleted" }),
    receivedAt: timestamp,
    release: releaseSchema.optional().meta({ description: "When it is credited" }),
  })
  .meta({ id: "HeldDeposit" });

const TX_HASH = "0x9f2c4d1b7a8e6f5c3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5c4";

export const exampleHeldDeposit: z.input<typeof heldDepositSchema> = {
  depositId: "dep_01k9x71f8r8e5t2v7w4y0z1a2b3",
  state: "held",
  heldFor: "card_terminated",
  amount: 250,
  chain: "base",
  token: "usdc",
  txHash: TX_HASH,
  explorerUrl: `https://basescan.org/tx/${TX_HASH}`,
  isOnChain: true,
  fromAddress: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  toAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
  partnerId: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
  partnerName: "Northwind Travel",
  serviceCardId: "card_01k9x70c5r8e5t2v7w4y0z1a2b3",
  last4: "4242",
  serviceId: "usr_01k9x6z8r2e5t2v7w4y0z1a2b3",
  goneAt: "2026-11-19T16:20:00.000Z",
  receivedAt: "2026-11-21T09:36:00.000Z",
};
