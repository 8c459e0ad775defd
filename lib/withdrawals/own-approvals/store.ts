import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";
import { HOUR_MS } from "@/lib/kernel/durations";
import { errorCodeOf } from "@/lib/kernel/error-code";
import { RULE_REQUEST_HOURS } from "./schema";

/** A looser rule that an owner requested. */
export interface RequestedRule {
  aboveMicroUsd: bigint | null;
  personId: string;
  name: string;
  at: Date;
  expiresAt: Date;
}

/** The rule of a partner. */
export interface OwnApprovalRule {
  aboveMicroUsd: bigint | null;
  requested: RequestedRule | undefined;
  /** Increased by every change; 0 for a partner without a row. */
  version: number;
}

const NO_RULE: OwnApprovalRule = { aboveMicroUsd: null, requested: undefined, version: 0 };

/** Returns the active owners of a partner. */
export async function listOwners(partnerId: string): Promise<{ id: string; name: string }[]> {
  const db = await prisma();
  return db.person.findMany({
    where: { partnerId, role: "owner", disabledAt: null },
    select: { id: true, name: true },
  });
}

/** Reads the rule of a partner. A request that expired, or of a person who is no owner any more, is left out. */
export async function findRule(partnerId: string, at: Date): Promise<OwnApprovalRule> {
  const db = await prisma();
  const row = await db.partnerApprovalRule.findUnique({ where: { partnerId } });
  if (!row) return NO_RULE;
  const { aboveMicroUsd, nextAboveMicroUsd, nextBy, nextAt, version } = row;
  const rule = { aboveMicroUsd, requested: undefined, version };
  if (nextBy === null || nextAt === null) return rule;
  const expiresAt = new Date(nextAt.getTime() + RULE_REQUEST_HOURS * HOUR_MS);
  const owner = (await listOwners(partnerId)).find(({ id }) => id === nextBy);
  if (!owner || expiresAt <= at) return rule;
  const requested = { aboveMicroUsd: nextAboveMicroUsd, personId: nextBy, name: owner.name };
  return { ...rule, requested: { ...requested, at: nextAt, expiresAt } };
}

interface NewRule {
  aboveMicroUsd: bigint | null;
  /** A looser rule that the changing person requests; undefined: none. */
  next?: { aboveMicroUsd: bigint | null } | undefined;
  changedBy: string;
  changedAt: Date;
}

/** Another owner must confirm: one who joined meanwhile, or a former one who still counts. */
const ANOTHER_OWNER = ["PW028", "PW029"];

function isAnotherNeeded(error: unknown): boolean {
  return ANOTHER_OWNER.includes(errorCodeOf(error) ?? "");
}

/** Whether an API key requested a withdrawal that waits for a second person. */
export async function isRequestedByKey(withdrawalId: string): Promise<boolean> {
  const db = await prisma();
  return (await db.partnerApproval.count({ where: { withdrawalId, isByKey: true } })) > 0;
}

/**
 * Stores a rule in place of the version that was read. Returns false when another request changed it meanwhile, or when
 * another owner must confirm it, who joined or left meanwhile: read and decide again.
 */
export async function saveRule(
  partnerId: string,
  version: number,
  { next, ...rule }: NewRule,
): Promise<boolean> {
  const data = {
    ...rule,
    nextAboveMicroUsd: next?.aboveMicroUsd ?? null,
    nextBy: next ? rule.changedBy : null,
    nextAt: next ? rule.changedAt : null,
    version: version + 1,
  };
  const isDone = ({ count }: { count: number }) => count > 0;
  const saved = await writeAudited(
    (db) =>
      version === 0
        ? db.partnerApprovalRule.createMany({
            data: [{ partnerId, ...data }],
            skipDuplicates: true,
          })
        : db.partnerApprovalRule.updateMany({ where: { partnerId, version }, data }),
    isDone,
  ).catch((error: unknown) => {
    if (isAnotherNeeded(error)) return { count: 0 };
    throw error;
  });
  return isDone(saved);
}
