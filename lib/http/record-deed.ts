import { writeDeed } from "@/lib/audit/write-deed";
import type { AnyContract, Input } from "@/lib/contract/contract";
import { oneLine } from "@/lib/contract/fields";
import type { SignedInPerson } from "@/lib/contract/person";
import { clientAddress } from "@/lib/kernel/client-address";
import { asDeed, type Deed } from "@/lib/kernel/deed";
import { formatUsd } from "@/lib/kernel/money";

/** What of a request says what was asked for. All else (people's data, passwords, codes) stays out of the log. */
const TOLD = [
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

interface Asked {
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

function toldOf(input: Input<AnyContract>): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...input.query, ...input.body };
  const told = TOLD.filter((name) => fields[name] !== undefined);
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
 * Runs what a person asked for, so that it leaves one row in the audit log: beside what it changes, in the same
 * transaction; of an operation that changes nothing here, after it. A request that is refused leaves none.
 */
export async function recordDeed<T>(
  { contract, person, request, requestId, at }: Asked,
  input: Input<AnyContract>,
  run: () => Promise<T>,
): Promise<T> {
  const deed: Deed = {
    personId: person.id,
    partnerId: person.partnerId,
    action: contract.id,
    targetId: targetOf(input) ?? person.partnerId ?? person.id,
    before: null,
    after: toldOf(input),
    ipAddress: clientAddress(request),
    requestId,
    at,
    isWritten: false,
  };
  const result = await asDeed(deed, run);
  if (!deed.isWritten) await asDeed(deed, writeDeed);
  return result;
}
