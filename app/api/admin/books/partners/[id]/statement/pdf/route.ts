import { exportPartnerStatementPdfContract } from "@/lib/accounting/statement/contract";
import { exportPartnerStatementPdf } from "@/lib/accounting/statement/export-statement-pdf";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(exportPartnerStatementPdfContract, exportPartnerStatementPdf);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
