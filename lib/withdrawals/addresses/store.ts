import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";
import { MAX_SAVED_ADDRESSES } from "./schema";
import { lockAddresses } from "./sql-store";

export interface SavedAddressRow {
  id: string;
  label: string;
  address: string;
  /** The name of the person who saved the address. */
  savedBy: string;
  createdAt: Date;
}

const SHOWN = {
  id: true,
  label: true,
  address: true,
  createdAt: true,
  saver: { select: { name: true } },
} as const;

const withName = ({
  saver,
  ...row
}: Omit<SavedAddressRow, "savedBy"> & { saver: { name: string } }): SavedAddressRow => ({
  ...row,
  savedBy: saver.name,
});

/** Lists a partner's saved addresses by label. */
export async function listAddresses(partnerId: string): Promise<SavedAddressRow[]> {
  const db = await prisma();
  const rows = await db.savedAddress.findMany({
    where: { partnerId },
    select: SHOWN,
    take: MAX_SAVED_ADDRESSES,
  });
  return rows.map(withName).sort((one, other) => one.label.localeCompare(other.label, "en"));
}

export async function findAddress(
  partnerId: string,
  addressId: string,
): Promise<SavedAddressRow | undefined> {
  const db = await prisma();
  const row = await db.savedAddress.findUnique({
    where: { id: addressId, partnerId },
    select: SHOWN,
  });
  return row ? withName(row) : undefined;
}

interface NewAddress extends Omit<SavedAddressRow, "savedBy"> {
  /** The person who saves the address. */
  personId: string;
}

/** Returns false when the partner has the maximum number of addresses. Throws a unique violation for a duplicate. */
export function insertAddress(
  partnerId: string,
  { personId, ...row }: NewAddress,
): Promise<boolean> {
  return writeAudited(
    async (db) => {
      // Two that count at the same moment would both find room for the last address.
      await lockAddresses(db, partnerId);
      const count = await db.savedAddress.count({ where: { partnerId } });
      if (count >= MAX_SAVED_ADDRESSES) return false;
      await db.savedAddress.create({ data: { ...row, partnerId, savedBy: personId } });
      return true;
    },
    (isSaved) => isSaved,
  );
}

const isDone = ({ count }: { count: number }) => count > 0;

/** Returns false when the address no longer exists. Throws a unique violation when another address has the label. */
export async function renameAddress(
  partnerId: string,
  addressId: string,
  label: string,
): Promise<boolean> {
  const renamed = await writeAudited(
    (db) => db.savedAddress.updateMany({ where: { id: addressId, partnerId }, data: { label } }),
    isDone,
  );
  return isDone(renamed);
}

/** Returns false when the address was already removed. */
export async function deleteAddress(partnerId: string, addressId: string): Promise<boolean> {
  const deleted = await writeAudited(
    (db) => db.savedAddress.deleteMany({ where: { id: addressId, partnerId } }),
    isDone,
  );
  return isDone(deleted);
}
