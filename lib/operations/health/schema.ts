import { z } from "zod";
import { ALERT_KINDS } from "@/lib/alerts/catalogue";
import { timestamp, usd } from "@/lib/contract/fields";
import { MAX_COUNTED } from "@/lib/kernel/page";
import { cardIssuerSchema, exampleCardIssuer } from "./card-issuer-schema";

const instant = timestamp.nullable();

const severity = z.enum(["failed", "attention"]);

const troubleSchema = z.object({
  severity,
  area: z.enum(["database", "providers", "chains", "deliveries", "jobs", "withdrawals"]),
  subject: z.string().meta({ description: "A chain, a job or a partner; empty for the area" }),
  text: z.string(),
  action: z.string().meta({ description: "What to do" }),
});

const chainSchema = z.object({
  chain: z.string(),
  headNumber: z.int().nullable(),
  headAt: instant,
  seenAt: timestamp,
  cursorNumber: z
    .int()
    .nullable()
    .meta({ description: "The last block whose deposits are credited" }),
  lagBlocks: z.int().nullable(),
  fault: z.string().nullable(),
  faultSince: instant,
  confirmingDeposits: z.int(),
  openTransactions: z.int(),
});

const endpointSchema = z.object({
  partnerId: z.string(),
  partnerName: z.string(),
  url: z.string().nullable(),
  failingSince: instant,
  pausedAt: instant,
});

const jobSchema = z.object({
  name: z.string(),
  everyMs: z.int(),
  startedAt: instant,
  durationMs: z.int().nullable(),
  result: z.record(z.string(), z.number()),
  succeededAt: instant,
  failingSince: instant,
  failure: z.string().nullable(),
});

const providerSchema = z.object({
  provider: z.string(),
  succeededAt: instant,
  failingSince: instant.meta({ description: "The first failure after the last success" }),
  failedAt: instant,
  failure: z.string().nullable().meta({ description: "The last failure" }),
  callbacks: z.int(),
  callbackAt: instant,
  callbackLagMs: z
    .int()
    .nullable()
    .meta({ description: "How long after its cause the last callback arrived" }),
});

/** The state of the service, for the operator's people. */
export const healthSchema = z
  .object({
    at: timestamp,
    troubles: z.array(troubleSchema),
    database: z.object({
      version: z.string(),
      sizeBytes: z.int(),
      connections: z.int(),
      maxConnections: z.int(),
      oldestTransactionS: z.number(),
      isReadOnly: z.boolean(),
      pendingMigrations: z.array(z.string()),
      /** A sentence; null while all connection settings are in force. */
      lostSettings: z.string().nullable(),
      writeFault: z.string().nullable().meta({
        description: "Why this process cannot write; null if it can",
      }),
      loginFault: z.string().nullable().meta({
        description: "Excess rights of the service's login; null if none",
      }),
      replication: z.object({
        standbys: z.int(),
        isSynchronous: z.boolean().meta({ description: "Whether a commit waits for a standby" }),
        isRequired: z.boolean().meta({ description: "Whether the settings require a standby" }),
        lagS: z.number().nullable(),
      }),
    }),
    chains: z.array(chainSchema),
    deliveries: z.object({
      pending: z.int().meta({ description: `Up to ${MAX_COUNTED} of each partner` }),
      due: z.int().meta({ description: `Up to ${MAX_COUNTED} of each partner` }),
      oldestDueAt: instant.meta({
        description:
          "Since when the first is due; failing endpoints count only while no partner can be reached",
      }),
      succeededLastMinute: z.int(),
      failedLastMinute: z.int(),
      failingEndpoints: z.int(),
      pausedEndpoints: z.int(),
      endpoints: z.array(endpointSchema),
    }),
    jobs: z.array(jobSchema),
    withdrawals: z.object({
      pending: z.int().meta({
        description: "Without those that a second person of their partner must approve",
      }),
      oldestPendingAt: instant.meta({ description: "When the first began to wait for review" }),
      approved: z.int(),
      oldestApprovedAt: instant.meta({ description: "When the first was approved" }),
      held: z.int().meta({ description: "Approved, of partners that are suspended" }),
    }),
    heldDeposits: z.object({
      waiting: z.int().meta({ description: "Held deposits" }),
      oldestAt: instant,
      amount: usd,
    }),
    messages: z.object({
      due: z
        .int()
        .meta({ description: "Emails, and alerts for the operator's webhook, to be sent" }),
      oldestDueAt: instant,
      failed: z.int().meta({ description: "Messages that were given up within a day" }),
      failure: z.string().nullable().meta({ description: "The last failure of one of these" }),
    }),
    disputes: z.object({
      attention: z.int().meta({ description: "Disputes that an operator should see" }),
      open: z.int().meta({ description: "Disputes that are not decided" }),
      amount: usd.meta({ description: "The credits of the open disputes" }),
    }),
    providers: z
      .array(providerSchema)
      .meta({ description: "Identity providers and card issuers that were called" }),
    cardIssuer: cardIssuerSchema
      .nullable()
      .meta({ description: "Null while the sandbox issues the cards" }),
    sanctions: z
      .object({
        addresses: z.int(),
        sha256: z.string().nullable(),
        fetchedAt: instant.meta({ description: "Null before the first list was accepted" }),
      })
      .nullable()
      .meta({ description: "The sanctions list; null while the screening is off" }),
    alerts: z.array(
      z.object({
        id: z.string(),
        kind: z.string().meta({ description: `One of ${ALERT_KINDS.join(", ")}` }),
        title: z.string(),
        severity,
        subject: z.string(),
        text: z.string().meta({ description: "What happened, with amounts and ids" }),
        remedy: z.string().meta({ description: "What to do" }),
        openedAt: timestamp,
        isClosedByPeople: z
          .boolean()
          .meta({ description: "Administrators may close it; all others close automatically" }),
      }),
    ),
  })
  .meta({ id: "ServiceHealth" });

const at = "2026-11-21T10:00:00.000Z";

export const exampleHealth: z.input<typeof healthSchema> = {
  at,
  troubles: [
    {
      severity: "attention",
      area: "deliveries",
      subject: "ptn_01jd8m2v0q5x7w9y3z6b4c1d8e",
      text: "The endpoint of Meridian Travel is failing.",
      action: "The partner sees this in its overview. Contact them if it persists.",
    },
  ],
  database: {
    version: "18.4",
    sizeBytes: 48_234_496,
    connections: 12,
    maxConnections: 100,
    oldestTransactionS: 0,
    isReadOnly: false,
    pendingMigrations: [],
    lostSettings: null,
    writeFault: null,
    loginFault: null,
    replication: { standbys: 1, isSynchronous: true, isRequired: false, lagS: 0.004 },
  },
  chains: [
    {
      chain: "base-sepolia",
      headNumber: 20_114_302,
      headAt: "2026-11-21T09:59:58.000Z",
      seenAt: "2026-11-21T09:59:59.000Z",
      cursorNumber: 20_114_299,
      lagBlocks: 3,
      fault: null,
      faultSince: null,
      confirmingDeposits: 1,
      openTransactions: 0,
    },
  ],
  deliveries: {
    pending: 4,
    due: 0,
    oldestDueAt: null,
    succeededLastMinute: 118,
    failedLastMinute: 2,
    failingEndpoints: 1,
    pausedEndpoints: 0,
    endpoints: [
      {
        partnerId: "ptn_01jd8m2v0q5x7w9y3z6b4c1d8e",
        partnerName: "Meridian Travel",
        url: "https://hooks.example.com/cards",
        failingSince: "2026-11-21T09:41:00.000Z",
        pausedAt: null,
      },
    ],
  },
  jobs: [
    {
      name: "watch-chains",
      everyMs: 1_000,
      startedAt: at,
      durationMs: 12,
      result: { credited: 0 },
      succeededAt: at,
      failingSince: null,
      failure: null,
    },
  ],
  withdrawals: { pending: 1, oldestPendingAt: at, approved: 0, oldestApprovedAt: null, held: 0 },
  heldDeposits: { waiting: 0, oldestAt: null, amount: 0 },
  messages: { due: 0, oldestDueAt: null, failed: 0, failure: null },
  disputes: { attention: 0, open: 1, amount: 25 },
  providers: [
    {
      provider: "sumsub",
      succeededAt: at,
      failingSince: null,
      failedAt: null,
      failure: null,
      callbacks: 41,
      callbackAt: at,
      callbackLagMs: 640,
    },
  ],
  cardIssuer: exampleCardIssuer,
  sanctions: { addresses: 412, sha256: "7f".repeat(32), fetchedAt: at },
  alerts: [],
};
