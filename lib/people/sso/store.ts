import { prisma } from "@/lib/db";
import type { PrismaTransaction } from "@/lib/db/prisma-client";
import { writeAudited } from "@/lib/db/write-audited";
import type { RoleRule } from "./role-rules";
import { lockPeopleOf } from "./sql-store";
import { isPresent, timeAfter } from "./version";

/** The connection of a partner as the database has it. */
export interface ConnectionRow {
  id: string;
  partnerId: string;
  issuer: string;
  clientId: string;
  clientSecretSealed: string;
  roleClaim: string | null;
  roleRules: unknown;
  isOnly: boolean;
  breakGlass: string[];
  onlySetAt: Date | null;
  changedAt: Date;
  usedAt: Date | null;
  failedAt: Date | null;
  failure: string | null;
}

export interface DomainRow {
  domain: string;
  token: string;
  verifiedAt: Date | null;
}

export async function findConnection(partnerId: string): Promise<ConnectionRow | undefined> {
  const db = await prisma();
  return (await db.ssoConnection.findUnique({ where: { partnerId } })) ?? undefined;
}

/** The partner that has verified a domain. */
export async function findDomainOwner(domain: string): Promise<string | undefined> {
  const db = await prisma();
  const where = { domain, verifiedAt: { not: null } };
  const found = await db.ssoDomain.findFirst({ where, select: { partnerId: true } });
  return found?.partnerId;
}

export async function listDomains(partnerId: string): Promise<DomainRow[]> {
  const db = await prisma();
  const select = { domain: true, token: true, verifiedAt: true };
  return db.ssoDomain.findMany({ where: { partnerId }, select, orderBy: { domain: "asc" } });
}

interface NewConnection {
  id: string;
  partnerId: string;
  issuer: string;
  clientId: string;
  clientSecretSealed: string;
  roleClaim: string | null;
  roleRules: RoleRule[];
  changedAt: Date;
}

/** What became of a change of a connection. `changed`: an owner has changed it since this version was read. */
type Saved<Refusal extends string> = "saved" | "changed" | Refusal;

const same = ({ partnerId, id, changedAt }: ConnectionRow) => ({ partnerId, id, changedAt });

/**
 * Stores the connection of a partner in place of the version that was read, and unbinds the accounts of other issuers. A changed
 * connection has to be used once before it can be the only way to sign in. `required`: another issuer while single sign-on is required, which the lock keeps as it is: nobody could
 * sign in if the new one does not work.
 */
export function saveConnection(
  { id, partnerId, ...fields }: NewConnection,
  version: string | null,
): Promise<Saved<"required">> {
  const since = { usedAt: null, failedAt: null, failure: null };
  const { issuer } = fields;
  return writeAudited(
    async (db) => {
      await lockPeopleOf(db, partnerId);
      const present = await db.ssoConnection.findUnique({ where: { partnerId } });
      if (!isPresent(version, present)) return "changed";
      if (present?.isOnly && present.issuer !== issuer) return "required";
      const changed = { ...fields, changedAt: timeAfter(present?.changedAt, fields.changedAt) };
      // Who removes the connection does not take the lock.
      const { count } = present
        ? await db.ssoConnection.updateMany({
            where: same(present),
            data: { ...changed, ...since },
          })
        : await db.ssoConnection.createMany({
            data: [{ id, partnerId, ...changed }],
            skipDuplicates: true,
          });
      if (count === 0) return "changed";
      await db.ssoIdentity.deleteMany({ where: { partnerId, issuer: { not: issuer } } });
      return "saved";
    },
    (outcome) => outcome === "saved",
  );
}

/**
 * Removes the connection and all bindings; returns false when there was none. The connection goes first: a sign-in that
 * holds its lock may add a binding, which is seen and removed afterwards.
 */
export async function deleteConnection(partnerId: string): Promise<boolean> {
  const { count } = await writeAudited(
    async (db) => {
      const deleted = await db.ssoConnection.deleteMany({ where: { partnerId } });
      await db.ssoIdentity.deleteMany({ where: { partnerId } });
      return deleted;
    },
    (deleted) => deleted.count > 0,
  );
  return count > 0;
}

/**
 * Sets whether single sign-on is the only way in, in place of the version that was read. `unguarded`: none of the people with
 * break-glass access is an owner with a second factor. The lock keeps the last of them from losing either at this moment.
 * `untried`: nobody has signed in since the connection was changed.
 */
export function saveOnly(
  partnerId: string,
  { isOnly, breakGlass, onlySetAt }: { isOnly: boolean; breakGlass: string[]; onlySetAt: Date },
  version: string | null,
): Promise<Saved<"gone" | "unguarded" | "untried">> {
  return writeAudited(
    async (db) => {
      await lockPeopleOf(db, partnerId);
      const present = await db.ssoConnection.findUnique({ where: { partnerId } });
      if (!present) return "gone";
      if (!isPresent(version, present)) return "changed";
      if (isOnly && (await countGuardedOwners(db, partnerId, breakGlass)) === 0) return "unguarded";
      if (isOnly && !present.isOnly && present.usedAt === null) return "untried";
      const data = { isOnly, breakGlass, onlySetAt: timeAfter(present.onlySetAt, onlySetAt) };
      const { count } = await db.ssoConnection.updateMany({ where: same(present), data });
      return count > 0 ? "saved" : "gone";
    },
    (outcome) => outcome === "saved",
  );
}

/** The number of a partner's owners among these people who have a second factor. */
function countGuardedOwners(
  db: PrismaTransaction,
  partnerId: string,
  personIds: string[],
): Promise<number> {
  return db.person.count({
    where: {
      ...{ partnerId, id: { in: personIds }, role: "owner", disabledAt: null },
      totpSecretSealed: { not: null },
    },
  });
}

/** The people of a partner for the settings: who could have break-glass access, and who is bound. */
export async function listSsoPeople(partnerId: string) {
  const db = await prisma();
  const people = await db.person.findMany({
    where: { partnerId, disabledAt: null },
    select: {
      ...{ id: true, name: true, email: true, role: true, totpSecretSealed: true },
      ssoIdentity: { select: { createdAt: true } },
    },
    orderBy: { id: "asc" },
  });
  return people.map(({ totpSecretSealed, ssoIdentity, ...person }) => ({
    ...person,
    hasSecondFactor: totpSecretSealed !== null,
    boundAt: ssoIdentity?.createdAt ?? null,
  }));
}

export type SsoPersonRow = Awaited<ReturnType<typeof listSsoPeople>>[number];

const MAX_DOMAINS = 20;

/**
 * Adds a domain to the list of a partner and returns it, or the one that is on the list already; undefined when the list is
 * full. Under a lock, because of two that read the list at the same moment both would add theirs.
 */
export async function insertDomain(
  row: DomainRow & { partnerId: string; createdAt: Date },
): Promise<DomainRow | undefined> {
  const { partnerId, domain } = row;
  const { listed } = await writeAudited(
    async (db) => {
      await lockPeopleOf(db, partnerId);
      const select = { domain: true, token: true, verifiedAt: true };
      const present = await db.ssoDomain.findMany({ where: { partnerId }, select });
      const known = present.find((each) => each.domain === domain);
      if (known || present.length >= MAX_DOMAINS) return { listed: known, isAdded: false };
      await db.ssoDomain.createMany({ data: row });
      return { listed: row, isAdded: true };
    },
    ({ isAdded }) => isAdded,
  );
  return listed;
}

/** Marks a domain as verified. @throws DatabaseError 23505 when another partner has verified it. */
export async function markVerified(partnerId: string, domain: string, at: Date): Promise<void> {
  await writeAudited(
    (db) =>
      db.ssoDomain.updateMany({
        where: { partnerId, domain, verifiedAt: null },
        data: { verifiedAt: at },
      }),
    ({ count }) => count > 0,
  );
}

export async function deleteDomain(partnerId: string, domain: string): Promise<boolean> {
  const { count } = await writeAudited(
    (db) => db.ssoDomain.deleteMany({ where: { partnerId, domain } }),
    (deleted) => deleted.count > 0,
  );
  return count > 0;
}

/** Unbinds the account of a person; returns false when none is bound. */
export async function deleteIdentity(partnerId: string, personId: string): Promise<boolean> {
  const { count } = await writeAudited(
    (db) => db.ssoIdentity.deleteMany({ where: { partnerId, personId } }),
    (deleted) => deleted.count > 0,
  );
  return count > 0;
}
