import type { AlertCount, OpenAlert } from "@/lib/alerts/store";
import type { Check } from "@/lib/checks/check";
import type { MissingProvider } from "@/lib/kernel/settings/missing-providers";
import type { OutboxCounts } from "@/lib/notifications/outbox/sql-store";

export interface DatabaseFacts {
  /** As PostgreSQL reports it. */
  version: string;
  sizeBytes: bigint;
  /** Connections of all clients to the server, which shares maxConnections among them. */
  connections: number;
  maxConnections: number;
  /** The age of the oldest transaction that is open in the database; 0 when there is none. */
  oldestTransactionS: number;
  oldestTransactionLogin: string | null;
  /** The role that owns the database's functions. */
  owner: string;
  /** Whether the owner sees transactions of other logins and the lag of standbys (pg_read_all_stats). */
  isActivityVisible: boolean;
  isReadOnly: boolean;
  pendingMigrations: string[];
  /** A sentence about the connection settings that are not in force. */
  lostSettings: string | null;
  /** A sentence that says why this process cannot write. */
  writeFault: string | null;
  /** The login role of the service's connections, and its rights beyond those of the application's role. */
  login: string;
  excessRights: string[];
  replication: ReplicationFacts;
  /** Null while PostgreSQL archives no write-ahead log (archive_mode). */
  archive: ArchiveFacts | null;
  /** The replication slot that holds back the most of the write-ahead log; null when no slot holds any. */
  slot: SlotFacts | null;
  /** The oldest prepared transaction of the server; null when there is none. */
  preparedTransaction: PreparedTransactionFacts | null;
  /** Null where no dumps of the database are made. */
  dump: DumpFacts | null;
  texts: TextFacts;
  clocks: ClockFacts;
}

/** The clock of the database, which dates the entries of the ledger. */
export interface ClockFacts {
  /** By how much it is ahead of this process's clock; negative when it is behind. */
  offsetS: number;
  /** How long new entries still get a later time than the clock's, since periods were closed while it was ahead. */
  closedAheadS: number;
}

/** How the database stores and sorts texts. */
export interface TextFacts {
  /** `UTF8`, as PostgreSQL names it. */
  encoding: string;
  /** The locale whose order the indexes of texts have. */
  locale: string;
  /** Whether the operating system sorts in another order than the one in which the indexes were made. */
  isOrderChanged: boolean;
}

/** The dumps of the database, as the container `backup` makes them: docs/backup.md. */
export interface DumpFacts {
  /** Null before the first one. */
  ageS: number | null;
  /** The time since the next one was due; negative before that. */
  overdueS: number;
}

/** A replication slot: PostgreSQL keeps the write-ahead log on its disk until the slot's client has received it. */
export interface SlotFacts {
  name: string;
  /** Whether a client is connected that receives the write-ahead log of the slot. */
  isActive: boolean;
  /** The write-ahead log that is kept for the slot. */
  heldBytes: number;
}

/** A transaction of a two-phase commit: it stays open without a connection, also after a restart, until somebody ends it. */
export interface PreparedTransactionFacts {
  /** The name that its client gave it. */
  name: string;
  database: string;
  login: string;
  ageS: number;
}

/** The archiving of the write-ahead log: what was not archived is in no backup. */
export interface ArchiveFacts {
  /** Whether the last attempt failed. */
  isFailing: boolean;
  /**
   * The time since a segment was archived, or since the statistics of a server that archived none began. Null without
   * archive_timeout: a segment may then take hours to fill, and its age means nothing.
   */
  ageS: number | null;
}

export interface ReplicationFacts {
  /** The number of standbys that are connected to this server, as far as it reports them. */
  standbys: number;
  /** Whether a commit waits for a standby. */
  isSynchronous: boolean;
  /** Whether the settings require synchronous replication (DATABASE_SYNC_REPLICATION). */
  isRequired: boolean;
  /** The lag of the slowest standby; null when there is none, when nothing is to be replayed, or when it is not visible. */
  lagS: number | null;
}

export interface ChainFacts {
  chain: string;
  /** The last known block; null before the first poll. */
  headNumber: bigint | null;
  headAt: Date | null;
  /** Whether the last known block was too old when it was seen: the node or the chain stands still. */
  isHeadOld: boolean;
  seenAt: Date;
  /** Deposits up to this block were credited. */
  cursorNumber: bigint | null;
  fault: string | null;
  faultSince: Date | null;
  /** Transfers to our addresses in blocks without enough confirmations. */
  confirmingDeposits: number;
  /** Transactions of the relayer that are not in a final block yet. */
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
  /** Deliveries to be attempted now or later, including those of paused endpoints, up to 10,000 of each partner. */
  pending: number;
  /** The pending deliveries that are due, at endpoints that are not paused, up to 10,000 of each partner. */
  due: number;
  /** Since when the first of these is due, without those of failing endpoints, unless no partner can be reached. */
  oldestDueAt: Date | null;
  succeededLastMinute: number;
  failedLastMinute: number;
  failingEndpoints: number;
  pausedEndpoints: number;
  /** The first failing or paused endpoints. */
  endpoints: EndpointFacts[];
}

export interface JobFacts {
  name: string;
  everyMs: number;
  /** Null for a job that never ran. */
  startedAt: Date | null;
  /** When this process first saw that the job had never run; absent for a job that ran. */
  neverRanSince?: Date;
  durationMs: number | null;
  result: Record<string, number>;
  succeededAt: Date | null;
  failingSince: Date | null;
  failure: string | null;
}

export interface WithdrawalFacts {
  /** Withdrawals to be reviewed, without those that a second person of their partner must approve first. */
  pending: number;
  /** When the first of them began to wait for review. */
  oldestPendingAt: Date | null;
  /** Withdrawals to be sent, without the held ones. */
  approved: number;
  /** When the first of them was approved. */
  oldestApprovedAt: Date | null;
  /** Approved withdrawals that are not signed while their partners are suspended. */
  held: number;
}

export interface HeldDepositFacts {
  /** Held deposits, whose owner no longer exists. */
  waiting: number;
  oldestAt: Date | null;
  amountMicroUsd: bigint;
}

/** Calls to an outside provider and its callbacks, of all processes. */
export interface ProviderFacts {
  provider: string;
  succeededAt: Date | null;
  /** The first failure after the last success; null while the last call succeeded. */
  failingSince: Date | null;
  failedAt: Date | null;
  failure: string | null;
  callbacks: number;
  callbackAt: Date | null;
  /** How long after its cause the last callback arrived. */
  callbackLagMs: number | null;
}

/** States of cards and cardholders on their way to the card issuer. */
export interface IssuerUpdateFacts {
  pending: number;
  oldestPendingAt: Date | null;
  refused: number;
}

export interface CardIssuerFacts extends IssuerUpdateFacts {
  name: string;
  /** The last comparison of all cards; undefined before the first. */
  comparison: Check | undefined;
  /** The last comparison of captures and refunds; undefined before the first. */
  postings: Check | undefined;
}

export interface DisputeFacts {
  /** Disputes whose submission failed or is late, and disputes with an open alert. */
  attention: number;
  /** Disputes that are not decided. */
  open: number;
  openMicroUsd: bigint;
}

/** The inbox of events that the card issuer sends. */
export interface IssuerEventFacts {
  /** Events that are stored and not applied. */
  pending: number;
  oldestPendingAt: Date | null;
  /** When the issuer's list of events was last read; null with the sandbox. */
  listedAt: Date | null;
}

/** The sanctions list; null for each value before the first list was accepted. */
export interface SanctionsFacts {
  addresses: number;
  sha256: string | null;
  fetchedAt: Date | null;
}

/** The service's state, as read from the database, without any network request to other services. */
export interface ServiceState {
  at: Date;
  database: DatabaseFacts;
  /** How long the daily checks of the books take to compare all rows; null before the first one. */
  booksTurnMs: number | null;
  chains: ChainFacts[];
  /** Whether a chain has a node (RPC_URL_<CHAIN>). */
  isAnyChainOn: boolean;
  deliveries: DeliveryFacts;
  jobs: JobFacts[];
  withdrawals: WithdrawalFacts;
  heldDeposits: HeldDepositFacts;
  disputes: DisputeFacts;
  issuerEvents: IssuerEventFacts;
  /** E-mails and messages to the operator's webhook, of the channels that are on. */
  messages: OutboxCounts;
  /** Every provider that was called or called back. */
  providers: ProviderFacts[];
  /** Null for the sandbox, which has no states of cards. */
  cardIssuer: CardIssuerFacts | null;
  /** Null while the sanctions screening is off. */
  sanctions: SanctionsFacts | null;
  /** The newest open alerts; those of one kind may fill the list. */
  alerts: OpenAlert[];
  /** All open alerts. */
  alertCounts: AlertCount[];
  /** The outside providers that are not configured, and so the functions that are not available. */
  missingProviders: MissingProvider[];
}
