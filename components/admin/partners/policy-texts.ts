import { optionalAmount } from "@/components/ui/amount-text";
import type { ShownTerms } from "@/lib/withdrawals/policy/policy-words";

export const LIMITS = ["hourLimit", "dayLimit", "addressDayLimit"] as const;
type LimitName = (typeof LIMITS)[number];
export type PolicyTexts = Record<LimitName | "allowList" | "waitHours" | "totp", string>;

/** Returns the typed terms; what is not a number is NaN, which the contract refuses. */
function termsOf(texts: PolicyTexts): ShownTerms {
  const { waitHours } = texts;
  return {
    allowList: texts.allowList !== "",
    waitHours: /^\d+$/.test(waitHours.trim()) ? Number(waitHours) : Number.NaN,
    hourLimit: optionalAmount(texts.hourLimit),
    dayLimit: optionalAmount(texts.dayLimit),
    addressDayLimit: optionalAmount(texts.addressDayLimit),
  };
}

/** Returns the terms that the person changed in the form, which was opened with others. */
export function changesOf(opened: ShownTerms, texts: PolicyTexts): Partial<ShownTerms> {
  const changed = Object.entries(termsOf(texts)).filter(
    ([name, value]) => value !== opened[name as keyof ShownTerms],
  );
  return Object.fromEntries(changed);
}

/** Returns whether the change is about the allow-list. */
export const changesAllowList = (policy: ShownTerms, wanted: ShownTerms) =>
  policy.allowList !== wanted.allowList || policy.waitHours !== wanted.waitHours;

/** Returns whether the change permits more than before, which needs a code. */
export function isLooser(policy: ShownTerms, wanted: ShownTerms): boolean {
  const isRaised = (name: LimitName) => {
    const [from, to] = [policy[name], wanted[name]];
    return from !== null && (to === null || to > from);
  };
  const isOpened = policy.allowList && (!wanted.allowList || wanted.waitHours < policy.waitHours);
  return isOpened || LIMITS.some(isRaised);
}

/** Returns the terms after the form was sent: those that somebody else changed while it was open stay as they are. */
export const wantedOf = (
  policy: ShownTerms,
  opened: ShownTerms,
  texts: PolicyTexts,
): ShownTerms => ({
  ...policy,
  ...changesOf(opened, texts),
});

/** Returns the texts that a form of the policy begins with. */
export function textsOf(policy: ShownTerms): PolicyTexts {
  const textOf = (limit: number | null) => (limit === null ? "" : String(limit));
  return {
    allowList: policy.allowList ? "on" : "",
    waitHours: String(policy.waitHours),
    hourLimit: textOf(policy.hourLimit),
    dayLimit: textOf(policy.dayLimit),
    addressDayLimit: textOf(policy.addressDayLimit),
    totp: "",
  };
}
