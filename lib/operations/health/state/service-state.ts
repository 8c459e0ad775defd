import type { OpenAlert } from "@/lib/alerts/store";
import type { MissingProvider } from "@/lib/kernel/missing-providers";

export interface DatabaseFacts {
  /** As PostgreSQL says it. */
  version: string;
  sizeBytes: bigint;
  /** Of the service's own role, all processes together. */
  connections: number;
  maxConnections: number;
  /** How long the oldest transaction of the service is open; 0 while there is none. */
  oldestTransactionS: number;
  isReadOnly: boolean;
  pendingMigrations: string[];
  /** What of the connections' settings is not in force, in a sentence. */
  lostSettings: string | null;
  /** Why this process cannot write, in a sentence. */
  writeFault: string | null;
  /** The login of the service's connections, and what it may do beyond the application's role. */
  login: string;
  excessRights: string[];
  replication: ReplicationFacts;
}

export interface ReplicationFacts {
  /** Connected to this server, as far as it tells. */
  standbys: number;
  /** Whether a commit waits for a standby. */
  isSynchronous: boolean;
  /** Whether the settings want that (DATABASE_SYNC_REPLICATION). */
  isRequired: boolean;
  /** Of the slowest standby; null where there is none, nothing to be replayed, or no right to see it (pg_monitor). */
  lagS: number | null;
}

export interface ChainFacts {
  chain: string;
  /** The last block that was seen; null before the first look. */
  headNumber: bigint | null;
  headAt: Date | null;
  seenAt: Date;
  /** Everything up to this block was credited. */
  cursorNumber: bigint | null;
  fault: string | null;
  faultSince: Date | null;
  /** Transfers to our addresses in blocks that are not deep enough yet. */
  confirmingDeposits: number;
  /** Sent by the relayer and not in a final block yet. */
  openTransactions: number;
  oldestOpenTransactionAt: Date | null;
}

export interface EndpointFacts {
  partnerId: string;
  partnerName: string;
  url: string | null;
  failingSince: Date | null;
  pausedAt: Date | null;
}

export interface DeliveryFacts {
  /** To be tried, now or later, those of paused endpoints too. */
  pending: number;
  /** Those of them whose time has come, at endpoints that are not paused. */
  due: number;
  oldestDueAt: Date | null;
  succeededLastMinute: number;
  failedLastMinute: number;
  failingEndpoints: number;
  pausedEndpoints: number;
  /** The first of both. */
  endpoints: EndpointFacts[];
}

export interface JobFacts {
  name: string;
  everyMs: number;
  /** Null for one that never ran. */
  startedAt: Date | null;
  durationMs: number | null;
  result: Record<string, number>;
  succeededAt: Date | null;
  failingSince: Date | null;
  failure: string | null;
}

export interface WithdrawalFacts {
  pending: number;
  oldestPendingAt: Date | null;
  /** To be sent: those that are held are no part of them. */
  approved: number;
  oldestApprovedAt: Date | null;
  /** Approved, and not signed for as long as their partners are suspended. */
  held: number;
}

export interface HeldDepositFacts {
  /** Deposits whose owner is gone. */
  waiting: number;
  oldestAt: Date | null;
  amountMicroUsd: bigint;
}

/** How the service is, as far as its database tells. No network is asked. */
export interface ServiceState {
  at: Date;
  database: DatabaseFacts;
  chains: ChainFacts[];
  deliveries: DeliveryFacts;
  jobs: JobFacts[];
  withdrawals: WithdrawalFacts;
  heldDeposits: HeldDepositFacts;
  alerts: OpenAlert[];
  /** What cannot be done, as nobody outside does it. */
  missingProviders: MissingProvider[];
}
