import { addEvidenceFile } from "@/lib/cards/disputes/files/add-evidence-file";
import {
  addEvidenceFileContract,
  listEvidenceFilesContract,
} from "@/lib/cards/disputes/files/contract";
import { listEvidenceFiles } from "@/lib/cards/disputes/files/list-evidence-files";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const GET = partnerRoute(listEvidenceFilesContract, listEvidenceFiles);
export const POST = partnerRoute(addEvidenceFileContract, addEvidenceFile);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
