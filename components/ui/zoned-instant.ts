/** The time zones of an instant field: UTC, and the reader's own. */
export type Zone = "utc" | "local";

const two = (value: number) => String(value).padStart(2, "0");

/** Formats an instant for a date-time field in a zone; returns an empty text for an invalid instant. */
export function toFieldText(instant: string, zone: Zone): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "";
  if (zone === "utc") return date.toISOString().slice(0, 19);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Parses the text of a date-time field; returns undefined when it is empty or invalid. */
export function fromFieldText(text: string, zone: Zone): string | undefined {
  // A date and time without a zone is parsed in the reader's zone.
  const date = new Date(zone === "utc" && text !== "" ? `${text}Z` : text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
