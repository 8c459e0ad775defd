import { writeAuditEntry } from "@/lib/audit/write-audit-entry";
import type { AnyContract, Input } from "@/lib/contract/contract";
import { oneLine } from "@/lib/contract/fields";
import type { SignedInPerson } from "@/lib/contract/person";
import { type AuditContext, runAudited } from "@/lib/kernel/audit-context";
import { clientAddress } from "@/lib/kernel/client-address";
import { formatUsd } from "@/lib/kernel/money";

/** What of a request says what was asked for. All else (people's data, passwords, codes) stays out of the log. */
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
/** What a request is about, where its path does not say so. */
const TARGETS = ["serviceCardId", "serviceId"];

interface AuditedRequest {
  contract: AnyContract;
  person: SignedInPerson;
  request: Request;
  requestId: string;
  at: Date;
}

/** A value for people: of the fields above those that are bigint are money, and text is one line in its own direction. */
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
 * Runs a request of a person and writes one audit entry: in the transaction of its changes, or after the request when it
 * changes no row here. A refused request writes none.
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
