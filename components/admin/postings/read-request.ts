import { readAmount } from "@/components/ui/amount-text";
import {
  FIELDS_OF_KIND,
  POSTING_FIELDS,
  type PostingField,
  type PostingKind,
} from "@/lib/accounting/postings/kinds";
import type { PostingBody } from "./queries";

const AMOUNTS: readonly string[] = ["amount", "amountReceived"];

/** Converts a typed value for the API: an amount to a number, an empty value to undefined. */
function readValue(name: string, text: string): unknown {
  if (text === "") return undefined;
  if (!AMOUNTS.includes(name)) return text;
  return readAmount(text) ?? text;
}

export type PostingValues = Record<"amount" | "reason" | "reference" | PostingField, string> & {
  kind: PostingKind;
};

/** Reads the fields of a form that belong to the kind, as the body of a request. */
export function readRequest({ kind, ...typed }: PostingValues): PostingBody {
  const { required, optional = [] } = FIELDS_OF_KIND[kind];
  const names = [
    ...(["amount", "reason", "reference"] as const),
    ...POSTING_FIELDS.filter((name) => required.includes(name) || optional.includes(name)),
  ];
  const values = names.map((name) => [name, readValue(name, typed[name].trim())]);
  return { kind, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
}
