import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { getKycFeeContract } from "@/lib/users/contract";
import { getKycFee } from "@/lib/users/get-kyc-fee";

export const GET = personRoute(getKycFeeContract, getKycFee);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
