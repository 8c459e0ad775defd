import type { UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { decideAndCommit } from "@/lib/ledger";
import type { deleteUserContract } from "./contract";
import { emailHash } from "./email-hash";
import { findUserDeletionState, type UserDeletionState } from "./store";

/**
 * All fields that identify the person, emptied. The row is kept for its cards. `countryCode` is kept too: a country
 * alone identifies nobody. In the same transaction the database masks the person's data in other tables (`mask_user`).
 * Source: decision 0047.
 */
export const EMPTIED = {
  email: "",
  emailKey: null,
  firstName: "",
  lastName: "",
  phoneNumber: "",
  accountPurpose: "",
  ipAddress: "",
  walletAddress: null,
  redirectUrl: null,
  address: "",
  city: "",
  region: "",
  postalCode: "",
  denialReason: null,
  kycSessionId: null,
};

async function findDeletable(partnerId: string, userId: string): Promise<UserDeletionState> {
  return findOrRefuse("usr", userId, "USER_NOT_FOUND", () =>
    findUserDeletionState(partnerId, userId),
  );
}

/**
 * Deletes a user whose cards are all terminated. A card that is created at the same moment changes the user's version,
 * so one of the two decisions is stale. Source: spec: Delete User.
 */
export const deleteUser: UseCase<typeof deleteUserContract> = async ({ partner, input, at }) =>
  decideAndCommit(
    () => findDeletable(partner.id, input.params.serviceId),
    (user) => {
      const { activeCards } = user;
      if (activeCards.length > 0)
        throw new ServiceError("ACTIVE_CARDS_EXIST", { data: { activeCards } });
      const set = { ...EMPTIED, deletedAt: at };
      return {
        changeSet: {
          update: { users: [{ id: user.id, version: user.version, set }] },
          insert: {
            deleted_users: [
              {
                partnerId: partner.id,
                emailHash: emailHash(partner.id, user.emailKey),
                status: user.status,
                deletedAt: at,
              },
            ],
          },
        },
        result: { deleted: true },
      };
    },
  );
