import { z } from "zod";
import { timestamp, usd } from "@/lib/contract/fields";

const many = z.object({ count: z.int(), netAmount: usd });
const difference = usd.meta({ description: "USD; 0 while books and chain agree" });

const cause = z.object({
  kind: z.enum(["received", "sent", "not_on_chain", "no_block"]),
  account: z.string(),
  amount: usd.meta({ description: "USD; below 0 what there is too little by it" }),
  counterparty: z.string().optional(),
  txHash: z.string().optional(),
  blockNumber: z.int().optional(),
});

const tokenSchema = z.object({
  token: z.string(),
  canBeSwept: z.boolean(),
  treasury: usd,
  depositAddresses: usd,
  depositAddressCount: z.int(),
  custody: usd.meta({ description: "USD that should be on chain by the ledger" }),
  creditedLater: usd.meta({ description: "USD in custody from later blocks" }),
  uncredited: usd.meta({ description: "USD that came by this block and is not credited yet" }),
  paidNotCompleted: usd.meta({ description: "USD paid by this block, not yet completed" }),
  completedNotPaid: usd.meta({ description: "USD completed, not paid by this block" }),
  // Optional, because checks stored before operator postings existed do not have this field.
  postedLater: usd.optional().meta({
    description: "USD that operator postings took, by transactions after this block",
  }),
  expected: usd,
  difference,
  causes: z.array(cause),
});

const chainSchema = z.object({
  chain: z.string(),
  chainId: z.int(),
  state: z
    .enum(["equal", "unequal", "off", "unread", "unreachable"])
    .meta({ description: "`off` without a node, `unread` before the watcher has begun" }),
  fault: z.string().optional(),
  block: z.object({ number: z.int(), hash: z.string(), at: timestamp }).optional(),
  // Optional, because checks stored before the field existed do not have it.
  behindBlocks: z.int().optional().meta({
    description:
      "Confirmed blocks whose deposits are not read yet; equality says nothing about them",
  }),
  treasuryAddresses: z.array(z.string()),
  relayer: z
    .object({
      address: z.string(),
      balance: z.string().meta({ description: "Of the chain's coin" }),
      // Optional, because checks stored before the field existed do not have it.
      coin: z.string().optional().meta({ description: "The coin that pays the gas" }),
    })
    .optional(),
  tokens: z.array(tokenSchema),
});

/** Assets, liabilities and whether they agree, as shown to the operator's people. */
export const treasurySchema = z
  .object({
    at: timestamp,
    isEqual: z.boolean(),
    owed: z.object({ wallets: usd, cards: usd, holds: usd, total: usd }),
    books: z.object({
      // Optional, because checks stored before these accounts existed do not have the fields.
      shortfalls: usd.optional().meta({ description: "USD; below 0 what cards owe" }),
      fees: usd,
      network: usd,
      disputes: usd.optional().meta({
        description: "USD; below 0 what cards were credited for open disputes",
      }),
      payout: usd,
      suspense: usd,
      capital: usd.optional(),
      adjustments: usd.optional(),
      costs: usd.optional().meta({ description: "USD; below 0 what the service spent" }),
      bank: usd.optional().meta({ description: "USD; below 0 what is at the bank" }),
      custody: usd,
      difference,
    }),
    withdrawals: z
      .object({ pending: many, approved: many, signed: many })
      .meta({ description: "Not paid yet; signed ones are among the approved" }),
    chains: z.array(chainSchema),
  })
  .meta({ id: "Treasury" });

export const exampleTreasury: z.input<typeof treasurySchema> = {
  at: "2026-11-21T10:00:00.000Z",
  isEqual: true,
  owed: { wallets: 12_480.5, cards: 310, holds: 25, total: 12_815.5 },
  books: {
    shortfalls: 0,
    fees: 41,
    network: 0,
    disputes: 0,
    payout: 100,
    suspense: 0,
    capital: 0,
    adjustments: 0,
    costs: 0,
    bank: 0,
    custody: 12_956.5,
    difference: 0,
  },
  withdrawals: {
    pending: { count: 1, netAmount: 99.5 },
    approved: { count: 0, netAmount: 0 },
    signed: { count: 0, netAmount: 0 },
  },
  chains: [
    {
      chain: "base-sepolia",
      chainId: 84532,
      state: "equal",
      block: {
        number: 20_114_302,
        hash: "0x5d1b7a3d8c9a4f0c2b6e1f7a9d3c5b8e0f2a4c6e8d0b1a3c5e7f9b2d4a6c8e01",
        at: "2026-11-21T09:59:50.000Z",
      },
      behindBlocks: 0,
      treasuryAddresses: ["0x52908400098527886E0F7030069857D2E4169EE7"],
      relayer: {
        address: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
        balance: "0.25",
        coin: "ETH",
      },
      tokens: [
        {
          token: "usdc",
          canBeSwept: true,
          treasury: 12_000,
          depositAddresses: 956.5,
          depositAddressCount: 12,
          custody: 12_956.5,
          creditedLater: 0,
          uncredited: 0,
          paidNotCompleted: 0,
          completedNotPaid: 0,
          postedLater: 0,
          expected: 12_956.5,
          difference: 0,
          causes: [],
        },
      ],
    },
  ],
};
