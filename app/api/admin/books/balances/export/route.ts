import { exportTrialBalanceContract } from "@/lib/accounting/contract";
import { exportTrialBalance } from "@/lib/accounting/export-trial-balance";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(exportTrialBalanceContract, exportTrialBalance);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
