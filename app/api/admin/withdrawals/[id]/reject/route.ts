import { rejectWithdrawalContract } from "@/lib/backoffice/contract";
import { rejectWithdrawal } from "@/lib/backoffice/reject-withdrawal";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(rejectWithdrawalContract, rejectWithdrawal);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
