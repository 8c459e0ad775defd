import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";
import { insertChallenge, type NewChallenge, takeChallenge } from "@/lib/identity/passkeys/store";
import type { VerifiedCredential } from "@/lib/identity/passkeys/verify-registration";
import { type CheckedCredentials, lockPerson } from "@/lib/identity/store";
import { queueSecurityNotice } from "@/lib/mail/sql-store";
import { type Asking, endOthers } from "../account/store";
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
 * Stores the challenge of a registration. Returns false and changes nothing when the credentials changed after they were
 * checked.
 */
export function insertRegistration(
  checked: CheckedCredentials,
  challenge: NewChallenge,
): Promise<boolean> {
  return writeAudited(
    async (db) => {
      if (!(await lockPerson(db, checked))) return false;
      await insertChallenge(challenge, db);
      return true;
    },
    (isStored) => isStored,
  );
}

/**
 * Stores a passkey, with an e-mail to the person, and uses up the challenge of its registration. Returns `ended` when the
 * session has ended, `not_open` when the challenge was used or has ended, such as by a change of the credentials, `limit`
 * when the person has too many passkeys, and `known` when the authenticator's id is stored already; no passkey is stored
 * then. The person's row is locked, so that concurrent requests are counted one after another and a change of the
 * credentials comes before or after.
 */
export function insertPasskey(
  passkey: NewPasskey,
  challenge: string,
  sessionId: string,
): Promise<"done" | "ended" | "not_open" | "limit" | "known"> {
  const { personId, createdAt: at } = passkey;
  return writeAudited(
    async (db) => {
      await lockPerson(db, { personId });
      // The transaction checked the session before it waited for the lock, and a recovery may have ended it meanwhile.
      if ((await db.session.count({ where: { id: sessionId, revokedAt: null } })) === 0)
        return "ended";
      if (!(await takeChallenge({ challenge, purpose: "register", personId }, at, db)))
        return "not_open";
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

/**
 * Removes one of a person's passkeys, with an e-mail to the person, and ends every other session, because the passkey may
 * have begun it. Returns false when there is none with this id.
 */
export function deletePasskey(
  asking: Asking,
  { id, name }: Pick<StoredPasskey, "id" | "name">,
): Promise<boolean> {
  const { personId, at } = asking;
  return writeAudited(
    async (db) => {
      await lockPerson(db, { personId });
      const { count } = await db.passkey.deleteMany({ where: { id, personId } });
      if (count === 0) return false;
      const data = { change: "passkey_removed", name };
      await queueSecurityNotice(db, personId, { kind: "second_factor_changed", data, at });
      await endOthers(db, asking);
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
