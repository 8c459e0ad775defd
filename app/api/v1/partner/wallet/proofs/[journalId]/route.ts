import { getJournalProofContract } from "@/lib/accounting/proofs/contract";
import { getJournalProof } from "@/lib/accounting/proofs/get-journal-proof";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const GET = partnerRoute(getJournalProofContract, getJournalProof);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
