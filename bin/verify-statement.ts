import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { type PublicKey, publicKeyOf } from "@/lib/accounting/proofs/format/keys";
import { proofFileSchema } from "@/lib/accounting/proofs/format/proof-file";
import { verifyFile } from "@/lib/accounting/proofs/format/verify-file";
import { exitCodes, ITS_OWN_ARGUMENTS, runCommand } from "./command.ts";

const USAGE =
  "npm run verify-statement -- <file> [--key <public key in base64, or a file with keys>]";

const keysSchema = z.object({ keys: z.array(z.object({ publicKey: z.string() })) });

/** The content of a response of the API, or of a file without the envelope. */
function contentOf(json: unknown): unknown {
  const envelope = z.object({ status: z.literal("success"), data: z.unknown() }).safeParse(json);
  return envelope.success ? envelope.data.data : json;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return contentOf(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    throw new Error(
      `${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** The known keys: a key itself, a file with one, or a saved response of GET /api/ledger/keys. */
async function readKeys(named: string): Promise<PublicKey[]> {
  if (!existsSync(named)) return [publicKeyOf(named)];
  const text = (await readFile(named, "utf8")).trim();
  if (!text.startsWith("{")) return [publicKeyOf(text)];
  const { keys } = keysSchema.parse(contentOf(JSON.parse(text)));
  return keys.map(({ publicKey }) => publicKeyOf(publicKey));
}

/**
 * Checks a downloaded proof offline, from the file alone. Exit code 0 when everything holds, 1 when something does not, 2
 * when the file or the key could not be read. Source: docs/verifiable-ledger.md
 */
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { key: { type: "string" } },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new Error(USAGE);
  const parsed = proofFileSchema.safeParse(await readJson(path));
  if (!parsed.success) throw new Error(`${path} is not a proof:\n${z.prettifyError(parsed.error)}`);
  const file = parsed.data;
  const keys =
    values.key === undefined
      ? file.keys.map(({ publicKey }) => publicKeyOf(publicKey))
      : await readKeys(values.key);
  const checks = verifyFile(file, keys);
  for (const { isSound, text } of checks) console.log(`${isSound ? "ok    " : "BROKEN"} ${text}`);
  const broken = checks.filter(({ isSound }) => !isSound).length;
  if (values.key === undefined)
    console.log("note   the keys are those of the file; name the key that you know with --key");
  if (!file.isComplete)
    console.log("note   a proof of single journals does not show that no journal is missing");
  console.log(
    `note   partner ${file.partnerId}, ${file.period}; days from ${file.sealedBefore} on had no root`,
  );
  console.log(broken === 0 ? "proved" : `not proved: ${broken} of ${checks.length} checks failed`);
  return broken === 0 ? exitCodes.sound : exitCodes.broken;
}, ITS_OWN_ARGUMENTS);
