import { exportStatementPdfContract } from "@/lib/accounting/statement/contract";
import { exportStatementPdf } from "@/lib/accounting/statement/export-statement-pdf";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportStatementPdfContract, exportStatementPdf);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
