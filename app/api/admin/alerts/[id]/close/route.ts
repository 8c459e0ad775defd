import { settleAlertContract } from "@/lib/alerts/contract";
import { settleAlert } from "@/lib/alerts/settle-alert";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(settleAlertContract, settleAlert);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
