import { explainContract } from "@/lib/accounting/explain/contract";
import { exportStatementProofContract } from "@/lib/accounting/proofs/contract";
import {
  exportDepositReceiptContract,
  exportWithdrawalReceiptContract,
} from "@/lib/accounting/receipts/contract";
import {
  exportOwnStatementContract,
  exportStatementPdfContract,
  getOwnStatementContract,
} from "@/lib/accounting/statement/contract";
import * as exported from "@/lib/activity/export/contract";
import { getOverviewContract } from "@/lib/activity/overview/contract";
import { getRecentActivityContract } from "@/lib/activity/recent/contract";
import { searchContract } from "@/lib/activity/search/contract";
import {
  getTransactionContract,
  searchTransactionsContract,
} from "@/lib/activity/transactions/contract";
import { listAuditActionsContract } from "@/lib/audit/partner/contract";
import { getCardShortfallContract, revealCardContract } from "@/lib/cards/contract";
import type { AnyContract } from "@/lib/contract/contract";
import { PARTNER_ROLES, type PartnerRole } from "@/lib/contract/roles";
import { followPartnerContract } from "@/lib/operations/live/contract";
import * as company from "@/lib/partners/company/contract";
import { getTermsContract } from "@/lib/partners/contract";
import { setLowBalanceContract } from "@/lib/partners/low-balance/contract";
import { rotateWebhookSecretContract } from "@/lib/partners/profile/contract";
import * as keys from "@/lib/people/keys/contract";
import * as sso from "@/lib/people/sso/contract";
import * as team from "@/lib/people/team/contract";
import * as requests from "@/lib/request-log/contract";
import { getKycFeeContract, getUserVerificationContract } from "@/lib/users/contract";
import { getWebhookStatisticsContract } from "@/lib/webhooks/contract";
import * as addresses from "@/lib/withdrawals/addresses/contract";
import { getWithdrawalProgressContract } from "@/lib/withdrawals/contract";
import * as ownApprovals from "@/lib/withdrawals/own-approvals/contract";
import { getPayoutPolicyContract, setAllowListContract } from "@/lib/withdrawals/policy/contract";
import type { TestPerson } from "@/test/fixtures/people";
import { ssoBody, ssoVersion } from "@/test/fixtures/sso";

/** The kinds of objects that an operation of the dashboard can refer to; each `Office` has one of each. */
export type OfficeSubject =
  | "card"
  | "address"
  | "key"
  | "colleague"
  | "deposit"
  | "domain"
  | "invitation"
  | "session"
  | "transaction"
  | "user"
  | "request"
  | "withdrawal";

/** An operation that only sessions may call, the allowed roles, and a valid request. */
export interface DashboardOperation {
  contract: AnyContract;
  may: readonly PartnerRole[];
  subject?: OfficeSubject;
  /** The path parameter for the subject's id. */
  params?: string;
  query?: Record<string, string>;
  body?: (caller: TestPerson) => Record<string, unknown>;
  /** The fields of the body that name what the caller has read. */
  read?: (partnerId: string) => Promise<Record<string, unknown>>;
  /** The refusal of an unknown id and of another partner's id. */
  unknown?: readonly [status: number, code: string];
}

const TINY_PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";
const DEVELOPERS = ["owner", "developer"] as const;
const OWNERS = ["owner"] as const;
const aKey = {
  subject: "key",
  params: "keyId",
  may: DEVELOPERS,
  unknown: [404, "API_KEY_NOT_FOUND"],
} as const;
const aColleague = {
  subject: "colleague",
  params: "personId",
  may: OWNERS,
  unknown: [404, "PERSON_NOT_FOUND"],
} as const;
const aDomain = {
  subject: "domain",
  params: "domain",
  may: OWNERS,
  unknown: [404, "SSO_DOMAIN_NOT_FOUND"],
} as const;
const anAddress = {
  subject: "address",
  params: "addressId",
  may: OWNERS,
  unknown: [404, "ADDRESS_NOT_FOUND"],
} as const;
const EXAMPLE_ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const readVersion = async (partnerId: string) => ({ version: await ssoVersion(partnerId) });
const password = (caller: TestPerson) => ({ password: caller.password });

/**
 * Every operation that a partner's people may call and its keys may not. A route without a row here fails the matrix.
 */
export const DASHBOARD_OPERATIONS: DashboardOperation[] = [
  {
    contract: revealCardContract,
    subject: "card",
    params: "serviceCardId",
    may: DEVELOPERS,
    unknown: [404, "CARD_NOT_FOUND"],
    body: password,
  },
  {
    contract: getCardShortfallContract,
    subject: "card",
    params: "serviceCardId",
    may: PARTNER_ROLES,
    unknown: [404, "CARD_NOT_FOUND"],
  },
  { contract: keys.listApiKeysContract, may: DEVELOPERS },
  {
    contract: keys.createApiKeyContract,
    may: DEVELOPERS,
    body: (caller) => ({ name: "matrix", ...password(caller) }),
  },
  {
    contract: keys.rollApiKeyContract,
    ...aKey,
    body: (caller) => ({ overlapHours: 1, ...password(caller) }),
  },
  { contract: keys.revokeApiKeyContract, ...aKey },
  { contract: addresses.listAddressesContract, may: PARTNER_ROLES },
  {
    contract: addresses.checkAddressContract,
    may: PARTNER_ROLES,
    query: { address: EXAMPLE_ADDRESS },
  },
  {
    contract: addresses.saveAddressContract,
    may: OWNERS,
    body: () => ({ label: "matrix", address: EXAMPLE_ADDRESS }),
  },
  { contract: addresses.renameAddressContract, ...anAddress, body: () => ({ label: "renamed" }) },
  { contract: addresses.removeAddressContract, ...anAddress },
  { contract: team.listPeopleContract, may: PARTNER_ROLES },
  {
    contract: team.invitePersonContract,
    may: OWNERS,
    body: (caller) => ({
      email: `${crypto.randomUUID()}@example.com`,
      role: "viewer",
      ...password(caller),
    }),
  },
  {
    contract: team.revokeInvitationContract,
    subject: "invitation",
    params: "invitationId",
    may: OWNERS,
    unknown: [404, "INVITATION_NOT_FOUND"],
  },
  {
    contract: team.changeRoleContract,
    ...aColleague,
    body: (caller) => ({ role: "developer", ...password(caller) }),
  },
  { contract: team.removePersonContract, ...aColleague },
  { contract: sso.getSsoContract, may: OWNERS },
  {
    contract: sso.setSsoContract,
    may: OWNERS,
    body: (caller) => ({ ...ssoBody(), ...password(caller) }),
    read: readVersion,
  },
  { contract: sso.removeSsoContract, may: OWNERS, body: password },
  {
    contract: sso.setSsoOnlyContract,
    may: OWNERS,
    body: (caller) => ({
      isOnly: true,
      breakGlassPersonIds: [caller.personId],
      ...password(caller),
    }),
    read: readVersion,
  },
  {
    contract: sso.addSsoDomainContract,
    may: OWNERS,
    body: () => ({ domain: `${crypto.randomUUID()}.example` }),
  },
  { contract: sso.verifySsoDomainContract, ...aDomain },
  { contract: sso.removeSsoDomainContract, ...aDomain },
  {
    contract: sso.unlinkSsoContract,
    ...aColleague,
    unknown: [404, "SSO_IDENTITY_NOT_FOUND"],
  },
  { contract: getOverviewContract, may: PARTNER_ROLES },
  { contract: searchTransactionsContract, may: PARTNER_ROLES },
  { contract: getWebhookStatisticsContract, may: PARTNER_ROLES, query: { period: "week" } },
  { contract: rotateWebhookSecretContract, may: DEVELOPERS },
  { contract: getRecentActivityContract, may: PARTNER_ROLES },
  {
    contract: getWithdrawalProgressContract,
    subject: "withdrawal",
    params: "id",
    may: PARTNER_ROLES,
    unknown: [404, "WITHDRAWAL_NOT_FOUND"],
  },
  {
    contract: exportWithdrawalReceiptContract,
    subject: "withdrawal",
    params: "id",
    may: PARTNER_ROLES,
    unknown: [404, "WITHDRAWAL_NOT_FOUND"],
  },
  {
    contract: exportDepositReceiptContract,
    subject: "deposit",
    params: "depositId",
    may: PARTNER_ROLES,
    unknown: [404, "DEPOSIT_NOT_FOUND"],
  },
  ...[
    exported.exportCardTransactionsContract,
    exported.exportWalletTransactionsContract,
    exported.exportCardsContract,
    exported.exportUsersContract,
    exported.exportWithdrawalsContract,
    exported.exportDepositsContract,
    exported.exportDisputesContract,
    exported.exportWebhookEventsContract,
  ].map((contract) => ({ contract, may: PARTNER_ROLES, query: { timeZone: "Asia/Kathmandu" } })),
  ...[
    getOwnStatementContract,
    exportOwnStatementContract,
    exportStatementPdfContract,
    exportStatementProofContract,
  ].map((contract) => ({
    contract,
    may: PARTNER_ROLES,
    query: { month: "2026-11" },
  })),
  {
    contract: exported.exportAuditLogContract,
    may: DEVELOPERS,
    query: { timeZone: "Asia/Kathmandu" },
  },
  { contract: listAuditActionsContract, may: DEVELOPERS },
  { contract: getTermsContract, may: PARTNER_ROLES },
  { contract: company.getCompanyContract, may: PARTNER_ROLES },
  { contract: company.setPublicNameContract, may: ["owner"], body: () => ({ publicName: "N" }) },
  { contract: getPayoutPolicyContract, may: PARTNER_ROLES },
  {
    contract: setAllowListContract,
    may: OWNERS,
    body: () => ({ allowList: false, waitHours: 24 }),
  },
  { contract: ownApprovals.getOwnApprovalsContract, may: PARTNER_ROLES },
  {
    contract: ownApprovals.setOwnApprovalContract,
    may: OWNERS,
    body: (caller) => ({ above: null, ...password(caller) }),
  },
  {
    contract: ownApprovals.confirmOwnApprovalContract,
    may: OWNERS,
    body: (caller) => ({ above: null, ...password(caller) }),
  },
  {
    contract: ownApprovals.approveOwnWithdrawalContract,
    subject: "withdrawal",
    params: "id",
    may: OWNERS,
    unknown: [404, "WITHDRAWAL_NOT_FOUND"],
    body: password,
  },
  { contract: setLowBalanceContract, may: ["owner"], body: () => ({ threshold: 50 }) },
  { contract: company.setLogoContract, may: ["owner"], body: () => ({ image: TINY_PNG }) },
  { contract: company.removeLogoContract, may: ["owner"] },
  {
    contract: getTransactionContract,
    subject: "transaction",
    params: "transactionId",
    may: PARTNER_ROLES,
    unknown: [404, "TRANSACTION_NOT_FOUND"],
  },
  {
    contract: getUserVerificationContract,
    subject: "user",
    params: "serviceId",
    may: PARTNER_ROLES,
    unknown: [404, "USER_NOT_FOUND"],
  },
  {
    contract: getKycFeeContract,
    may: DEVELOPERS,
    query: { email: "amara.okafor@example.com" },
  },
  { contract: followPartnerContract, may: PARTNER_ROLES },
  { contract: searchContract, may: PARTNER_ROLES, query: { text: "Amara" } },
  {
    contract: explainContract,
    subject: "transaction",
    params: "id",
    may: PARTNER_ROLES,
    unknown: [404, "NOTHING_TO_EXPLAIN"],
  },
  { contract: requests.listRequestsContract, may: DEVELOPERS },
  {
    contract: requests.exportRequestsContract,
    may: DEVELOPERS,
    query: { timeZone: "Asia/Kathmandu" },
  },
  {
    contract: requests.getRequestContract,
    subject: "request",
    params: "requestId",
    may: DEVELOPERS,
    unknown: [404, "REQUEST_NOT_FOUND"],
  },
];
