import { z } from "zod";
import { type IdPrefix, isId } from "@/lib/kernel/id-form";
import { MAX_AMOUNT_USD, microUsdFromNumber } from "@/lib/kernel/money";
import { MAX_COUNTED } from "@/lib/kernel/page";
import { singleBlanks } from "@/lib/kernel/single-blanks";

/** C0 and C1 controls, line and paragraph separators, and the characters that reorder the text around them. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/u;

/** Text of blanks and invisible characters, such as zero-width spaces, would be an empty row or link on a page. */
const VISIBLE_CHARACTER = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;

const isVisible = (value: string): boolean => VISIBLE_CHARACTER.test(value);

/** Browsers check these rules too, and Firefox before 119 has no `isWellFormed` of its own. */
const LONE_SURROGATE = /\p{Cs}/u;

const isWellFormed = (value: string): boolean => !LONE_SURROGATE.test(value);

const EACH_UNSAFE_CHARACTER = new RegExp(UNSAFE_CHARACTERS, "gu");

/** Makes opaque text safe inside a sentence: one line, without characters that reorder the text around it. */
export function oneLine(value: string): string {
  return value.replace(EACH_UNSAFE_CHARACTER, " ");
}

/** The message of a broken rule, with the rule's name in the spec's validation errors. */
export function rule(name: string, message: string) {
  return { error: message, params: { rule: name } };
}

/** Readable text: no control or bidirectional characters, no lone surrogates. Lengths count code points. */
export function text(minLength: number, maxLength: number) {
  return z
    .string()
    .min(minLength)
    .max(maxLength)
    .refine(
      (value) => isWellFormed(value) && !UNSAFE_CHARACTERS.test(value),
      rule(
        "isText",
        "must not contain control characters, nor ones that set the direction of text",
      ),
    )
    .refine(
      (value) => minLength === 0 || isVisible(value),
      rule("isNotEmpty", "must not be blank"),
    );
}

/**
 * A name by which its object is searched. Searches compare what people read, where several blanks look like one, so the name is
 * stored with single blanks.
 */
export const nameText = (maxLength: number) => text(1, maxLength).transform(singleBlanks);

/** Like `text`, but with line breaks, as in a postal address. */
export function multilineText(minLength: number, maxLength: number) {
  return z
    .string()
    .min(minLength)
    .max(maxLength)
    .refine(
      (value) => isWellFormed(value) && !UNSAFE_CHARACTERS.test(value.replace(/\r\n|\n|\r/g, " ")),
      rule("isText", "must not contain control characters other than line breaks"),
    )
    .refine(isVisible, rule("isNotEmpty", "must not be blank"));
}

/** Opaque text that is returned unchanged: any JSON string that the database can store. */
export function opaque(minLength: number, maxLength: number) {
  return z
    .string()
    .min(minLength)
    .max(maxLength)
    .refine(
      (value) => isWellFormed(value) && !value.includes("\u0000"),
      rule("isText", "must be well-formed text without NUL"),
    );
}

/** An absolute URL of at most 2048 characters that matches `beginning` and holds no credentials. */
function address(beginning: RegExp) {
  return z
    .string()
    .max(2048)
    .refine(
      (value) =>
        // URL parsers repair malformed input, but the original text is stored and shown, so it must be valid itself.
        beginning.test(value) &&
        /^[^\s\\]+$/.test(value) &&
        isWellFormed(value) &&
        !UNSAFE_CHARACTERS.test(value) &&
        URL.canParse(value),
      { ...rule("isHttpsUrl", "must be an https:// URL"), abort: true },
    )
    .refine(
      (value) => {
        const { username, password } = new URL(value);
        return username === "" && password === "";
      },
      rule("isHttpsUrl", "must be an https:// URL without a user name or password in it"),
    );
}

/** An HTTPS URL. */
export const httpsUrl = address(/^https:\/\/[^/?#]/i).meta({ format: "uri", pattern: "^https://" });

/** A webhook URL: HTTPS, or HTTP to this machine, which Set Webhook refuses unless the settings allow it. */
export const receiverUrl = address(
  /^(https:\/\/[^/?#]|http:\/\/(127\.0\.0\.1|localhost|\[::1\])([:/]|$))/i,
).meta({ format: "uri", description: "HTTPS, reachable from the internet" });

interface AmountLimits {
  /** The smallest allowed amount, or an exclusive lower bound. */
  min?: number;
  above?: number;
  max?: number;
  /** Default 2; amounts of tokens on a chain have 6. */
  maxDecimals?: 2 | 6;
}

/** An amount in USD, parsed to micro-USD. Accepts JSON numbers only and refuses inexact values. */
export function amountUsd({ min, above, max = MAX_AMOUNT_USD, maxDecimals = 2 }: AmountLimits) {
  // An amount above the maximum gets no second error about its decimals.
  const number = z.number().max(max, { abort: true });
  const bounded = min !== undefined ? number.min(min) : number.gt(above ?? 0);
  return bounded
    .refine(
      (value) => microUsdFromNumber(value, maxDecimals) !== null,
      rule("maxDecimals", `must have at most ${maxDecimals} decimals`),
    )
    .transform((value) => microUsdFromNumber(value, maxDecimals) ?? 0n)
    .meta({ description: `USD, at most ${maxDecimals} decimals` });
}

/** An amount in USD in a response. */
export const usd = z.number().meta({ description: "USD" });

/** A time in a request: ISO 8601 with a zone. */
export const instant = z
  .string()
  .refine((value) => z.iso.datetime({ offset: true }).safeParse(value).success, {
    ...rule("isISO8601", "must be an ISO 8601 instant with its zone, such as 2026-11-21T09:40:00Z"),
    // An invalid time must not reach the later comparisons.
    abort: true,
  })
  .transform((value) => new Date(value))
  .meta({ format: "date-time" });

function isTimeZone(name: string): boolean {
  try {
    return name !== "" && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    // A RangeError: the zone does not exist.
    return false;
  }
}

/** A time zone by its IANA name, as browsers send it. */
export const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, rule("isTimeZone", "must be an IANA time zone, such as Europe/Berlin"));

/** `from` (inclusive) and `to` (exclusive) of a list. */
export const periodQuery = {
  from: instant.optional().meta({ description: "At or after this time" }),
  to: instant.optional().meta({ description: "Before this time" }),
};

/** An amount in a list's query, parsed to micro-USD. Deposits have 6 decimals. */
const amountText = z
  .string()
  .refine(
    (value) =>
      /^\d{1,10}(\.\d{1,6})?$/.test(value) && microUsdFromNumber(Number(value), 6) !== null,
    rule("isDecimal", "must be an amount in USD with at most 6 decimals, such as 12.50"),
  )
  .transform((value) => microUsdFromNumber(Number(value), 6) ?? 0n)
  .meta({ type: "number", minimum: 0 });

/** `amountMin` and `amountMax` of a list. */
export const amountQuery = {
  amountMin: amountText
    .optional()
    .meta({ description: "Minimum amount in USD, at most 6 decimals" }),
  amountMax: amountText
    .optional()
    .meta({ description: "Maximum amount in USD, at most 6 decimals" }),
};

export const timestamp = z.iso.datetime().meta({ description: "ISO 8601 timestamp" });

/** An EVM address, in any letter case. */
export const evmAddress = z
  .string()
  .regex(/^0x[a-fA-F0-9]{40}$/, { error: "must be 0x and 40 hexadecimal digits" });

const MAX_SKIP = 1_000_000;
const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 100;

/** A parameter with an empty value, as in `?skip=&limit=`, counts as absent. */
const wholeNumber = z
  .string()
  .refine((value) => /^\d*$/.test(value), rule("isInt", "must be a whole number of 0 or more"))
  .transform((value) => (value === "" ? undefined : Number(value)));

/** `skip` and `limit` of every list; design 7: more than 100 is clamped. */
export const pageQuery = {
  skip: wholeNumber
    .refine(
      (value) => value === undefined || value <= MAX_SKIP,
      rule("max", `must not be greater than ${MAX_SKIP}`),
    )
    .optional()
    .transform((value) => value ?? 0)
    .meta({
      description: "Number of items to skip",
      type: "integer",
      minimum: 0,
      maximum: MAX_SKIP,
      default: 0,
    }),
  limit: wholeNumber
    .optional()
    .transform((value) => Math.min(value ?? DEFAULT_LIMIT, MAX_LIMIT))
    .meta({
      description: `Number of items to return, at most ${MAX_LIMIT}. Larger values are reduced to ${MAX_LIMIT}`,
      type: "integer",
      minimum: 0,
      default: DEFAULT_LIMIT,
    }),
};

/** The length of a list. */
export const totalFields = {
  total: z.int(),
  hasMoreThanTotal: z
    .boolean()
    .optional()
    .meta({
      description: `Whether the list is longer than \`total\`. A filtered list is counted up to ${MAX_COUNTED} items. Absent where \`total\` is the length of the list`,
    }),
};
const pagination = z.object({ skip: z.int(), limit: z.int(), ...totalFields });

/** Whether a text has the form of a cursor that is the id of a row. */
export const isIdCursor =
  (prefix: IdPrefix) =>
  (text: string): boolean =>
    isId(prefix, text);

/** `skip`, `limit` and `cursor` of a list that can be read on from a cursor. */
export const cursorQuery = (isCursor: (text: string) => boolean) => ({
  ...pageQuery,
  cursor: z
    .string()
    .transform((value) => (value === "" ? undefined : value))
    .refine(
      (value) => value === undefined || isCursor(value),
      rule("isCursor", "must be the nextCursor of a page of this list"),
    )
    .optional()
    .meta({
      description:
        "The `nextCursor` of the previous page. The page begins after the last item of that page, and `skip` counts from there",
      type: "string",
    }),
});

const nextCursor = z.string().optional().meta({
  description: "The `cursor` of the next page. Absent on the last page",
});
export const nextCursorField = { nextCursor };

/** The `pagination` of a list that can be read on from a cursor. */
export const cursorPagination = pagination.extend(nextCursorField);

/** The `pagination` of a list whose length is not counted, because the count would read the whole list. */
export const uncountedPagination = cursorPagination.omit({ total: true, hasMoreThanTotal: true });
