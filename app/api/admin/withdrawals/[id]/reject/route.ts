import { rejectWithdrawalContract } from "@/lib/admin/contract";
import { rejectWithdrawal } from "@/lib/admin/reject-withdrawal";
import { adminRoute } from "@/lib/http/admin-route";

export const POST = adminRoute(rejectWithdrawalContract, rejectWithdrawal);
