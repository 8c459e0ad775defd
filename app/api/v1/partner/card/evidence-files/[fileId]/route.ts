import { removeEvidenceFileContract } from "@/lib/cards/disputes/files/contract";
import { removeEvidenceFile } from "@/lib/cards/disputes/files/remove-evidence-file";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const DELETE = partnerRoute(removeEvidenceFileContract, removeEvidenceFile);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
