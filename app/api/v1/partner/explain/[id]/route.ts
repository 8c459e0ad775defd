import { explainContract } from "@/lib/accounting/explain/contract";
import { explain } from "@/lib/accounting/explain/explain";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(explainContract, explain);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
