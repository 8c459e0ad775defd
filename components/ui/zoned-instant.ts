/** The zones that an instant can be named in: UTC, and the reader's own. */
export type Zone = "utc" | "local";

const two = (value: number) => String(value).padStart(2, "0");

/** An instant as a date-time field has it, in a zone; nothing for what is no instant. */
export function toFieldText(instant: string, zone: Zone): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "";
  if (zone === "utc") return date.toISOString().slice(0, 19);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** What a date-time field has, as an instant; undefined when it is empty or none. */
export function fromFieldText(text: string, zone: Zone): string | undefined {
  // Without a zone a date and time is the reader's.
  const date = new Date(zone === "utc" && text !== "" ? `${text}Z` : text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
