import { dayOf, startOf } from "./period";

/** The error of a field whose text is no day. */
export const DAY_WANTED = "Enter a date before the year 3000, such as 2026-11-21.";

/** Whether a text is a day that `startOf` can read. Date fields accept years up to 275760, some browsers any text. */
export const isDay = (text: string): boolean =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text) && dayOf(startOf(text)) === text;
