const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)?$/i;

/**
 * Reads a time of Lithic. Some have no zone, which means UTC, and some have a space before the time of day. The language
 * would take them for times of the machine's own zone. Source: Lithic's OpenAPI document, Event
 * @returns an invalid date for other text
 */
export function lithicTime(text: string): Date {
  const [, day, time, zone = "Z"] = TIME.exec(text) ?? [];
  return new Date(`${day}T${time}${zone}`);
}
