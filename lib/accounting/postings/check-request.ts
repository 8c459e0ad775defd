import { type FieldError, ValidationError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import {
  CORRECTION_ACCOUNTS,
  FIELDS_OF_KIND,
  POSTING_FIELDS,
  type PostingField,
  SERVICE_ACCOUNTS,
} from "./kinds";
import { isCustody, placesOfMoney } from "./places";
import type { PostingRequest } from "./schema";

const TX_HASH = /^0x[0-9a-f]{64}$/i;

const wrong = (property: string, name: string, text: string): FieldError => ({
  property,
  constraints: { [name]: `${property} ${text}` },
});

function presenceErrors(request: PostingRequest): FieldError[] {
  const { required, optional = [] } = FIELDS_OF_KIND[request.kind];
  const allowed: readonly PostingField[] = [...required, ...optional];
  return POSTING_FIELDS.flatMap((field) => {
    const isGiven = request[field] !== undefined;
    if (!isGiven && required.includes(field))
      return wrong(field, "isNotEmpty", `is needed for a posting of the kind ${request.kind}`);
    if (isGiven && !allowed.includes(field))
      return wrong(field, "isEmpty", `does not belong to a posting of the kind ${request.kind}`);
    return [];
  });
}

/** Returns the accounts that a field may name. */
function choicesOf(field: PostingField): readonly string[] | undefined {
  const places = placesOfMoney();
  if (field === "paidFrom" || field === "receivedAt") return places;
  if (field === "against") return [...CORRECTION_ACCOUNTS, ...places];
  return field === "takeFrom" || field === "addTo" ? [...SERVICE_ACCOUNTS, ...places] : undefined;
}

function accountErrors(request: PostingRequest): FieldError[] {
  const unknown = POSTING_FIELDS.flatMap((field) => {
    const value = request[field];
    const choices = choicesOf(field);
    if (typeof value !== "string" || !choices || choices.includes(value)) return [];
    return wrong(field, "isIn", `must be one of ${choices.join(", ")}`);
  });
  const { paidFrom, receivedAt, takeFrom, addTo, partnerId, serviceCardId } = request;
  if (paidFrom !== undefined && paidFrom === receivedAt)
    unknown.push(wrong("receivedAt", "isDifferent", "must be another account than paidFrom"));
  if (takeFrom !== undefined && takeFrom === addTo)
    unknown.push(wrong("addTo", "isDifferent", "must be another account than takeFrom"));
  if (partnerId !== undefined && !isId("ptn", partnerId))
    unknown.push(wrong("partnerId", "isId", "must be the id of a partner, such as ptn_…"));
  if (serviceCardId !== undefined && !isId("card", serviceCardId))
    unknown.push(wrong("serviceCardId", "isId", "must be the id of a card, such as card_…"));
  return unknown;
}

function amountErrors({ amount, amountReceived }: PostingRequest): FieldError[] {
  if (amountReceived === undefined || amountReceived <= amount) return [];
  return [wrong("amountReceived", "max", "must not be greater than amount")];
}

/** A movement on a chain must be referenced by its transaction hash, which reconciliation looks up. */
function referenceErrors(request: PostingRequest): FieldError[] {
  const { reference, receivedReference, receivedAt, paidFrom, against, takeFrom, addTo } = request;
  const first =
    paidFrom ?? receivedAt ?? against ?? [takeFrom, addTo].find((each) => each && isCustody(each));
  const isHash = (text: string) => TX_HASH.test(text);
  const rule = [
    "isTxHash",
    "must be the on-chain transaction hash: 0x and 64 hexadecimal digits",
  ] as const;
  const errors: FieldError[] = [];
  if (reference !== undefined && first && isCustody(first) && !isHash(reference))
    errors.push(wrong("reference", ...rule));
  if (
    receivedReference !== undefined &&
    receivedAt &&
    isCustody(receivedAt) &&
    !isHash(receivedReference)
  )
    errors.push(wrong("receivedReference", ...rule));
  return errors;
}

/**
 * Checks the fields of a request against its kind.
 * @throws ValidationError with every field that is missing, does not belong to the kind, or names an unknown account.
 */
export function checkRequest(request: PostingRequest): void {
  const missing = presenceErrors(request);
  const errors =
    missing.length > 0
      ? missing
      : [...accountErrors(request), ...amountErrors(request), ...referenceErrors(request)];
  if (errors.length > 0) throw new ValidationError(errors);
}
