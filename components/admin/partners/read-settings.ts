import { readAmount } from "@/components/ui/amount-text";
import { SETTING_FIELDS, type Setting } from "@/lib/partners/setting-words";
import type { Partner } from "./queries";

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

/** Returns whether a limit is raised or removed; null is no limit. */
const isRaised = (from: number | null, to: number | null) =>
  from !== null && (to === null || to > from);

/**
 * Returns the changed settings that need a code and a second administrator: fees and a raised request rate where two
 * administrators decide, and a raised or removed amount above which two approve. The service has the same rule in
 * lib/backoffice/require-step-up.ts.
 */
export function settingsForTwo(
  partner: Partner,
  body: ReadSettings["body"],
  areTwoNeeded: boolean,
): Setting[] {
  return SETTING_FIELDS.map(({ name }) => name).filter((name) => {
    const to = body[name];
    if (to === undefined) return false;
    if (name === LIMIT) return isRaised(partner[name], to);
    if (name === "requestsPerS" || name === "requestBurst")
      return areTwoNeeded && isRaised(partner[name], to);
    return areTwoNeeded;
  });
}
