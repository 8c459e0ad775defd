import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { getTransactionContract } from "@/lib/transactions/contract";
import { getTransaction } from "@/lib/transactions/get-transaction";

export const GET = personRoute(getTransactionContract, getTransaction);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
