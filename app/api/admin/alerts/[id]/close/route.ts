import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { settleAlertContract } from "@/lib/operations/alerts/contract";
import { settleAlert } from "@/lib/operations/alerts/settle-alert";

export const POST = adminRoute(settleAlertContract, settleAlert);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
