import type { z } from "zod";
import { storableText } from "@/lib/kernel/storable-text";

/** Fields of issuers with data of the cardholder or its evidence, at any depth. */
const PERSONAL = new Set([
  "avs",
  "billing",
  "cardholder",
  "cardholder_authentication",
  "company",
  "customer_note",
  "email",
  "evidence",
  "first_name",
  "fleet",
  "fleet_info",
  "fraud_challenges",
  "individual",
  "last_name",
  "name_validation",
  "phone_number",
  "service_location",
  "shipping",
  "update_request",
  "verification_data",
]);

/** Where a name is that of a merchant. */
const MERCHANT = "merchant_data";

function withoutPersonalData(value: unknown, within?: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutPersonalData(item));
  if (typeof value !== "object" || value === null) return value;
  const isPersonal = (name: string) =>
    PERSONAL.has(name) || (name === "name" && within !== MERCHANT);
  return Object.fromEntries(
    Object.entries(value)
      // In amounts `cardholder` is a currency amount.
      .filter(([name, inner]) => !isPersonal(name) || isAmount(inner))
      .map(([name, inner]) => [name, withoutPersonalData(inner, name)]),
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
