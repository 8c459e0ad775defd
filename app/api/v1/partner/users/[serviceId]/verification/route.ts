import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { getUserVerificationContract } from "@/lib/users/contract";
import { getUserVerification } from "@/lib/users/get-user-verification";

export const GET = personRoute(getUserVerificationContract, getUserVerification);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
