import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";
import type { VerifiedCredential } from "@/lib/identity/passkeys/verify-registration";
import { queueSecurityNotice } from "@/lib/mail/sql-store";
import { MAX_PASSKEYS } from "./schema";

export interface StoredPasskey {
  id: string;
  name: string;
  credentialId: string;
  publicKey: string;
  isBackedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const SHOWN = {
  ...{ id: true, name: true, credentialId: true, publicKey: true, isBackedUp: true },
  ...{ createdAt: true, lastUsedAt: true },
} as const;

/** Lists a person's passkeys, oldest first. */
export async function listPasskeysOf(personId: string): Promise<StoredPasskey[]> {
  const db = await prisma();
  return db.passkey.findMany({ where: { personId }, select: SHOWN, orderBy: { id: "asc" } });
}

/** Finds one of a person's passkeys. */
export async function findPasskeyOf(
  personId: string,
  id: string,
): Promise<StoredPasskey | undefined> {
  const db = await prisma();
  const passkey = await db.passkey.findFirst({ where: { id, personId }, select: SHOWN });
  return passkey ?? undefined;
}

interface NewPasskey extends VerifiedCredential {
  id: string;
  personId: string;
  name: string;
  createdAt: Date;
}

/**
 * Stores a passkey, with an e-mail to the person. Returns `limit` when the person has too many, and `known` when the
 * authenticator's id is stored already; nothing is changed then. The person's row is locked, so that concurrent requests
 * are counted one after another.
 */
export function insertPasskey(passkey: NewPasskey): Promise<"done" | "limit" | "known"> {
  const { personId, createdAt: at } = passkey;
  return writeAudited(
    async (db) => {
      // An update of nothing locks the row.
      await db.person.updateMany({ where: { id: personId }, data: { id: personId } });
      if ((await db.passkey.count({ where: { personId } })) >= MAX_PASSKEYS) return "limit";
      const { count } = await db.passkey.createMany({ data: passkey, skipDuplicates: true });
      if (count === 0) return "known";
      const data = { change: "passkey_added", name: passkey.name };
      await queueSecurityNotice(db, personId, { kind: "second_factor_changed", data, at });
      return "done";
    },
    (outcome) => outcome === "done",
  );
}

/** Renames one of a person's passkeys. Returns false when there is none with this id. */
export async function setPasskeyName(personId: string, id: string, name: string): Promise<boolean> {
  const { count } = await writeAudited(
    (db) => db.passkey.updateMany({ where: { id, personId }, data: { name } }),
    (renamed) => renamed.count > 0,
  );
  return count > 0;
}

/** Removes one of a person's passkeys, with an e-mail to the person. Returns false when there is none with this id. */
export function deletePasskey(
  personId: string,
  { id, name }: Pick<StoredPasskey, "id" | "name">,
  at: Date,
): Promise<boolean> {
  return writeAudited(
    async (db) => {
      const { count } = await db.passkey.deleteMany({ where: { id, personId } });
      if (count === 0) return false;
      const data = { change: "passkey_removed", name };
      await queueSecurityNotice(db, personId, { kind: "second_factor_changed", data, at });
      return true;
    },
    (isRemoved) => isRemoved,
  );
}

/** Lists the passkeys of active administrators and approvers, by e-mail. */
export async function listPasskeysOfApprovers() {
  const db = await prisma();
  return db.passkey.findMany({
    where: { person: { partnerId: null, disabledAt: null, role: { in: ["admin", "approver"] } } },
    select: { name: true, publicKey: true, createdAt: true, person: { select: { email: true } } },
    orderBy: [{ person: { emailKey: "asc" } }, { id: "asc" }],
  });
}
