import { parseArgs } from "node:util";
import { signingKeyOf } from "@/lib/accounting/proofs/format/keys";
import { DAY_MS } from "@/lib/kernel/durations";
import { daysBefore } from "@/lib/kernel/in-batches";
import { signingKeys } from "@/lib/kernel/settings/key";
import { RETENTION_SETTINGS } from "@/lib/kernel/settings/retention";
import { deleteArchived, type KeptSince } from "@/lib/operations/archive/delete-archived";
import { verifyArchive } from "@/lib/operations/archive/verify-archive";
import { writeArchive } from "@/lib/operations/archive/write-archive";
import { setting } from "./bootstrap/setting.mjs";
import { exitCodes, ITS_OWN_ARGUMENTS, runCommand } from "./command.ts";
import { databaseUrls } from "./database/urls.ts";

const USAGE = `npm run archive -- --before YYYY-MM [--from YYYY-MM] [--to FOLDER] [--delete]
npm run archive -- --verify archive-….json [--key <public key in base64>]`;

/** The start of a month in UTC. @throws Error unless the text is a month */
function monthStart(text: string): Date {
  const start = new Date(`${text}-01T00:00:00Z`);
  if (!/^\d{4}-\d{2}$/.test(text) || Number.isNaN(start.getTime()))
    throw new Error(`${text} is no month: YYYY-MM.`);
  return start;
}

function signingKey() {
  const text = setting("LEDGER_SIGNING_KEY");
  const [seed] = text === undefined ? [] : signingKeys.parse(text);
  return seed && signingKeyOf(seed);
}

async function verify(path: string, key: string | undefined): Promise<number> {
  const { manifest, isSigned, faults } = await verifyArchive(path, key);
  for (const { table, rows } of manifest.archive.files) console.log(`${table}: ${rows} rows`);
  for (const fault of faults) console.log(`BROKEN ${fault}`);
  console.log(isSigned ? `signed with the key ${manifest.keyId}` : "not signed");
  console.log(faults.length === 0 ? "sound" : "the archive was changed");
  return faults.length === 0 ? exitCodes.sound : exitCodes.broken;
}

/** The instant from which the rows of a retention setting are kept. */
function keptSince(name: keyof typeof RETENTION_SETTINGS): Date {
  const days = RETENTION_SETTINGS[name].safeParse(setting(name));
  if (!days.success) throw new Error(`${name} is no number of days that is allowed.`);
  return daysBefore(new Date(), days.data);
}

const SETTINGS_OF_TABLES = {
  requests: "KEEP_REQUEST_LOG_DAYS",
  events: "KEEP_WEBHOOK_EVENTS_DAYS",
  keys: "KEEP_IDEMPOTENCY_KEYS_DAYS",
} as const satisfies Record<keyof KeptSince, keyof typeof RETENTION_SETTINGS>;

const periodsOfTables = (): KeptSince => ({
  requests: keptSince(SETTINGS_OF_TABLES.requests),
  events: keptSince(SETTINGS_OF_TABLES.events),
  keys: keptSince(SETTINGS_OF_TABLES.keys),
});

/** Says which rows of the period the jobs of the service have deleted already: the archive cannot have them. */
function printDeletedBefore(from: Date, kept: KeptSince): void {
  for (const [rows, setting] of Object.entries(SETTINGS_OF_TABLES)) {
    const since = kept[rows as keyof KeptSince];
    if (from < since)
      console.log(
        `note   ${rows} from before ${since.toISOString()} may be deleted, and are missing then: ${setting}`,
      );
  }
}

interface Written {
  before: string;
  from?: string | undefined;
  to: string;
  isDeleted: boolean;
}

async function write({ before, from, to, isDeleted }: Written): Promise<number> {
  const period = { before: monthStart(before), ...(from && { from: monthStart(from) }) };
  // A row takes its id before its transaction commits: a month is whole once it ended a while ago.
  if (period.before.getTime() > Date.now() - DAY_MS)
    throw new Error(`${before} has not begun, or began less than a day ago.`);
  // An archive of no month would look like one of the month that was meant.
  if (period.from && period.from >= period.before)
    throw new Error(`--from ${from} must be before --before ${before}, which is not archived.`);
  if (isDeleted && from) throw new Error("--delete deletes all older rows: leave out --from.");
  const kept = periodsOfTables();
  const databaseUrl = databaseUrls().direct;
  const label = from ? `from-${from}-before-${before}` : `before-${before}`;
  const file = { databaseUrl, folder: to, label, key: signingKey(), at: new Date() };
  const path = await writeArchive({ ...period, ...file });
  console.log(path);
  const code = await verify(path, undefined);
  if (period.from) printDeletedBefore(period.from, kept);
  if (code !== exitCodes.sound || !isDeleted) return code;
  const deleted = await deleteArchived(databaseUrl, period.before, kept);
  for (const [table, rows] of Object.entries(deleted))
    console.log(`${table}: ${rows} rows deleted`);
  console.log("Rows within their KEEP_..._DAYS stay.");
  return code;
}

/**
 * `npm run archive`, with DATABASE_URL: writes what is older than a month's start to compressed files with a manifest, and can
 * delete what is past its retention period (KEEP_..._DAYS) afterwards; or verifies an archive. Exit code 0 when the archive is sound, 1 when not, 2
 * when it could not be written or read. Source: docs/decisions/0119-retention.md
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      before: { type: "string" },
      from: { type: "string" },
      to: { type: "string", default: "." },
      delete: { type: "boolean", default: false },
      verify: { type: "string" },
      key: { type: "string" },
    },
  });
  if (values.verify !== undefined) return verify(values.verify, values.key);
  if (values.before === undefined) throw new Error(USAGE);
  const { before, from, to, delete: isDeleted } = values;
  return write({ before, from, to, isDeleted });
}, ITS_OWN_ARGUMENTS);
