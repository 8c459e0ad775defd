import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { setLowBalanceContract } from "@/lib/partners/low-balance/contract";
import { setLowBalance } from "@/lib/partners/low-balance/set-low-balance";

export const POST = personRoute(setLowBalanceContract, setLowBalance);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
