import { isIP } from "node:net";
import { z } from "zod";
import { microUsdFromNumber } from "../money";

const MAX_NAME_CHARACTERS = 320;
/** The form of APPROVER_KEYS, for messages. */
export const KEYS_RULE =
  "must be name=fingerprint pairs, separated by commas; a fingerprint is 64 hexadecimal digits, each once";

/** Parses `ines@example.com=9f86…,tom@example.com=0a41…` to the name of each fingerprint; undefined for other text. */
export function approverKeysIn(text: string): ReadonlyMap<string, string> | undefined {
  const keys = new Map<string, string>();
  for (const pair of text.split(",").map((each) => each.trim())) {
    const [, name, fingerprint] = /^([^\s=,]+)=([0-9a-f]{64})$/.exec(pair) ?? [];
    if (!name || !fingerprint || name.length > MAX_NAME_CHARACTERS || keys.has(fingerprint))
      return undefined;
    keys.set(fingerprint, name);
  }
  return keys;
}

/** The settings of signed approvals: docs/custody.md. Part of the schema in env.ts. */
export const APPROVAL_SETTINGS = {
  /** Payouts of more than this need signatures of approvers; 0 for all. Unset: none does. Parsed to micro-USD. */
  APPROVAL_SIGNATURE_ABOVE_USD: z.coerce
    .number()
    .min(0)
    .max(1_000_000_000)
    .refine((usd) => microUsdFromNumber(usd, 6) !== null, "must have six decimals at most")
    .transform((usd) => microUsdFromNumber(usd, 6) ?? 0n)
    .optional(),
  /** The number of different approvers who must sign such a payout, whatever the partner's settings are. */
  APPROVAL_SIGNATURES: z.coerce.number().int().min(1).max(2).default(1),
  /** The passkeys of approvers: the name of the approver by the fingerprint of the public key. */
  APPROVER_KEYS: z
    .string()
    .refine((text) => approverKeysIn(text) !== undefined, KEYS_RULE)
    .transform((text) => approverKeysIn(text) ?? new Map<string, string>())
    .optional(),
};

type Given = Partial<Record<string, unknown>>;

/** The rules over several settings of signed approvals. */
export function approvalSettingFaults(given: Given): { name: string; message: string }[] {
  if (given.APPROVAL_SIGNATURE_ABOVE_USD === undefined) return [];
  const { APPROVER_KEYS: keys, APPROVAL_SIGNATURES: needed, BASE_URL: url } = given;
  const faults: { name: string; message: string }[] = [];
  const fault = (name: string, message: string) => faults.push({ name, message });
  if (given.SERVICE_ENVIRONMENT === "production" && keys === undefined)
    fault("APPROVER_KEYS", "must be set in production, as APPROVAL_SIGNATURE_ABOVE_USD is");
  if (keys instanceof Map && new Set(keys.values()).size < Number(needed))
    fault("APPROVER_KEYS", `must name ${needed} approvers, as APPROVAL_SIGNATURES says`);
  if (typeof url === "string" && URL.canParse(url) && isIP(new URL(url).hostname) !== 0)
    fault("BASE_URL", "must have a host name for APPROVAL_SIGNATURE_ABOVE_USD, not an IP address");
  return faults;
}
