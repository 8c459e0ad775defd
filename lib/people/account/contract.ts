import { z } from "zod";
import { PASSWORD_ERRORS, SECOND_FACTOR_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import { timestamp } from "@/lib/contract/fields";
import { OPERATOR_ROLES, PARTNER_ROLES } from "@/lib/contract/roles";
import { personal, secret } from "@/lib/contract/sensitive";
import {
  currentPassword,
  newPassword,
  personName,
  recoveryCodes,
  standingCode,
  totpCode,
} from "@/lib/identity/fields";

const PATH = "/api/account";
/** Every person may change their own account, whatever their role. */
const shared = { tag: "Account", audience: "account" } as const;

export const getAccountContract = contract({
  ...shared,
  id: "getAccount",
  method: "GET",
  path: PATH,
  summary: "Get Account",
  description: "The signed-in account.",
  data: z.object({
    personId: z.string(),
    name: personal(z.string()),
    email: personal(z.string()),
    role: z.enum([...PARTNER_ROLES, ...OPERATOR_ROLES]),
    partnerId: z.string().optional().meta({ description: "Not of the operator's people" }),
    partnerName: z.string().optional(),
    hasSecondFactor: z.boolean(),
    recoveryCodesLeft: z.int(),
    sessionExpiresAt: timestamp,
    environment: z.enum(["staging", "production"]),
  }),
  message: "Account",
  errors: [],
  examples: {
    data: {
      personId: "prs_01k9x6k2v8e5t2v7w4y0z1a2b3",
      name: "Amina Yusuf",
      email: "amina@northwind.example",
      role: "owner",
      partnerId: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
      partnerName: "Northwind Travel",
      hasSecondFactor: true,
      recoveryCodesLeft: 10,
      sessionExpiresAt: "2026-11-21T21:00:00.000Z",
      environment: "staging",
    },
  },
});

const sessionSchema = z
  .object({
    sessionId: z.string(),
    browser: z.string().meta({ description: "As far as it says so: `Firefox on Windows`" }),
    userAgent: personal(z.string()).optional(),
    ipAddress: personal(z.string()).optional(),
    isCurrent: z.boolean(),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: "Session" });

const EXAMPLE_SESSION: z.input<typeof sessionSchema> = {
  sessionId: "ses_01k9x6k2v8e5t2v7w4y0z1a2b3",
  browser: "Firefox on Windows",
  userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
  ipAddress: "102.89.34.10",
  isCurrent: true,
  createdAt: "2026-11-21T09:00:00.000Z",
  expiresAt: "2026-11-21T21:00:00.000Z",
};

export const listSessionsContract = contract({
  ...shared,
  id: "listSessions",
  method: "GET",
  path: `${PATH}/sessions`,
  summary: "List Sessions",
  description: "Active sessions, newest first: at most 100, and always the present one.",
  data: z.object({ sessions: z.array(sessionSchema) }),
  message: "Sessions",
  errors: [],
  examples: { data: { sessions: [EXAMPLE_SESSION] } },
});

export const revokeSessionContract = contract({
  ...shared,
  id: "revokeSession",
  method: "DELETE",
  path: `${PATH}/sessions/{sessionId}`,
  summary: "Revoke Session",
  description: "Signs out one of your own sessions immediately, including the current one.",
  params: z.object({ sessionId: z.string() }),
  data: z.object({ ended: z.int() }),
  message: "Session ended",
  errors: ["SESSION_NOT_FOUND"],
  examples: { params: { sessionId: EXAMPLE_SESSION.sessionId }, data: { ended: 1 } },
});

export const revokeOtherSessionsContract = contract({
  ...shared,
  id: "revokeOtherSessions",
  method: "DELETE",
  path: `${PATH}/sessions`,
  summary: "Revoke Other Sessions",
  description: "Signs out all of your other sessions immediately.",
  data: z.object({ ended: z.int() }),
  message: "Other sessions ended",
  errors: [],
  examples: { data: { ended: 2 } },
});

export const changeNameContract = contract({
  ...shared,
  id: "changeName",
  method: "POST",
  path: `${PATH}/name`,
  summary: "Change Name",
  description: "The name that colleagues see. Earlier entries show the new name too.",
  body: z.object({ name: personName }),
  data: z.object({ name: personName }),
  message: "Name changed",
  errors: [],
  examples: { body: { name: "Amina Yusuf" }, data: { name: "Amina Yusuf" } },
});

export const changePasswordContract = contract({
  ...shared,
  id: "changePassword",
  method: "POST",
  path: `${PATH}/password`,
  summary: "Change Password",
  description: "Signs out your other sessions.",
  body: z.object({ currentPassword, newPassword }),
  data: z.object({ endedSessions: z.int() }),
  message: "Password changed",
  errors: PASSWORD_ERRORS,
  examples: {
    body: { currentPassword: "an old password", newPassword: "correct horse battery staple" },
    data: { endedSessions: 1 },
  },
});

const EXAMPLE_RECOVERY_CODES = ["7k3mq-9x2fd", "h4w8c-t6n1v"];

export const startSecondFactorContract = contract({
  ...shared,
  id: "startSecondFactor",
  method: "POST",
  path: `${PATH}/second-factor`,
  summary: "Start Second Factor",
  description:
    "Makes the secret for an authenticator. Nothing is asked for at sign-in until it is confirmed with a code. One that is in use goes on until then, and confirms with a code that another one may take its place.",
  body: z.object({ password: currentPassword, code: standingCode.optional() }),
  data: z.object({
    secret: secret(z.string().meta({ description: "Base32, for typing" })),
    otpauthUrl: secret(z.string().meta({ description: "For a QR code" })),
  }),
  message: "Second factor started",
  errors: [...PASSWORD_ERRORS, ...SECOND_FACTOR_ERRORS],
  examples: {
    body: { password: "correct horse battery staple", code: "492039" },
    data: {
      secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      otpauthUrl:
        "otpauth://totp/Partner%20wallet:amina%40northwind.example?issuer=Partner%20wallet&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    },
  },
});

export const confirmSecondFactorContract = contract({
  ...shared,
  id: "confirmSecondFactor",
  method: "POST",
  path: `${PATH}/second-factor/confirm`,
  summary: "Confirm Second Factor",
  description:
    "From now on each sign-in asks for a code. Each of the recovery codes signs in once in place of one; they are in this answer and nowhere else, and those from before end. So do one's other sessions.",
  body: z.object({ totp: totpCode }),
  data: z.object({ hasSecondFactor: z.literal(true), recoveryCodes, endedSessions: z.int() }),
  message: "Second factor confirmed",
  errors: ["SECOND_FACTOR_NOT_STARTED", ...SECOND_FACTOR_ERRORS],
  examples: {
    body: { totp: "492039" },
    data: { hasSecondFactor: true, recoveryCodes: EXAMPLE_RECOVERY_CODES, endedSessions: 1 },
  },
});

export const removeSecondFactorContract = contract({
  ...shared,
  id: "removeSecondFactor",
  method: "DELETE",
  path: `${PATH}/second-factor`,
  summary: "Remove Second Factor",
  description:
    "Needs the password and a code again. The operator's people keep theirs; so does the last owner with break-glass access while single sign-on is required.",
  body: z.object({ password: currentPassword, code: standingCode.optional() }),
  data: z.object({ hasSecondFactor: z.literal(false) }),
  message: "Second factor removed",
  errors: [
    ...PASSWORD_ERRORS,
    ...SECOND_FACTOR_ERRORS,
    "SECOND_FACTOR_REQUIRED",
    "LAST_BREAK_GLASS_OWNER",
  ],
  examples: {
    body: { password: "correct horse battery staple", code: "492039" },
    data: { hasSecondFactor: false },
  },
});
