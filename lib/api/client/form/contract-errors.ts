import type { z } from "zod";
import { checkFields } from "../check-fields";
import type { EndpointId } from "../endpoints";

const postings = () => import("@/lib/accounting/postings/contract");
const backoffice = () => import("@/lib/backoffice/contract");
const adminPartners = () => import("@/lib/backoffice/partners/contract");
const adminPolicy = () => import("@/lib/backoffice/payout-policy/contract");
const adminScreening = () => import("@/lib/backoffice/screening/contract");
const cards = () => import("@/lib/cards/contract");
const disputes = () => import("@/lib/cards/disputes/contract");
const deposits = () => import("@/lib/deposits/contract");
const held = () => import("@/lib/deposits/held/contract");
const alerts = () => import("@/lib/operations/alerts/contract");
const company = () => import("@/lib/partners/company/contract");
const lowBalance = () => import("@/lib/partners/low-balance/contract");
const profile = () => import("@/lib/partners/profile/contract");
const account = () => import("@/lib/people/account/contract");
const adminRequests = () => import("@/lib/people/admin-requests/contract");
const keys = () => import("@/lib/people/keys/contract");
const operators = () => import("@/lib/people/operators/contract");
const passkeys = () => import("@/lib/people/passkeys/contract");
const passwordReset = () => import("@/lib/people/password-reset/contract");
const sso = () => import("@/lib/people/sso/contract");
const team = () => import("@/lib/people/team/contract");
const clock = () => import("@/lib/sandbox/clock/contract");
const sandbox = () => import("@/lib/sandbox/contract");
const users = () => import("@/lib/users/contract");
const webhooks = () => import("@/lib/webhooks/contract");
const addresses = () => import("@/lib/withdrawals/addresses/contract");
const withdrawals = () => import("@/lib/withdrawals/contract");
const ownApprovals = () => import("@/lib/withdrawals/own-approvals/contract");
const policy = () => import("@/lib/withdrawals/policy/contract");

/**
 * The modules of the contracts whose endpoints have a form, by the endpoint's id. They include zod, so they are loaded
 * when a field gets the focus, not with the form.
 */
const MODULES = {
  confirmOperatorPosting: postings,
  previewOperatorPosting: postings,
  rejectOperatorPosting: postings,
  requestOperatorPosting: postings,
  approveWithdrawal: backoffice,
  changePartner: backoffice,
  failWithdrawal: backoffice,
  rejectWithdrawal: backoffice,
  createPartner: adminPartners,
  inviteOwner: adminPartners,
  endSsoRequirement: adminPartners,
  removePartnerPerson: adminPartners,
  resumePartner: adminPartners,
  suspendPartner: adminPartners,
  unlockPartnerPerson: adminPartners,
  advanceSandboxClock: clock,
  createCard: cards,
  fundCard: cards,
  revealCard: cards,
  withdrawFromCard: cards,
  openDispute: disputes,
  lookupDeposit: deposits,
  releaseHeldDeposit: held,
  settleAlert: alerts,
  changePayoutPolicy: adminPolicy,
  releaseScreening: adminScreening,
  approveOwnWithdrawal: ownApprovals,
  confirmOwnApproval: ownApprovals,
  setOwnApproval: ownApprovals,
  setAllowList: policy,
  setLowBalance: lowBalance,
  setPublicName: company,
  setRedirectUrl: profile,
  setWebhook: profile,
  setWebhookEvents: profile,
  changeName: account,
  changePassword: account,
  confirmSecondFactor: account,
  removeSecondFactor: account,
  startSecondFactor: account,
  confirmAdminRequest: adminRequests,
  createApiKey: keys,
  rollApiKey: keys,
  changeOperatorRole: operators,
  inviteOperator: operators,
  removeOperator: operators,
  resetOperatorFactor: operators,
  unlockOperator: operators,
  registerPasskey: passkeys,
  removePasskey: passkeys,
  renamePasskey: passkeys,
  startPasskey: passkeys,
  requestPasswordReset: passwordReset,
  resetPassword: passwordReset,
  addSsoDomain: sso,
  removeSso: sso,
  setSso: sso,
  setSsoOnly: sso,
  acceptInvitation: team,
  changeRole: team,
  removePerson: team,
  invitePerson: team,
  simulateAuthorization: sandbox,
  simulateDeposit: sandbox,
  simulateNetworkMessage: sandbox,
  simulateSettlement: sandbox,
  createUser: users,
  replayWebhookEvents: webhooks,
  sendTestEvent: webhooks,
  renameAddress: addresses,
  saveAddress: addresses,
  createWithdrawal: withdrawals,
} as const satisfies { [Id in EndpointId]?: () => Promise<object> };

/** The endpoints that have a form. */
export type FormId = keyof typeof MODULES;
export const FORM_IDS = Object.keys(MODULES) as FormId[];

/** Longer than a contract takes on a usual connection; a person who submits does not wait longer. */
const LOAD_MS = 2_000;

/** Loads the contract of an endpoint. @throws an error when the network fails. */
export async function loadContract(id: FormId): Promise<{ body?: z.ZodType }> {
  const exported: Record<string, unknown> = await MODULES[id]();
  return exported[`${id}Contract`] as { body?: z.ZodType };
}

/**
 * Returns an error text for each invalid property of a body that was not sent yet. Returns none if the contract does not
 * arrive: the service validates every request, so a form works without it.
 */
export async function contractErrors(id: FormId, body: unknown): Promise<Record<string, string>> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LOAD_MS, undefined));
  const contract = await Promise.race([loadContract(id).catch(() => undefined), late]);
  return checkFields(contract?.body, body);
}

/** Loads a contract before it is needed. */
export function preloadContract(id: FormId): void {
  // A failed load is repeated by the validation.
  loadContract(id).catch(() => {});
}
