import type { AdminUseCase } from "@/lib/contract/use-cases";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import type { getAdminUserContract } from "./contract";
import { presentAdminUserDetail } from "./present";
import { findAdminUser } from "./store";

/** Returns a card user of any partner with its cards. Source: docs/decisions/0080-card-users-in-the-console.md */
export const getAdminUser: AdminUseCase<typeof getAdminUserContract> = async ({ input }) => {
  const { id } = input.params;
  const user = await findOrRefuse("usr", id, "USER_NOT_FOUND", () => findAdminUser(id));
  return presentAdminUserDetail(user);
};
