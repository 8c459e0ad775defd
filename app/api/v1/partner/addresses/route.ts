import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { listAddressesContract, saveAddressContract } from "@/lib/withdrawals/addresses/contract";
import { listAddresses } from "@/lib/withdrawals/addresses/list-addresses";
import { saveAddress } from "@/lib/withdrawals/addresses/save-address";

export const GET = personRoute(listAddressesContract, listAddresses);
export const POST = personRoute(saveAddressContract, saveAddress);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
