import { checkAddress } from "@/lib/addresses/check-address";
import { checkAddressContract } from "@/lib/addresses/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(checkAddressContract, checkAddress);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
