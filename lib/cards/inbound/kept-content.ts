import type { z } from "zod";

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

/**
 * Returns what the inbox keeps of an object: the fields of its schema. An object that does not fit the schema is kept
 * without the cardholder's data, so that a later version of the service can apply it.
 */
export function keptContent(schema: z.ZodType, object: unknown): unknown {
  const parsed = schema.safeParse(object);
  return parsed.success ? parsed.data : withoutPersonalData(object);
}
