import { expect, test } from "vitest";
import * as books from "@/lib/accounting/contract";
import * as explain from "@/lib/accounting/explain/contract";
import * as postings from "@/lib/accounting/postings/contract";
import * as proofs from "@/lib/accounting/proofs/contract";
import * as receipts from "@/lib/accounting/receipts/contract";
import * as statements from "@/lib/accounting/statement/contract";
import * as exported from "@/lib/activity/export/contract";
import * as overview from "@/lib/activity/overview/contract";
import * as recent from "@/lib/activity/recent/contract";
import * as search from "@/lib/activity/search/contract";
import * as transactions from "@/lib/activity/transactions/contract";
import { isContract } from "@/lib/api/openapi/contracts";
import * as audit from "@/lib/audit/contract";
import * as partnerAudit from "@/lib/audit/partner/contract";
import * as admin from "@/lib/backoffice/contract";
import * as partnerCardDays from "@/lib/backoffice/partners/card-days/contract";
import * as adminPartners from "@/lib/backoffice/partners/contract";
import * as adminPolicy from "@/lib/backoffice/payout-policy/contract";
import * as reviews from "@/lib/backoffice/review/contract";
import * as adminScreening from "@/lib/backoffice/screening/contract";
import * as adminUsers from "@/lib/backoffice/users/contract";
import * as cards from "@/lib/cards/contract";
import * as adminDisputes from "@/lib/cards/disputes/console/contract";
import * as disputes from "@/lib/cards/disputes/contract";
import * as evidenceFiles from "@/lib/cards/disputes/files/contract";
import * as deposits from "@/lib/deposits/contract";
import * as held from "@/lib/deposits/held/contract";
import * as notifications from "@/lib/notifications/preferences/contract";
import * as alerts from "@/lib/operations/alerts/contract";
import * as health from "@/lib/operations/health/contract";
import * as healthHistory from "@/lib/operations/health/history/contract";
import * as company from "@/lib/partners/company/contract";
import * as partners from "@/lib/partners/contract";
import * as lowBalance from "@/lib/partners/low-balance/contract";
import * as profile from "@/lib/partners/profile/contract";
import * as account from "@/lib/people/account/contract";
import * as adminRequests from "@/lib/people/admin-requests/contract";
import * as keys from "@/lib/people/keys/contract";
import * as operators from "@/lib/people/operators/contract";
import * as passkeys from "@/lib/people/passkeys/contract";
import * as passkeySignIn from "@/lib/people/passkeys/sign-in/contract";
import * as passwordReset from "@/lib/people/password-reset/contract";
import * as sso from "@/lib/people/sso/contract";
import * as team from "@/lib/people/team/contract";
import * as requests from "@/lib/request-log/contract";
import * as clock from "@/lib/sandbox/clock/contract";
import * as sandbox from "@/lib/sandbox/contract";
import * as users from "@/lib/users/contract";
import * as wallet from "@/lib/wallet/contract";
import * as webhooks from "@/lib/webhooks/contract";
import * as addresses from "@/lib/withdrawals/addresses/contract";
import * as withdrawals from "@/lib/withdrawals/contract";
import * as ownApprovals from "@/lib/withdrawals/own-approvals/contract";
import * as policy from "@/lib/withdrawals/policy/contract";
import { ENDPOINTS, type EndpointId, endpointOf } from "./endpoints";

const contracts = [
  admin,
  operators,
  adminPartners,
  adminRequests,
  health,
  healthHistory,
  alerts,
  held,
  postings,
  audit,
  partnerAudit,
  books,
  receipts,
  proofs,
  statements,
  partnerCardDays,
  reviews,
  adminUsers,
  users,
  cards,
  adminDisputes,
  disputes,
  evidenceFiles,
  wallet,
  deposits,
  withdrawals,
  addresses,
  ownApprovals,
  policy,
  adminPolicy,
  adminScreening,
  lowBalance,
  profile,
  company,
  partners,
  overview,
  recent,
  search,
  account,
  notifications,
  passkeys,
  passkeySignIn,
  passwordReset,
  team,
  sso,
  transactions,
  exported,
  keys,
  webhooks,
  requests,
  explain,
  clock,
  sandbox,
].flatMap((module) => Object.entries<unknown>(module).filter(([, value]) => isContract(value)));

test.each(Object.keys(ENDPOINTS) as EndpointId[])("%s equals its contract", (id) => {
  const contract = contracts.find(([name]) => name === `${id}Contract`)?.[1];
  if (!isContract(contract)) throw new Error(`no contract is exported as ${id}Contract`);
  expect({ id, ...endpointOf(id) }).toEqual({
    id: contract.id,
    method: contract.method,
    path: contract.path,
    hasKey: contract.idempotency !== undefined,
  });
});
