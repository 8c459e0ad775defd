import { exportCardsContract } from "@/lib/activity/export/contract";
import { exportCards } from "@/lib/activity/export/export-cards";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportCardsContract, exportCards);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
