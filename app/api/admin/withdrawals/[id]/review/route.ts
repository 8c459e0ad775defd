import { reviewWithdrawalContract } from "@/lib/backoffice/review/contract";
import { reviewWithdrawal } from "@/lib/backoffice/review/review-withdrawal";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(reviewWithdrawalContract, reviewWithdrawal);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
