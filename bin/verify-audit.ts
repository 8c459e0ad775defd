import { type ChainFault, verifyChain } from "../lib/audit/chain/verify-chain.ts";

/**
 * `npm run verify-audit [<entries>:<hash>]`, with DATABASE_URL: holds the audit log to its hashes. Exit code 0 when every
 * row is as it was written, 1 when not, 2 when it could not be read. What it prints last, written down elsewhere, can be
 * named at a later run: it must be found again.
 */
const databaseUrl = process.env.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL;
if (databaseUrl === undefined || databaseUrl === "") {
  console.error("DATABASE_URL is not set: it names the database whose audit log is verified.");
  process.exit(2);
}
const [written] = process.argv.slice(2);
const anchor = /^(\d+):([0-9a-f]{64})$/.exec(written ?? "");
if (written !== undefined && !anchor) {
  console.error(`${written} is not what an earlier run printed: <entries>:<hash>.`);
  process.exit(2);
}
const [, entries = "", hash = ""] = anchor ?? [];
const { end, faults } = await verifyChain(
  databaseUrl,
  anchor ? { entries: BigInt(entries), hash } : undefined,
).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
});

const line = ({ position, entryId, text }: ChainFault) =>
  `BROKEN ${position === null ? "" : `at ${position} `}${entryId ?? ""}: ${text}`;
for (const fault of faults) console.log(line(fault));
console.log(
  faults.length === 0 ? `sound: ${end.entries} entries` : "the audit log is not as it was written",
);
console.log(`${end.entries}:${end.hash}`);
process.exit(faults.length === 0 ? 0 : 1);
