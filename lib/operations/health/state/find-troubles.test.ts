import { expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { findTroubles } from "./find-troubles";
import type { ServiceState } from "./service-state";

const AT = new Date("2026-11-21T10:00:00.000Z");
const ago = (minutes: number) => new Date(AT.getTime() - minutes * MINUTE_MS);

const chain: ServiceState["chains"][number] = {
  chain: "base-sepolia",
  headNumber: 100n,
  headAt: ago(0),
  isHeadOld: false,
  seenAt: ago(0),
  cursorNumber: 97n,
  fault: null,
  faultSince: null,
  confirmingDeposits: 0,
  openTransactions: 0,
  oldestOpenTransactionAt: null,
};
const job: ServiceState["jobs"][number] = {
  name: "send-payouts",
  everyMs: 1_000,
  startedAt: ago(0),
  durationMs: 3,
  result: {},
  succeededAt: ago(0),
  failingSince: null,
  failure: null,
};
const late = { due: 1, oldestDueAt: ago(1_200), isOneAddress: false, failed: 0, failure: null };
const well: ServiceState = {
  at: AT,
  database: {
    version: "18.4",
    sizeBytes: 1n,
    connections: 5,
    maxConnections: 100,
    oldestTransactionS: 0,
    oldestTransactionLogin: null,
    owner: "wallet",
    isActivityVisible: true,
    isReadOnly: false,
    pendingMigrations: [],
    lostSettings: null,
    writeFault: null,
    login: "partner_wallet_app",
    excessRights: [],
    replication: { standbys: 0, isSynchronous: false, isRequired: false, lagS: null },
    archive: null,
    slot: null,
    preparedTransaction: null,
    dump: null,
    texts: { encoding: "UTF8", locale: "C.UTF-8", isOrderChanged: false },
    clocks: { offsetS: 0, closedAheadS: 0 },
  },
  chains: [chain],
  isAnyChainOn: true,
  deliveries: {
    pending: 0,
    due: 0,
    oldestDueAt: null,
    succeededLastMinute: 0,
    failedLastMinute: 0,
    failingEndpoints: 0,
    pausedEndpoints: 0,
    endpoints: [],
  },
  jobs: [job],
  withdrawals: { pending: 0, oldestPendingAt: null, approved: 0, oldestApprovedAt: null, held: 0 },
  heldDeposits: { waiting: 0, oldestAt: null, amountMicroUsd: 0n },
  disputes: { attention: 0, open: 0, openMicroUsd: 0n },
  issuerEvents: { pending: 0, oldestPendingAt: null, listedAt: null },
  messages: { due: 0, oldestDueAt: null, isOneAddress: false, failed: 0, failure: null },
  providers: [],
  cardIssuer: null,
  alerts: [],
  alertCounts: [],
  booksTurnMs: null,
  sanctions: null,
  missingProviders: [],
};
const { database, deliveries, withdrawals } = well;
const { replication } = database;
const synchronous = { ...replication, standbys: 2, isSynchronous: true, isRequired: true };
const GIBIBYTE = 1024 ** 3;
const slot = { name: "gone", isActive: false, heldBytes: GIBIBYTE };
const endpoint = {
  partnerId: "ptn_1",
  partnerName: "Meridian Travel",
  url: "https://hooks.example.com",
  failingSince: ago(60),
  pausedAt: null,
};
const provider = {
  provider: "sumsub",
  succeededAt: null,
  failingSince: ago(3_600),
  failedAt: ago(1),
  failure: "sumsub was unavailable for createApplicant (status 503)",
  callbacks: 0,
  callbackAt: null,
  callbackLagMs: null,
};

test("a database whose clock is wrong is reported, and the books that a wrong clock closed", () => {
  const texts = (offsetS: number, closedAheadS: number) =>
    findTroubles({
      ...well,
      database: { ...well.database, clocks: { offsetS, closedAheadS } },
    }).map(({ text }) => text);
  expect(texts(60, 0)).toEqual([]);
  expect(texts(1_234.5, 0)).toEqual([
    "The database's clock is 1,235 s ahead of the clock of this process. No hour and no day of the books is closed until they agree.",
  ]);
  expect(texts(-61, 0)).toEqual([
    "The database's clock is 61 s behind the clock of this process. No hour and no day of the books is closed until they agree.",
  ]);
  expect(texts(0, 3 * 86_400)).toEqual([
    "The clock was ahead and was set back. For another 3 days new entries of the books get the time at which the last closed period ends.",
  ]);
});

test("the action about periods that a wrong clock closed does not open them again", () => {
  const clocks = { offsetS: 0, closedAheadS: 3 * 86_400 };
  const [trouble] = findTroubles({ ...well, database: { ...well.database, clocks } });
  expect(trouble?.action).toBe(
    "If that is hours, wait. If it is days, stop the service and decide about a restore: see docs/operating.md, PartnerWalletBooksAheadOfClock",
  );
});

test("a healthy service and a new one, which has not run a job yet, have no troubles", () => {
  const never = { ...job, startedAt: null, succeededAt: null };
  const unread = { ...chain, headNumber: null, headAt: null, cursorNumber: null };
  expect(findTroubles(well)).toEqual([]);
  expect(findTroubles({ ...well, chains: [unread], jobs: [never] })).toEqual([]);
  expect(findTroubles({ ...well, chains: [], jobs: [] })).toEqual([]);
  const sanctions = { addresses: 9, sha256: "7f", fetchedAt: ago(47 * 60) };
  expect(findTroubles({ ...well, sanctions })).toEqual([]);
});

test.each<[string, Partial<ServiceState>, string, string, RegExp]>([
  [
    "events of the card issuer that are not applied",
    { issuerEvents: { pending: 3, oldestPendingAt: ago(30), listedAt: ago(60) } },
    "failed",
    "",
    /alerts about these events/,
  ],
  [
    "e-mails that are late",
    { messages: { ...late, due: 4, failure: "CONN: refused" } },
    "failed",
    "",
    /SMTP_URL/,
  ],
  [
    "e-mails to one address that are late",
    { messages: { ...late, isOneAddress: true, failure: "RCPT TO: 452 mailbox full" } },
    "attention",
    "",
    /person's address/,
  ],
  [
    "e-mails that were given up",
    { messages: { ...late, due: 0, oldestDueAt: null, failed: 2, failure: "RCPT TO: 550" } },
    "attention",
    "",
    /addresses/,
  ],
  [
    "a provider that fails for minutes",
    {
      providers: [provider],
    },
    "failed",
    "sumsub",
    /status page/,
  ],
  [
    "a database that refuses writes",
    { database: { ...database, isReadOnly: true } },
    "failed",
    "",
    /DATABASE_URL/,
  ],
  [
    "migrations that are missing",
    { database: { ...database, pendingMigrations: ["0099_next"] } },
    "failed",
    "",
    /npm run migrate/,
  ],
  [
    "connections that lose their settings",
    { database: { ...database, lostSettings: "role is lost." } },
    "failed",
    "",
    /docs\/pooler\.md/,
  ],
  [
    "a disk that is full",
    { database: { ...database, writeFault: "The database cannot write: its disk is full." } },
    "failed",
    "",
    /disk space/,
  ],
  [
    "a login that owns the tables",
    { database: { ...database, login: "wallet", excessRights: ["owns the tables"] } },
    "attention",
    "",
    /ALTER ROLE partner_wallet_app LOGIN/,
  ],
  [
    "commits that wait for no standby though there is one",
    { database: { ...database, replication: { ...replication, standbys: 1 } } },
    "attention",
    "",
    /synchronous_standby_names/,
  ],
  [
    "commits that wait for no standby though they must, also after the last one is gone",
    { database: { ...database, replication: { ...replication, isRequired: true } } },
    "failed",
    "",
    /synchronous_standby_names/,
  ],
  [
    "commits that wait for a standby while none is connected",
    { database: { ...database, replication: { ...replication, isSynchronous: true } } },
    "failed",
    "",
    /[Ss]tart a standby/,
  ],
  [
    "a standby that is far behind",
    { database: { ...database, replication: { ...synchronous, lagS: 61 } } },
    "attention",
    "",
    /pg_stat_replication/,
  ],
  [
    "daily checks of the books that take too long to compare all rows",
    { booksTurnMs: 31 * 24 * 60 * MINUTE_MS + 1 },
    "attention",
    "audit-ledger",
    /LEDGER_CHECK_ROWS/,
  ],
  [
    "a provider that is missing in production",
    { missingProviders: [{ setting: "KYC_PROVIDER", text: "No user can be created." }] },
    "failed",
    "",
    /KYC_PROVIDER/,
  ],
  [
    "a sanctions list that was not fetched for two days",
    { sanctions: { addresses: 9, sha256: "7f", fetchedAt: ago(49 * 60) } },
    "attention",
    "",
    /SANCTIONS_LIST/,
  ],
  [
    "a screening without a list",
    { sanctions: { addresses: 0, sha256: null, fetchedAt: null } },
    "failed",
    "",
    /SANCTIONS_LIST/,
  ],
  [
    "connections that run out",
    { database: { ...database, connections: 81 } },
    "attention",
    "",
    /max_connections/,
  ],
  [
    "a transaction that stays open",
    {
      database: {
        ...database,
        oldestTransactionS: 61,
        oldestTransactionLogin: "partner_wallet_read",
      },
    },
    "attention",
    "",
    /pg_stat_activity/,
  ],
  [
    "a replication slot that nobody uses",
    { database: { ...database, slot: { ...slot, heldBytes: GIBIBYTE + 1 } } },
    "attention",
    "",
    /pg_drop_replication_slot\('gone'\)/,
  ],
  [
    "a replication slot that has kept so much that the disk may fill",
    { database: { ...database, slot: { ...slot, heldBytes: 4 * GIBIBYTE + 1 } } },
    "failed",
    "",
    /pg_drop_replication_slot\('gone'\)/,
  ],
  [
    "a replication slot whose client is slow, which must not be dropped",
    { database: { ...database, slot: { ...slot, isActive: true, heldBytes: 2 * GIBIBYTE } } },
    "attention",
    "",
    /^Check the network/,
  ],
  [
    "a prepared transaction that nobody ends",
    {
      database: {
        ...database,
        preparedTransaction: { name: "order 7", database: "reports", login: "etl", ageS: 61 },
      },
    },
    "attention",
    "",
    /ROLLBACK PREPARED .* database reports, as etl/,
  ],
  [
    "a dump that is overdue",
    { database: { ...database, dump: { ageS: 9 * 3_600, overdueS: 1 } } },
    "failed",
    "",
    /log of the container backup/,
  ],
  [
    "a first dump that is overdue",
    { database: { ...database, dump: { ageS: null, overdueS: 600 } } },
    "failed",
    "",
    /log of the container backup/,
  ],
  [
    "an operating system that sorts texts in another order than the indexes",
    {
      database: {
        ...database,
        texts: { encoding: "UTF8", locale: "en_US.UTF-8", isOrderChanged: true },
      },
    },
    "failed",
    "",
    /rebuild the indexes/,
  ],
  [
    "an encoding other than UTF8",
    {
      database: {
        ...database,
        texts: { encoding: "SQL_ASCII", locale: "C", isOrderChanged: false },
      },
    },
    "failed",
    "",
    /docs\/backup.md, Dump and restore/,
  ],
  [
    "an owner that does not see what other logins do",
    { database: { ...database, isActivityVisible: false } },
    "attention",
    "",
    /GRANT pg_read_all_stats TO wallet/,
  ],
  [
    "a service without a node of any chain",
    { chains: [], isAnyChainOn: false },
    "attention",
    "",
    /^Set RPC_URL_…/,
  ],
  [
    "a chain that cannot be read",
    { chains: [{ ...chain, fault: "the node has another chain id", faultSince: ago(3) }] },
    "failed",
    "base-sepolia",
    /RPC_URL/,
  ],
  [
    "a chain that is not polled",
    { chains: [{ ...chain, seenAt: ago(3) }] },
    "failed",
    "base-sepolia",
    /SCHEDULER/,
  ],
  [
    "a node that answers and stands still",
    { chains: [{ ...chain, headAt: ago(6), isHeadOld: true }] },
    "failed",
    "base-sepolia",
    /use another node \(RPC_URL/,
  ],
  [
    "a transaction that is not final",
    { chains: [{ ...chain, openTransactions: 1, oldestOpenTransactionAt: ago(16) }] },
    "attention",
    "base-sepolia",
    /relayer/,
  ],
  [
    "events that are overdue",
    { deliveries: { ...deliveries, due: 7, oldestDueAt: ago(3) } },
    "failed",
    "",
    /webhooks\/deliver/,
  ],
  [
    "an endpoint that fails",
    { deliveries: { ...deliveries, endpoints: [endpoint] } },
    "attention",
    "ptn_1",
    /partner/,
  ],
  [
    "an endpoint that is paused",
    { deliveries: { ...deliveries, endpoints: [{ ...endpoint, pausedAt: ago(1) }] } },
    "attention",
    "ptn_1",
    /resume/,
  ],
  [
    "a job that fails",
    { jobs: [{ ...job, failingSince: ago(2), failure: "TypeError" }] },
    "failed",
    "send-payouts",
    /log/,
  ],
  ["a job that is late", { jobs: [{ ...job, startedAt: ago(2) }] }, "failed", job.name, /route/],
  [
    "a withdrawal that waits for over a day",
    { withdrawals: { ...withdrawals, pending: 1, oldestPendingAt: ago(24 * 60 + 1) } },
    "attention",
    "",
    /queue/,
  ],
  [
    "an approved withdrawal that is not paid",
    { withdrawals: { ...withdrawals, approved: 1, oldestApprovedAt: ago(31) } },
    "failed",
    "",
    /treasury/,
  ],
  [
    "an approved withdrawal of a suspended partner",
    { withdrawals: { ...withdrawals, held: 1 } },
    "attention",
    "",
    /[Rr]eactivate/,
  ],
])("%s is reported with a remedy", (_, wrong, severity, subject, action) => {
  expect(findTroubles({ ...well, ...wrong })).toEqual([
    expect.objectContaining({ severity, subject, action: expect.stringMatching(action) }),
  ]);
});

test("a single server and one with synchronous standbys are healthy", () => {
  for (const each of [replication, synchronous, { ...synchronous, lagS: 0.2 }])
    expect(findTroubles({ ...well, database: { ...database, replication: each } })).toEqual([]);
});

test("a provider that nobody has called for a day since it failed is no trouble, as after a change of the provider", () => {
  const former = { ...provider, failingSince: ago(3_600), failedAt: ago(24 * 60) };
  expect(findTroubles({ ...well, providers: [former] })).toEqual([]);
});

test("a slot of a standby that restarts and a prepared transaction of seconds are healthy", () => {
  const preparedTransaction = { name: "order 7", database: "reports", login: "etl", ageS: 60 };
  expect(findTroubles({ ...well, database: { ...database, slot, preparedTransaction } })).toEqual(
    [],
  );
});

test("dumps are healthy until the next one is due, also before the first one", () => {
  for (const ageS of [null, 7 * 3_600])
    expect(
      findTroubles({ ...well, database: { ...database, dump: { ageS, overdueS: -1 } } }),
    ).toEqual([]);
});

test("a job is late by its own interval: an hourly job is not late after two minutes", () => {
  const hourly = { ...job, everyMs: 60 * MINUTE_MS, startedAt: ago(120) };
  expect(findTroubles({ ...well, jobs: [hourly] })).toEqual([]);
  const late = { ...hourly, startedAt: ago(182) };
  expect(findTroubles({ ...well, jobs: [late] })).toHaveLength(1);
});

test("a job that never ran is late as one that ran when that was first seen", () => {
  const hourly = { ...job, everyMs: 60 * MINUTE_MS, startedAt: null, succeededAt: null };
  const seen = (minutes: number) => [{ ...hourly, neverRanSince: ago(minutes) }];
  expect(findTroubles({ ...well, jobs: seen(120) })).toEqual([]);
  expect(findTroubles({ ...well, jobs: seen(182) })).toMatchObject([
    { severity: "failed", text: "It never ran; it should run every 3600 s." },
  ]);
});

test("failed troubles come before those that need attention", () => {
  const found = findTroubles({
    ...well,
    database: { ...database, connections: 99 },
    jobs: [{ ...job, failingSince: ago(2), failure: "TypeError" }],
  });
  expect(found.map(({ severity }) => severity)).toEqual(["failed", "attention"]);
});
