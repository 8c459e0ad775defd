import { type ChainFault, verifyChain } from "@/lib/audit/chain/verify-chain";
import { exitCodes, runCommand } from "./command.ts";
import { databaseUrls } from "./database/urls.ts";

/** An end of the audit log as an earlier run printed it. */
function readAnchor(written: string | undefined) {
  if (written === undefined) return undefined;
  const [, entries, hash] = /^(\d+):([0-9a-f]{64})$/.exec(written) ?? [];
  if (entries === undefined || hash === undefined)
    throw new Error(`${written} is not what an earlier run printed: <entries>:<hash>.`);
  return { entries: BigInt(entries), hash };
}

const line = ({ position, entryId, text }: ChainFault) =>
  `BROKEN ${position === null ? "" : `at ${position} `}${entryId ?? ""}: ${text}`;

/**
 * `npm run verify-audit [<entries>:<hash>]`, with DATABASE_URL: compares the audit log with its hashes. Exit code 0 when
 * every row is as it was written, 1 when not, 2 when it could not be read. What it prints last, written down elsewhere, can
 * be named at a later run: it must be found again.
 */
await runCommand(async () => {
  const anchor = readAnchor(process.argv[2]);
  const { end, erasedValues, faults } = await verifyChain(databaseUrls().direct, anchor);
  for (const fault of faults) console.log(line(fault));
  const isSound = faults.length === 0;
  console.log(isSound ? `sound: ${end.entries} entries` : "the audit log was modified");
  if (erasedValues > 0) console.log(`erased: ${erasedValues} values of deleted users`);
  console.log(`${end.entries}:${end.hash}`);
  return isSound ? exitCodes.sound : exitCodes.broken;
}, 1);
