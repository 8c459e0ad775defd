import type { z } from "zod";

const BRAND = Symbol.for("partner-wallet.unreadable-message");
const MAX_FAULTS = 5;

/**
 * A message of an issuer that this version cannot read: a missing field, an unknown status, another currency. Its text
 * names fields and words of the issuer's vocabulary, never personal data. The same message stays unreadable until the
 * service is updated.
 */
export class UnreadableMessage extends Error {
  readonly [BRAND] = true;
  override readonly name = "UnreadableMessage";
}

/** True for an UnreadableMessage of any bundle. */
export function isUnreadableMessage(error: unknown): error is UnreadableMessage {
  return error instanceof Error && BRAND in error;
}

/**
 * Parses a value with a schema, which also drops all other fields.
 * @throws UnreadableMessage that names the fields at fault
 */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues
    .slice(0, MAX_FAULTS)
    .map(({ path, code }) => `${path.join(".") || "the message"}: ${code}`);
  throw new UnreadableMessage(`Unreadable fields: ${faults.join(", ")}`);
}
