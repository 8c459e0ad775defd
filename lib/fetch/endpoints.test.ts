import { expect, test } from "vitest";
import * as account from "@/lib/account/contract";
import * as addresses from "@/lib/addresses/contract";
import * as admin from "@/lib/admin/contract";
import * as reviews from "@/lib/admin/review/contract";
import * as adminPartners from "@/lib/admin-partners/contract";
import * as adminRequests from "@/lib/admin-requests/contract";
import * as alerts from "@/lib/alerts/contract";
import * as audit from "@/lib/audit/contract";
import * as books from "@/lib/books/contract";
import * as cards from "@/lib/cards/contract";
import * as explain from "@/lib/explain/contract";
import * as exported from "@/lib/export/contract";
import * as health from "@/lib/health/contract";
import * as held from "@/lib/held-deposits/contract";
import * as keys from "@/lib/keys/contract";
import { isContract } from "@/lib/openapi/contracts";
import * as operators from "@/lib/operators/contract";
import * as overview from "@/lib/overview/contract";
import * as partners from "@/lib/partners/contract";
import * as postings from "@/lib/postings/contract";
import * as profile from "@/lib/profile/contract";
import * as requests from "@/lib/request-log/contract";
import * as sandbox from "@/lib/sandbox/contract";
import * as search from "@/lib/search/contract";
import * as team from "@/lib/team/contract";
import * as transactions from "@/lib/transactions/contract";
import * as users from "@/lib/users/contract";
import * as wallet from "@/lib/wallet/contract";
import * as deposits from "@/lib/wallet/deposits/contract";
import * as webhooks from "@/lib/webhooks/contract";
import * as withdrawals from "@/lib/withdrawals/contract";
import { ENDPOINTS } from "./endpoints";

const contracts = [
  admin,
  operators,
  adminPartners,
  adminRequests,
  health,
  alerts,
  held,
  postings,
  audit,
  books,
  reviews,
  users,
  cards,
  wallet,
  deposits,
  withdrawals,
  addresses,
  profile,
  partners,
  overview,
  search,
  account,
  team,
  transactions,
  exported,
  keys,
  webhooks,
  requests,
  explain,
  sandbox,
].flatMap((module) => Object.entries<unknown>(module).filter(([, value]) => isContract(value)));

test.each(Object.entries(ENDPOINTS))("%s is as its contract says", (id, endpoint) => {
  const contract = contracts.find(([name]) => name === `${id}Contract`)?.[1];
  if (!isContract(contract)) throw new Error(`no contract is exported as ${id}Contract`);
  expect({ id, hasKey: false, ...endpoint }).toEqual({
    id: contract.id,
    method: contract.method,
    path: contract.path,
    hasKey: contract.idempotency !== undefined,
  });
});
