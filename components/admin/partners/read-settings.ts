import { readAmount } from "@/components/ui/amount-text";
import type { Partner } from "./queries";
import { SETTING_FIELDS, type Setting } from "./settings-fields";

/** The only setting that can be empty. */
const LIMIT = "secondApprovalAbove";

/** The typed text of each setting. */
export type SettingTexts = Record<Setting, string>;

export interface ReadSettings {
  /** The body of the request. */
  body: Partial<Record<Exclude<Setting, typeof LIMIT>, number>> & { [LIMIT]?: number | null };
  /** The fields that are not numbers. */
  errors: Record<string, string>;
}

/**
 * Reads the fields of settings: for an existing partner only the changed fields, for a new one those that were filled in.
 * An empty limit for two approvers removes the limit; any other empty field stays unchanged.
 */
export function readSettings(typed: SettingTexts, partner?: Partner): ReadSettings {
  const body: ReadSettings["body"] = {};
  const errors: ReadSettings["errors"] = {};
  for (const { name } of SETTING_FIELDS) {
    const text = typed[name].trim();
    const value = readAmount(text);
    const isEmpty = text === "";
    if (isEmpty && !partner) continue;
    if (isEmpty && name === LIMIT) {
      if (partner?.[LIMIT] !== null) body[LIMIT] = null;
    } else if (value === undefined) errors[name] = "Enter a number.";
    else if (value !== partner?.[name]) body[name] = value;
  }
  return { body, errors };
}

/** Returns whether one person alone may approve more than before, which needs a code. */
export function isLoosened(
  { [LIMIT]: current }: Partner,
  { [LIMIT]: wanted }: ReadSettings["body"],
): boolean {
  if (current === null || wanted === undefined) return false;
  return wanted === null || wanted > current;
}
