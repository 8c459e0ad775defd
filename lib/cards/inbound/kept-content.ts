import type { z } from "zod";
import { storableText } from "@/lib/kernel/storable-text";

/** Fields of issuers with data of the cardholder, at any depth. */
const PERSONAL = new Set([
  "avs",
  "billing",
  "cardholder",
  "cardholder_authentication",
  "fleet",
  "fleet_info",
  "fraud_challenges",
  "name_validation",
  "service_location",
  "shipping",
  "verification_data",
]);

function withoutPersonalData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersonalData);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      // In amounts `cardholder` is a currency amount.
      .filter(([name, inner]) => !PERSONAL.has(name) || isAmount(inner))
      .map(([name, inner]) => [name, withoutPersonalData(inner)]),
  );
}

const isAmount = (value: unknown) =>
  typeof value === "object" && value !== null && "amount" in value && "currency" in value;

/** A value with texts and names that the database can store: it refuses others in JSON, at every repetition. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(fields.map(([name, inner]) => [storableText(name), storable(inner)]));
}

/**
 * Returns what the inbox keeps of an object: the fields of its schema, without characters that cannot be stored. An
 * object that does not fit the schema is kept without the cardholder's data, so that a later version of the service can
 * apply it.
 */
export function keptContent(schema: z.ZodType, object: unknown): unknown {
  const parsed = schema.safeParse(object);
  return storable(parsed.success ? parsed.data : withoutPersonalData(object));
}
