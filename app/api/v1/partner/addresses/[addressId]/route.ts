import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { removeAddressContract, renameAddressContract } from "@/lib/withdrawals/addresses/contract";
import { removeAddress } from "@/lib/withdrawals/addresses/remove-address";
import { renameAddress } from "@/lib/withdrawals/addresses/rename-address";

export const PATCH = personRoute(renameAddressContract, renameAddress);
export const DELETE = personRoute(removeAddressContract, removeAddress);
export const { GET, POST, PUT, OPTIONS } = otherMethods("PATCH", "DELETE");
