import { randomUUID } from "node:crypto";
import type { PartnerRole } from "@/lib/contract/roles";
import { newId } from "@/lib/kernel/ids";
import { makeAlert } from "@/test/fixtures/alerts";
import { approveDirectly } from "@/test/fixtures/approvals";
import { holdDeposit } from "@/test/fixtures/held-deposits";
import { useMailbox } from "@/test/fixtures/mail";
import { type CallOptions, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { requestNoRule, setRule, waitForPartner } from "@/test/fixtures/own-approvals";
import { setPolicy } from "@/test/fixtures/payout-policies";
import { codeOf, makeOperator, makePerson, type TestPerson } from "@/test/fixtures/people";
import { postingsIn } from "@/test/fixtures/postings";
import { hitDirectly } from "@/test/fixtures/screenings";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import type { Office } from "./office";
import { SSO_STEP_UP_OPERATIONS, SSO_WITHOUT_STEP_UP } from "./sso-step-up-operations";

/** An operation that requires step-up authentication, and a valid request of it without the confirmation. */
export interface StepUpOperation {
  id: string;
  /** The case that requires the confirmation, where not all requests do. */
  when?: string;
  by: "owner" | "admin";
  field: "password" | "currentPassword" | "totp";
  request: (office: Office, caller: TestPerson) => Promise<CallOptions> | CallOptions;
  /** The number of audit entries; one by default. */
  entries?: number;
}

const newEmail = () => `${randomUUID()}@example.com`;
const byOwner = { by: "owner", field: "password" } as const;
const byAdmin = { by: "admin", field: "totp" } as const;

const withdrawalIn = async (partner: TestPartner, isApproved: boolean): Promise<string> => {
  const id = await withdrawalsOf(partner).make(5);
  if (isApproved) await approveDirectly(id);
  return id;
};
const aWithdrawal =
  (body: object, { isApproved = false } = {}): StepUpOperation["request"] =>
  async (office) => ({ params: { id: await withdrawalIn(office.partner, isApproved) }, body });

const anOperator =
  (body: object = {}): StepUpOperation["request"] =>
  async () => ({ params: { id: (await makePerson({ role: "auditor" })).personId }, body });

const aColleague =
  (from: PartnerRole, to?: PartnerRole): StepUpOperation["request"] =>
  async (office) => {
    const { partnerId } = office.partner;
    const { personId } = await makePerson({ partnerId, role: from });
    return { params: { personId }, body: { ...(to && { role: to }) } };
  };

const aPartnersPerson: StepUpOperation["request"] = async (office) => {
  const { partnerId: id } = office.partner;
  const { personId } = await makePerson({ partnerId: id, role: "viewer" });
  return { params: { id, personId }, body: {} };
};

const aLimit =
  (secondApprovalAbove: number | null): StepUpOperation["request"] =>
  async () => {
    const { partnerId: id } = await makePartner({ balanceUsd: 0 });
    await sql("UPDATE partners SET second_approval_above_micro_usd = 500000000 WHERE id = $1", [
      id,
    ]);
    return { params: { id }, body: { secondApprovalAbove, requestBurst: 30 } };
  };

/** Returns the body of an operator posting whose amount no other request has. */
let payments = 0;
const aPayment = () => {
  payments += 1;
  return { kind: "network_payment", paidFrom: "bank", amount: payments, reason: "Statement 11" };
};
const aRequest = async (): Promise<string> => {
  const { json } = await postingsIn(await makeOperator()).request(aPayment());
  return String(json.data.postingId);
};

/** Stores a pending request of another administrator. */
async function anAdminRequest(): Promise<string> {
  const id = newId("arq");
  const { personId } = await makePerson();
  await sql(
    `INSERT INTO admin_requests (id, kind, target_id, details, requested_by, created_at, expires_at)
     VALUES ($1, 'operator_invitation', $2, jsonb_build_object('email', $2::text, 'role', 'auditor'), $3, now(),
       now() + interval '1 hour')`,
    [id, newEmail(), personId],
  );
  return id;
}

/** A request to remove a passkey of the caller. */
const aPasskey: StepUpOperation["request"] = async (_, caller) => {
  const id = newId("psk");
  await sql(
    `INSERT INTO passkeys (id, person_id, credential_id, public_key, counter, transports, is_backed_up, name, created_at)
     VALUES ($1, $2, $1, 'pQ', 0, '{}', false, 'Laptop', now())`,
    [id, caller.personId],
  );
  return { params: { passkeyId: id }, body: { code: codeOf(caller) } };
};

/** A request with the code of the present authenticator, which is required in addition to the password. */
const withStandingCode: StepUpOperation["request"] = (_, caller) => ({
  body: { code: codeOf(caller) },
});

/** The operations that require step-up authentication. Source: docs/decisions/0030-step-up-authentication.md */
export const STEP_UP_OPERATIONS: StepUpOperation[] = [
  {
    id: "revealCard",
    ...byOwner,
    request: (office) => ({ params: { serviceCardId: office.ids.card }, body: {} }),
  },
  { id: "createApiKey", ...byOwner, request: () => ({ body: { name: "matrix" } }) },
  {
    id: "rollApiKey",
    ...byOwner,
    request: (office) => ({ params: { keyId: office.ids.key }, body: { overlapHours: 0 } }),
  },
  {
    id: "invitePerson",
    ...byOwner,
    request: () => ({ body: { email: newEmail(), role: "viewer" } }),
  },
  {
    id: "changeRole",
    when: "to developer",
    ...byOwner,
    request: aColleague("viewer", "developer"),
  },
  { id: "changeRole", when: "to owner", ...byOwner, request: aColleague("developer", "owner") },
  { id: "changeRole", when: "of an owner", ...byOwner, request: aColleague("owner", "viewer") },
  { id: "removePerson", when: "an owner", ...byOwner, request: aColleague("owner") },
  {
    id: "changePassword",
    by: "owner",
    field: "currentPassword",
    request: () => ({ body: { newPassword: "another long password" } }),
  },
  { id: "startSecondFactor", ...byOwner, request: withStandingCode },
  { id: "confirmSecondFactor", by: "owner", field: "totp", request: () => ({ body: {} }) },
  { id: "removeSecondFactor", ...byOwner, request: withStandingCode },
  { id: "startPasskey", ...byOwner, request: withStandingCode },
  { id: "removePasskey", ...byOwner, request: aPasskey },
  { id: "setOwnApproval", ...byOwner, request: () => ({ body: { above: 900 } }) },
  {
    id: "confirmOwnApproval",
    ...byOwner,
    request: async ({ partner: { partnerId } }) => {
      const { personId } = await makePerson({ partnerId });
      await setRule({ partnerId, personId, aboveUsd: 100 });
      await requestNoRule(partnerId, personId);
      return { body: { above: null } };
    },
  },
  {
    id: "approveOwnWithdrawal",
    ...byOwner,
    request: async ({ partner }) => {
      const id = await withdrawalIn(partner, false);
      await waitForPartner(partner.partnerId, id);
      return { params: { id }, body: {} };
    },
  },
  {
    id: "setAllowList",
    when: "switched off",
    ...byOwner,
    request: async ({ partner: { partnerId } }) => {
      // Without a waiting time, so that the withdrawals of the other operations go to the office's saved address.
      await setPolicy(partnerId, { allow_list: true, wait_h: 0 });
      return { body: { allowList: false, waitHours: 24 } };
    },
  },
  ...SSO_STEP_UP_OPERATIONS,
  { id: "approveWithdrawal", ...byAdmin, request: aWithdrawal({}) },
  { id: "rejectWithdrawal", ...byAdmin, request: aWithdrawal({ reason: "no" }) },
  {
    id: "failWithdrawal",
    ...byAdmin,
    request: aWithdrawal({ reason: "no" }, { isApproved: true }),
  },
  {
    id: "releaseScreening",
    ...byAdmin,
    request: async (office) => {
      const id = await withdrawalIn(office.partner, false);
      await hitDirectly(id);
      return { params: { id }, body: { reason: "The list is wrong" } };
    },
  },
  {
    id: "releaseHeldDeposit",
    ...byAdmin,
    request: async (office) => ({
      params: { id: (await holdDeposit(office.partner)).id },
      body: { reason: "Agreed with the partner" },
    }),
  },
  { id: "requestOperatorPosting", ...byAdmin, request: () => ({ body: aPayment() }) },
  {
    id: "confirmOperatorPosting",
    ...byAdmin,
    request: async () => ({ params: { id: await aRequest() }, body: {} }),
  },
  {
    id: "settleAlert",
    ...byAdmin,
    request: async () => ({
      params: { id: await makeAlert("refunded_and_paid") },
      body: { reason: "Agreed with the partner" },
    }),
  },
  {
    id: "inviteOperator",
    ...byAdmin,
    request: () => ({ body: { email: newEmail(), role: "approver" } }),
  },
  {
    id: "confirmAdminRequest",
    ...byAdmin,
    request: async () => ({ params: { id: await anAdminRequest() }, body: {} }),
  },
  { id: "changeOperatorRole", ...byAdmin, request: anOperator({ role: "approver" }) },
  { id: "removeOperator", ...byAdmin, request: anOperator() },
  {
    id: "resetOperatorFactor",
    ...byAdmin,
    request: (office, caller) => {
      // The link of a reset is sent by e-mail alone.
      useMailbox();
      return anOperator()(office, caller);
    },
  },
  { id: "unlockOperator", ...byAdmin, request: anOperator() },
  { id: "removePartnerPerson", ...byAdmin, request: aPartnersPerson },
  { id: "unlockPartnerPerson", ...byAdmin, request: aPartnersPerson },
  {
    id: "createPartner",
    // One for the partner, one for the invitation of its owner.
    entries: 2,
    ...byAdmin,
    request: () => ({ body: { name: newId("ptn"), ownerEmail: newEmail() } }),
  },
  {
    id: "inviteOwner",
    ...byAdmin,
    request: (office) => ({
      params: { id: office.partner.partnerId },
      body: { email: newEmail() },
    }),
  },
  {
    id: "resumePartner",
    ...byAdmin,
    request: async () => {
      const { partnerId: id } = await makePartner({ balanceUsd: 0 });
      await sql("UPDATE partners SET suspended_at = now() WHERE id = $1", [id]);
      return { params: { id }, body: {} };
    },
  },
  {
    id: "changePayoutPolicy",
    when: "a limit removed",
    ...byAdmin,
    request: async () => {
      const { partnerId: id } = await makePartner({ balanceUsd: 0 });
      await setPolicy(id, { day_limit_micro_usd: 5_000_000 });
      return { params: { id }, body: { dayLimit: null } };
    },
  },
  // Two entries: the other settings, and the request to change the amount, which a second administrator confirms.
  {
    id: "changePartner",
    when: "the amount for two raised",
    entries: 2,
    ...byAdmin,
    request: aLimit(500.01),
  },
  {
    id: "changePartner",
    when: "the amount for two gone",
    entries: 2,
    ...byAdmin,
    request: aLimit(null),
  },
];

/**
 * The operations that a session may call without step-up authentication, by the reason. Operations that require it in
 * some cases are listed here for their other cases.
 */
export const WITHOUT_STEP_UP = {
  "takes power away": [
    "cancelAdminRequest",
    "cancelOperatorPosting",
    "cancelWithdrawal",
    "changeRole",
    "endOperatorSessions",
    "rejectOperatorPosting",
    "removeAddress",
    "removePerson",
    "revokeApiKey",
    "revokeInvitation",
    "revokeOperatorInvitation",
    "revokeOtherSessions",
    "revokeSession",
    "setAllowList",
    "suspendPartner",
  ],
  "ends with the session": ["viewPartner", "leavePartner"],
  ...SSO_WITHOUT_STEP_UP,
  "waits for an operator, who gives a code": ["createWithdrawal", "saveAddress", "renameAddress"],
  "stays within the partner": [
    "createCard",
    "createUser",
    "createUserV1",
    "deleteUser",
    "fundCard",
    "lookupDeposit",
    "switchCardStatus",
    "terminateCard",
    "withdrawFromCard",
    "addEvidenceFile",
    "removeEvidenceFile",
  ],
  "credits a card until the card network decides": ["openDispute", "retryDispute"],
  "uses up a challenge of startPasskey, which requires step-up authentication": ["registerPasskey"],
  "says what happens or where to go on, and lets nobody act": [
    "renamePasskey",
    "changeName",
    "pauseWebhookEndpoint",
    "removeLogo",
    "replayWebhookEvents",
    "resendWebhookEvent",
    "resumeWebhookEndpoint",
    "rotateWebhookSecret",
    "sendTestEvent",
    "setLogo",
    "setLowBalance",
    "setNotifications",
    "setPublicName",
    "setRedirectUrl",
    "setWebhook",
    "setWebhookEvents",
  ],
  "terms of a partner, which let nobody act": ["changePartner", "changePayoutPolicy"],
  "looks, and changes nothing": [
    "previewOperatorPosting",
    "runInvariants",
    "runReconciliation",
    "verifyAuditLog",
  ],
};
