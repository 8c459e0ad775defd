import { FIELDS_OF_KIND, POSTING_FIELDS, type PostingKind } from "@/lib/accounting/postings/kinds";
import type { PostingBody } from "./queries";

const AMOUNTS: readonly string[] = ["amount", "amountReceived"];
const PLAIN_DECIMAL = /^\d+(\.\d+)?$/;

/** What was typed, as the API takes it: an amount as a number, and nothing where nothing was typed. */
function readValue(name: string, text: string): unknown {
  if (text === "") return undefined;
  if (!AMOUNTS.includes(name)) return text;
  const amount = text.replaceAll(",", "");
  return PLAIN_DECIMAL.test(amount) ? Number(amount) : text;
}

/** The fields of a form, those of its kind alone, as the body of a request. */
export function readRequest(kind: PostingKind, form: FormData): PostingBody {
  const { required, optional = [] } = FIELDS_OF_KIND[kind];
  const names = [
    ...["amount", "reason", "reference"],
    ...POSTING_FIELDS.filter((name) => required.includes(name) || optional.includes(name)),
  ];
  const values = names.map((name) => [name, readValue(name, String(form.get(name) ?? "").trim())]);
  return { kind, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
}
