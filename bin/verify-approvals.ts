import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { formatUsd } from "@/lib/kernel/money";
import { approverKeysIn, KEYS_RULE } from "@/lib/kernel/settings/approval";
import { approvalsFileSchema } from "@/lib/withdrawals/signed-approvals/approvals-file";
import { verifyFile } from "@/lib/withdrawals/signed-approvals/verify-file";
import { exitCodes, ITS_OWN_ARGUMENTS, runCommand } from "./command.ts";

const USAGE =
  "npm run verify-approvals -- <file> [--keys <the text of APPROVER_KEYS, or a file with it>] [--signatures <1 or 2>]";

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw new Error(
      `${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** The known keys: the text of the setting, or a file with the text or with a line of an environment file. */
async function readKeys(named: string): Promise<ReadonlyMap<string, string>> {
  const text = existsSync(named) ? (await readFile(named, "utf8")).trim() : named;
  const keys = approverKeysIn(text.replace(/^APPROVER_KEYS=/, "").replace(/^"(.*)"$/, "$1"));
  if (!keys) throw new Error(`The keys ${KEYS_RULE}.`);
  return keys;
}

function signaturesOf(text: string | undefined): number {
  if (text === undefined) return 1;
  if (!/^[12]$/.test(text)) throw new Error(`--signatures must be 1 or 2.\n${USAGE}`);
  return Number(text);
}

/**
 * Checks the downloaded approvals of a withdrawal offline, from the file alone. Exit code 0 when enough approvers signed
 * what the file says, 1 when not, 2 when the file or the keys could not be read. Source: docs/custody.md
 */
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { keys: { type: "string" }, signatures: { type: "string" } },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new Error(USAGE);
  const parsed = approvalsFileSchema.safeParse(await readJson(path));
  if (!parsed.success)
    throw new Error(`${path} has no approvals:\n${z.prettifyError(parsed.error)}`);
  const file = parsed.data;
  const keys = values.keys === undefined ? undefined : await readKeys(values.keys);
  const signaturesNeeded = signaturesOf(values.signatures);
  const checks = await verifyFile(file, { keys, signaturesNeeded });
  for (const { isSound, text } of checks) console.log(`${isSound ? "ok    " : "BROKEN"} ${text}`);
  const { chainId, tokenAddress, toAddress, paidMicroUsd } = file.payout;
  console.log(
    `note   ${file.withdrawalId} (${file.status}): ${formatUsd(BigInt(paidMicroUsd))} of token ${tokenAddress} on chain ${chainId} to ${toAddress}`,
  );
  console.log(`note   signed at ${file.relyingParty.origin}; compare it with your service`);
  if (keys === undefined)
    console.log("note   the keys are those of the file; name the keys that you know with --keys");
  const broken = checks.filter(({ isSound }) => !isSound).length;
  console.log(broken === 0 ? "proved" : `not proved: ${broken} of ${checks.length} checks failed`);
  return broken === 0 ? exitCodes.sound : exitCodes.broken;
}, ITS_OWN_ARGUMENTS);
