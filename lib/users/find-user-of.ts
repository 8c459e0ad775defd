import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { findUser, type UserRow } from "./store";

/**
 * Reads a partner's user.
 * @throws ServiceError USER_NOT_FOUND when the user is unknown, deleted or of another partner.
 */
export async function findUserOf(partnerId: string, userId: string): Promise<UserRow> {
  return findOrRefuse("usr", userId, "USER_NOT_FOUND", () => findUser(partnerId, userId));
}
