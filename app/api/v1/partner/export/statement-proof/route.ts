import { exportStatementProofContract } from "@/lib/accounting/proofs/contract";
import { exportStatementProof } from "@/lib/accounting/proofs/export-statement-proof";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportStatementProofContract, exportStatementProof);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
