import { z } from "zod";
import { rule } from "./fields";

/** More values than any filter offers. */
const MAX_VALUES = 20;

/** Parses values that are separated by commas. */
function separated<Value extends string>(
  isKnown: (value: string) => value is Value,
  message: string,
) {
  return z
    .string()
    .refine(
      (text) => {
        const values = text.split(",");
        return values.length <= MAX_VALUES && values.every(isKnown);
      },
      { ...rule("isIn", message), abort: true },
    )
    .transform((text) => [...new Set(text.split(",").filter(isKnown))]);
}

/** One or more of the known values, separated by commas: `authorized,settled`. */
export function listOf<Value extends string>(known: readonly Value[]) {
  return separated(
    (value): value is Value => known.some((each) => each === value),
    `must be one or more of ${known.join(", ")}, separated by commas`,
  );
}

/** An optional filter of a list by one or more of the known values. */
export function filterBy<Value extends string>(known: readonly Value[]) {
  const description = `One or more of ${known.map((value) => `\`${value}\``).join(", ")}, separated by commas`;
  return listOf(known).optional().meta({ description });
}

/** One or more ids, or words that stand for one, separated by commas. An id of another form matches nothing. */
export const listOfIds = separated(
  (value): value is string => /^[\w:.-]{1,100}$/.test(value),
  "must be one or more ids, separated by commas",
);

/** One or more words of the service, separated by commas: `card frozen,not decided`. */
export const listOfWords = separated(
  (value): value is string => /^[a-z0-9][a-z0-9 ]{0,59}$/.test(value),
  "must be one or more words in lower case, separated by commas",
);
