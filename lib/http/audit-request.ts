import { writeAuditEntry } from "@/lib/audit/write-audit-entry";
import type { AnyContract, Input } from "@/lib/contract/contract";
import { oneLine } from "@/lib/contract/fields";
import { type AuditedAction, currentAuditContext, runAudited } from "@/lib/kernel/audit-context";
import { clientAddress } from "@/lib/kernel/client-address";
import { formatUsd } from "@/lib/kernel/money";
import type { PersonRequest } from "./person-request";

/** Fields that name the target of a request whose path does not. */
const TARGETS = ["serviceCardId", "serviceId"];

/** A value for people. A bigint in audited fields is money; a string becomes one line in its own text direction. */
function toText(value: unknown): unknown {
  if (typeof value === "string") return oneLine(value.toWellFormed());
  return typeof value === "bigint" ? formatUsd(value) : value;
}

function auditedFieldsOf({ audited = [] }: AnyContract, { query, body }: Input<AnyContract>) {
  const fields: Record<string, unknown> = { ...query, ...body };
  const sent = audited.filter((name) => fields[name] !== undefined);
  return Object.fromEntries(sent.map((name) => [name, toText(fields[name])]));
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
 * changes no row. A refused request writes no entry, and neither does one that reads.
 */
export async function auditRequest<T>(
  { contract, person, request, requestId, at }: PersonRequest,
  input: Input<AnyContract>,
  run: () => Promise<T>,
): Promise<T> {
  if (contract.method === "GET") return run();
  const action: AuditedAction = {
    personId: person.id,
    partnerId: person.partnerId,
    action: contract.id,
    targetId: targetOf(input) ?? person.partnerId ?? person.id,
    before: null,
    after: auditedFieldsOf(contract, input),
    ipAddress: clientAddress(request),
    requestId,
    at,
  };
  return runAudited(action, async () => {
    const result = await run();
    if (currentAuditContext()) await writeAuditEntry();
    return result;
  });
}
