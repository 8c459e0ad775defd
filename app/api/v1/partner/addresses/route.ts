import { listAddressesContract, saveAddressContract } from "@/lib/addresses/contract";
import { listAddresses } from "@/lib/addresses/list-addresses";
import { saveAddress } from "@/lib/addresses/save-address";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(listAddressesContract, listAddresses);
export const POST = personRoute(saveAddressContract, saveAddress);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
