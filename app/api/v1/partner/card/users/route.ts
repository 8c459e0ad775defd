import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { createUserV1Contract, listUsersContract } from "@/lib/users/contract";
import { createUser, restoreCreatedUser } from "@/lib/users/create-user";
import { listUsers } from "@/lib/users/list-users";

export const GET = partnerRoute(listUsersContract, listUsers);
export const POST = partnerRoute(createUserV1Contract, createUser, { restore: restoreCreatedUser });
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
