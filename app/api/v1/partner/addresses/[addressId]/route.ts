import { removeAddressContract, renameAddressContract } from "@/lib/addresses/contract";
import { removeAddress } from "@/lib/addresses/remove-address";
import { renameAddress } from "@/lib/addresses/rename-address";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const PATCH = personRoute(renameAddressContract, renameAddress);
export const DELETE = personRoute(removeAddressContract, removeAddress);
export const { GET, POST, PUT, OPTIONS } = otherMethods("PATCH", "DELETE");
