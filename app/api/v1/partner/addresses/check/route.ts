import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { checkAddress } from "@/lib/withdrawals/addresses/check-address";
import { checkAddressContract } from "@/lib/withdrawals/addresses/contract";

export const GET = personRoute(checkAddressContract, checkAddress);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
