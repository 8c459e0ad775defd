import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { listUserCardsContract } from "@/lib/users/contract";
import { listUserCards } from "@/lib/users/list-user-cards";

export const GET = partnerRoute(listUserCardsContract, listUserCards);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
