import { listLedgerKeysContract } from "@/lib/accounting/proofs/contract";
import { listLedgerKeys } from "@/lib/accounting/proofs/list-ledger-keys";
import { otherMethods } from "@/lib/http/other-methods";
import { visitorRoute } from "@/lib/http/visitor-route";

export const GET = visitorRoute(listLedgerKeysContract, listLedgerKeys);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
