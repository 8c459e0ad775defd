import { getTransactionContract } from "@/lib/activity/transactions/contract";
import { getTransaction } from "@/lib/activity/transactions/get-transaction";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(getTransactionContract, getTransaction);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
