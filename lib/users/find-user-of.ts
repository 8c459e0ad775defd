import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { findUser, type UserRow } from "./store";

/**
 * Reads a partner's user.
 * @throws ServiceError USER_NOT_FOUND when the user is unknown, deleted or of another partner.
 */
export async function findUserOf(partnerId: string, userId: string): Promise<UserRow> {
  const user = isId("usr", userId) ? await findUser(partnerId, userId) : undefined;
  if (!user) throw new ServiceError("USER_NOT_FOUND");
  return user;
}
