import { exportDisputesContract } from "@/lib/activity/export/contract";
import { exportDisputes } from "@/lib/activity/export/export-disputes";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportDisputesContract, exportDisputes);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
