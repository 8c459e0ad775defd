import { adminListWithdrawalsContract } from "@/lib/admin/contract";
import { listWithdrawals } from "@/lib/admin/list-withdrawals";
import { adminRoute } from "@/lib/http/admin-route";

export const GET = adminRoute(adminListWithdrawalsContract, listWithdrawals);
