import { writeAuditEntry } from "@/lib/audit/write-audit-entry";
import type { AnyContract, Input } from "@/lib/contract/contract";
import { oneLine } from "@/lib/contract/fields";
import type { SignedInPerson } from "@/lib/contract/person";
import { type AuditContext, runAudited } from "@/lib/kernel/audit-context";
import { clientAddress } from "@/lib/kernel/client-address";
import { formatUsd } from "@/lib/kernel/money";

/**
 * The only fields of a request that the audit entry records. Personal data, passwords and codes stay out of the log.
 */
const AUDITED_FIELDS = [
  "amount",
  "fundingType",
  "status",
  "reference",
  "toAddress",
  "webhookUrl",
  "events",
  "event",
  "since",
  "until",
  "chain",
  "token",
  "txHash",
  "to",
  "reason",
  "merchantName",
  "merchantCountry",
  "currency",
  "transactionType",
  "overlapHours",
  "role",
  "expiresInHours",
];
/** Fields that name the target of a request whose path does not. */
const TARGETS = ["serviceCardId", "serviceId"];

interface AuditedRequest {
  contract: AnyContract;
  person: SignedInPerson;
  request: Request;
  requestId: string;
  at: Date;
}

/** A value for people. A bigint in the fields above is money; a string becomes one line in its own text direction. */
function toText(value: unknown): unknown {
  if (typeof value === "string") return oneLine(value.toWellFormed());
  return typeof value === "bigint" ? formatUsd(value) : value;
}

function auditedFieldsOf(input: Input<AnyContract>): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...input.query, ...input.body };
  const told = AUDITED_FIELDS.filter((name) => fields[name] !== undefined);
  return Object.fromEntries(told.map((name) => [name, toText(fields[name])]));
}

function targetOf(input: Input<AnyContract>): string | undefined {
  const [inPath] = Object.values<unknown>(input.params);
  if (typeof inPath === "string") return inPath;
  const body: Record<string, unknown> = input.body;
  const named = TARGETS.map((name) => body[name]);
  return named.find((id) => typeof id === "string");
}

/**
 * Runs a request of a person and writes one audit entry: in the transaction of the changes, or after the request if it
 * changes no row. A refused request writes no entry.
 */
export async function auditRequest<T>(
  { contract, person, request, requestId, at }: AuditedRequest,
  input: Input<AnyContract>,
  run: () => Promise<T>,
): Promise<T> {
  const context: AuditContext = {
    personId: person.id,
    partnerId: person.partnerId,
    action: contract.id,
    targetId: targetOf(input) ?? person.partnerId ?? person.id,
    before: null,
    after: auditedFieldsOf(input),
    ipAddress: clientAddress(request),
    requestId,
    at,
    isWritten: false,
  };
  const result = await runAudited(context, run);
  if (!context.isWritten) await runAudited(context, writeAuditEntry);
  return result;
}
