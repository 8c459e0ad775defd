import { downloadEvidenceFileContract } from "@/lib/cards/disputes/console/contract";
import { downloadEvidenceFile } from "@/lib/cards/disputes/console/download-evidence-file";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(downloadEvidenceFileContract, downloadEvidenceFile);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
