import type { ApiKeyScope } from "@/lib/contract/scopes";
import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";
import { refuseMaker } from "@/lib/identity/api-keys/refuse-maker";
import type { NewApiKeyRow } from "@/lib/identity/api-keys/sql-store";
import { cutPage, type Page, type PageRequest } from "@/lib/kernel/page";
import type { Prisma } from "@/prisma/generated/client";

export interface ApiKeyRow {
  id: string;
  name: string;
  hint: string;
  scopes: ApiKeyScope[];
  /** The name of the person who created it, or "The operator". */
  createdBy: string;
  /** The name of the owner who took over responsibility for it. */
  keptBy: string | null;
  createdAt: Date;
  revokedAt: Date | null;
  /** The time at which a rotated key stops working. */
  expiresAt: Date | null;
  /** The expiry that was chosen at the creation. */
  validUntil: Date | null;
  allowedIps: string[];
  lastUsedAt: Date | null;
}

const SHOWN = {
  id: true,
  name: true,
  hint: true,
  scopes: true,
  createdAt: true,
  revokedAt: true,
  expiresAt: true,
  validUntil: true,
  allowedIps: true,
  creator: { select: { name: true } },
  keeper: { select: { name: true } },
  use: { select: { lastUsedAt: true } },
} as const satisfies Prisma.ApiKeySelect;

function rowOf(found: Prisma.ApiKeyGetPayload<{ select: typeof SHOWN }>): ApiKeyRow {
  const { scopes, creator, keeper, use, ...row } = found;
  return {
    ...row,
    scopes: scopes as ApiKeyScope[],
    createdBy: creator?.name ?? "The operator",
    keptBy: keeper?.name ?? null,
    lastUsedAt: use?.lastUsedAt ?? null,
  };
}

async function listKeys(
  where: Prisma.ApiKeyWhereInput,
  { skip, limit, cursor }: PageRequest,
): Promise<Page<ApiKeyRow>> {
  const db = await prisma();
  const [total, found] = await Promise.all([
    db.apiKey.count({ where }),
    db.apiKey.findMany({
      where: { AND: [where, cursor === undefined ? {} : { id: { lt: cursor } }] },
      select: SHOWN,
      orderBy: { id: "desc" },
      skip,
      take: limit + 1,
    }),
  ]);
  return { total, ...cutPage(found.map(rowOf), limit) };
}

const validAt = (at: Date) => ({ OR: [{ validUntil: null }, { validUntil: { gt: at } }] });

const activeAt = (at: Date) => ({
  revokedAt: null,
  AND: [{ OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] }, validAt(at)],
});

/** Lists the active keys for which a person is responsible, newest first. */
export function listKeysOfPerson(
  partnerId: string,
  personId: string,
  at: Date,
  page: PageRequest,
): Promise<Page<ApiKeyRow>> {
  const ofPerson = {
    OR: [{ takenOverBy: personId }, { takenOverBy: null, createdBy: personId }],
  };
  return listKeys({ partnerId, AND: [ofPerson, activeAt(at)] }, page);
}

/** Lists all keys of a partner, newest first. */
export function listApiKeys(partnerId: string, page: PageRequest): Promise<Page<ApiKeyRow>> {
  return listKeys({ partnerId }, page);
}

export async function findApiKey(partnerId: string, keyId: string): Promise<ApiKeyRow | undefined> {
  const db = await prisma();
  const found = await db.apiKey.findUnique({ where: { id: keyId, partnerId }, select: SHOWN });
  return found ? rowOf(found) : undefined;
}

/**
 * Stores a key in place of an active one, which expires at `endsAt`. Returns false when the old key is no longer
 * active.
 * @throws ServiceError ROLE_NOT_ALLOWED when the creator may no longer grant the scopes.
 */
export function replaceApiKey(
  partnerId: string,
  { keyId, endsAt, at, by }: { keyId: string; endsAt: Date; at: Date; by: NewApiKeyRow },
): Promise<boolean> {
  return writeAudited(
    async (db) => {
      const { count } = await db.apiKey.updateMany({
        where: { id: keyId, partnerId, revokedAt: null, expiresAt: null, ...validAt(at) },
        data: { expiresAt: endsAt },
      });
      if (count === 0) return false;
      const lists = { scopes: [...by.scopes], allowedIps: [...by.allowedIps] };
      await db.apiKey.createMany({ data: { ...by, ...lists, partnerId } });
      return true;
    },
    (isReplaced) => isReplaced,
  ).catch(refuseMaker);
}

/** Revokes a key; every process is notified. Returns false if the key is not the partner's or is already inactive. */
export async function revokeApiKey(partnerId: string, keyId: string, at: Date): Promise<boolean> {
  const { count } = await writeAudited(
    (db) =>
      db.apiKey.updateMany({
        where: { id: keyId, partnerId, ...activeAt(at) },
        data: { revokedAt: at },
      }),
    (revoked) => revoked.count > 0,
  );
  return count > 0;
}
