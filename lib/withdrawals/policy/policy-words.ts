import type { z } from "zod";
import type { policyTermsSchema } from "./schema";

/** The terms of a policy as the API has them. */
export type ShownTerms = z.output<typeof policyTermsSchema>;

const USD = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });
const limitText = (limit: number | null) =>
  limit === null ? "no limit" : `${USD.format(limit)} USD`;

/** The labels of the terms, in the order of display. */
export const POLICY_LABELS: Record<keyof ShownTerms, string> = {
  allowList: "Only to saved addresses",
  waitHours: "Waiting time of new addresses",
  hourLimit: "Limit per hour",
  dayLimit: "Limit per 24 hours",
  addressDayLimit: "Limit per address and 24 hours",
};

const NAMES = Object.keys(POLICY_LABELS) as (keyof ShownTerms)[];

/** Describes one term of a policy. */
function termText(name: keyof ShownTerms, terms: ShownTerms): string {
  if (name === "allowList") return terms.allowList ? "yes" : "no";
  if (name === "waitHours") return `${terms.waitHours} h`;
  return limitText(terms[name]);
}

/** Returns the terms with their labels and texts. */
export const policyFacts = (terms: ShownTerms): [label: string, text: string][] =>
  NAMES.map((name) => [POLICY_LABELS[name], termText(name, terms)]);

/** Describes the differences between two policies in one line. */
export function policyChanges(from: ShownTerms, to: ShownTerms): string {
  return NAMES.filter((name) => from[name] !== to[name])
    .map((name) => `${POLICY_LABELS[name]} from ${termText(name, from)} to ${termText(name, to)}`)
    .join("; ");
}
