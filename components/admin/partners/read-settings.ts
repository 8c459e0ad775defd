import { readAmount } from "@/components/ui/amount-text";
import type { Partner } from "./queries";
import { SETTING_FIELDS, type Setting } from "./settings-fields";

/** The one setting that there may be none of. */
const LIMIT = "secondApprovalAbove";

export interface ReadSettings {
  /** What is to be sent. */
  body: Partial<Record<Exclude<Setting, typeof LIMIT>, number>> & { [LIMIT]?: number | null };
  /** What is no number, by field. */
  errors: Partial<Record<Setting, string>>;
}

/**
 * What a form of settings says: of a partner that there is only what differs, of a new one what was filled in. An empty
 * limit for two approvers takes the limit away; any other empty field is left as it is.
 */
export function readSettings(form: FormData, partner?: Partner): ReadSettings {
  const body: ReadSettings["body"] = {};
  const errors: ReadSettings["errors"] = {};
  for (const { name } of SETTING_FIELDS) {
    const text = String(form.get(name) ?? "").trim();
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

/** Whether one person alone may approve more than before, which needs a code. */
export function isLoosened(
  { [LIMIT]: current }: Partner,
  { [LIMIT]: wanted }: ReadSettings["body"],
): boolean {
  if (current === null || wanted === undefined) return false;
  return wanted === null || wanted > current;
}
