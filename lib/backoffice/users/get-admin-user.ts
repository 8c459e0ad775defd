import type { AdminUseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { getAdminUserContract } from "./contract";
import { presentAdminUserDetail } from "./present";
import { findAdminUser } from "./store";

/** Returns a card user of any partner with its cards. Source: docs/decisions/0080-card-users-in-the-console.md */
export const getAdminUser: AdminUseCase<typeof getAdminUserContract> = async ({ input }) => {
  const { id } = input.params;
  const user = isId("usr", id) ? await findAdminUser(id) : undefined;
  if (!user) throw new ServiceError("USER_NOT_FOUND");
  return presentAdminUserDetail(user);
};
