import { exportDepositsContract } from "@/lib/activity/export/contract";
import { exportDeposits } from "@/lib/activity/export/export-deposits";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportDepositsContract, exportDeposits);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
