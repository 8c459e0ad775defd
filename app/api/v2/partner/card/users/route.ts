import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { createUserContract } from "@/lib/users/contract";
import { createUser, restoreCreatedUser } from "@/lib/users/create-user";

export const POST = partnerRoute(createUserContract, createUser, { restore: restoreCreatedUser });
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
