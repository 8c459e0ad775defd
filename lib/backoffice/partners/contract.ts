import { z } from "zod";
import { MAX_SEARCH_CHARACTERS, partnerSettings } from "@/lib/backoffice/contract";
import {
  adminPartnerSchema,
  exampleAdminPartner,
  listedPartnerSchema,
  PARTNER_SORTS,
} from "@/lib/backoffice/schema";
import { SECOND_FACTOR_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import { cursorPagination, cursorQuery, isIdCursor, nameText, text } from "@/lib/contract/fields";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import { totpCode } from "@/lib/identity/fields";
import { adminRequestSchema, EXAMPLE_ADMIN_REQUEST } from "@/lib/people/admin-requests/schema";
import { EXAMPLE_INVITATION, EXAMPLE_PERSON, invitationSchema } from "@/lib/people/team/schema";
import { email } from "@/lib/users/fields";
import {
  exampleNewPartner,
  examplePartnerPeople,
  inviteUrl,
  newPartnerSchema,
  partnerPeopleSchema,
} from "./schema";

const PATH = "/api/admin/partners";
const shared = { tag: "Administration", audience: "admin" } as const;
const idParams = z.object({ id: z.string() });
/** A partner's owners can move its money and outlast the session, so these changes need a second-factor code too. */
const EXAMPLE_CODE = "492039";
const exampleParams = { id: exampleAdminPartner.partnerId };
const MAX_NAME_CHARACTERS = 100;
const EXAMPLE_SSO_REQUEST = {
  requestId: EXAMPLE_ADMIN_REQUEST.requestId,
  ...{ kind: "partner_sso" as const, targetId: exampleAdminPartner.partnerId },
  ...{ targetName: exampleAdminPartner.name, issuer: "https://login.northwind.example" },
  ...{ requestedBy: EXAMPLE_ADMIN_REQUEST.requestedBy, obstacle: "own" as const },
  createdAt: EXAMPLE_ADMIN_REQUEST.createdAt,
  expiresAt: EXAMPLE_ADMIN_REQUEST.expiresAt,
};

export const createPartnerContract = contract({
  ...shared,
  id: "createPartner",
  method: "POST",
  path: PATH,
  summary: "Create a partner and invite its first owner",
  description:
    "Creates the partner with its wallet and deposit address. Settings that are not given have their defaults. The invitation link is valid for three days. Needs a code.",
  roles: ["admin"],
  body: partnerSettings.extend({
    name: nameText(MAX_NAME_CHARACTERS),
    ownerEmail: email,
    totp: totpCode,
  }),
  data: newPartnerSchema,
  status: 201,
  message: "Partner created",
  errors: SECOND_FACTOR_ERRORS,
  examples: {
    body: {
      name: exampleAdminPartner.name,
      ownerEmail: EXAMPLE_INVITATION.email,
      fundingFee: 0.5,
      totp: EXAMPLE_CODE,
    },
    data: exampleNewPartner,
  },
});

export const suspendPartnerContract = contract({
  ...shared,
  id: "suspendPartner",
  method: "POST",
  path: `${PATH}/{id}/suspend`,
  summary: "Suspend a partner",
  description:
    "Its keys and sessions stop working immediately. Deposits are still credited, cards settle, and events are kept. Suspending a suspended partner changes nothing.",
  roles: ["admin"],
  params: idParams,
  body: z.object({ reason: text(1, MAX_REASON_CHARACTERS) }),
  data: adminPartnerSchema,
  message: "Partner suspended",
  errors: ["PARTNER_NOT_FOUND"],
  examples: {
    params: exampleParams,
    body: { reason: "Asked for by their compliance officer" },
    data: { ...exampleAdminPartner, suspendedAt: "2026-11-21T10:00:00.000Z" },
  },
});

export const resumePartnerContract = contract({
  ...shared,
  id: "resumePartner",
  method: "POST",
  path: `${PATH}/{id}/resume`,
  summary: "End a partner's suspension",
  description: "The same keys and sessions work again immediately. Needs a code.",
  roles: ["admin"],
  params: idParams,
  body: z.object({ totp: totpCode }),
  data: adminPartnerSchema,
  message: "Partner resumed",
  errors: ["PARTNER_NOT_FOUND", ...SECOND_FACTOR_ERRORS],
  examples: { params: exampleParams, body: { totp: EXAMPLE_CODE }, data: exampleAdminPartner },
});

export const listPartnerPeopleContract = contract({
  ...shared,
  id: "listPartnerPeople",
  method: "GET",
  path: `${PATH}/{id}/people`,
  summary: "People and open invitations of a partner",
  params: idParams,
  data: partnerPeopleSchema,
  message: "People",
  errors: ["PARTNER_NOT_FOUND"],
  examples: { params: exampleParams, data: examplePartnerPeople },
});

export const inviteOwnerContract = contract({
  ...shared,
  id: "inviteOwner",
  method: "POST",
  path: `${PATH}/{id}/invitations`,
  summary: "Invite an owner of a partner",
  description:
    "For a partner without an owner, or whose owners can no longer sign in. The link is only in this response. Needs a code. Where two administrators decide, two must invite one to a partner that has an owner: the response then has a pending `request` instead of the invitation. Owners invite further owners themselves.",
  roles: ["admin"],
  params: idParams,
  body: z.object({ email, totp: totpCode }),
  data: invitationSchema.partial().extend({
    inviteUrl: inviteUrl.optional(),
    request: adminRequestSchema
      .optional()
      .meta({ description: "The pending request, if two administrators must decide" }),
  }),
  status: 201,
  message: "Owner invited",
  errors: ["PARTNER_NOT_FOUND", "PERSON_EXISTS", "OWNER_REQUEST_WAITS", ...SECOND_FACTOR_ERRORS],
  examples: {
    params: exampleParams,
    body: { email: EXAMPLE_INVITATION.email, totp: EXAMPLE_CODE },
    data: { ...EXAMPLE_INVITATION, role: "owner", inviteUrl: exampleNewPartner.inviteUrl },
  },
});

const personParams = z.object({ id: z.string(), personId: z.string() });
const examplePersonParams = { ...exampleParams, personId: EXAMPLE_PERSON.personId };
const ofPerson = {
  ...shared,
  roles: ["admin"],
  params: personParams,
  body: z.object({ totp: totpCode }),
} as const;

export const removePartnerPersonContract = contract({
  ...ofPerson,
  id: "removePartnerPerson",
  method: "DELETE",
  path: `${PATH}/{id}/people/{personId}`,
  summary: "Remove a partner's person",
  description:
    "For an account that should not exist, such as one with another person's email; the email becomes free. The person's sessions, open invitations and API keys end immediately. The last owner cannot be removed, nor, while single sign-on is required, the last one with break-glass access. Needs a code.",
  data: z.object({ removed: z.literal(true) }),
  message: "Person removed",
  errors: [
    ...(["PARTNER_NOT_FOUND", "PERSON_NOT_FOUND", "LAST_OWNER", "LAST_BREAK_GLASS_OWNER"] as const),
    ...SECOND_FACTOR_ERRORS,
  ],
  examples: {
    params: examplePersonParams,
    body: { totp: EXAMPLE_CODE },
    data: { removed: true },
  },
});

export const unlockPartnerPersonContract = contract({
  ...ofPerson,
  id: "unlockPartnerPerson",
  method: "POST",
  path: `${PATH}/{id}/people/{personId}/unlock`,
  summary: "Unlock a partner's person",
  description: "Resets all failed attempts, at sign-ins and in sessions. Needs a code.",
  data: z.object({ unlocked: z.literal(true) }),
  message: "Person unlocked",
  errors: ["PARTNER_NOT_FOUND", "PERSON_NOT_FOUND", ...SECOND_FACTOR_ERRORS],
  examples: {
    params: examplePersonParams,
    body: { totp: EXAMPLE_CODE },
    data: { unlocked: true },
  },
});

export const endSsoRequirementContract = contract({
  ...shared,
  id: "endSsoRequirement",
  method: "POST",
  path: `${PATH}/{id}/sso-requirement/end`,
  summary: "Request the end of a partner's required single sign-on",
  description:
    "For a partner whose identity provider is gone, so that nobody can sign in. A second administrator must confirm it. The partner's people can then sign in by password again, and set one by e-mail; the identity provider stays connected. All owners get an e-mail, and the partner's audit log has an entry. Needs a code.",
  roles: ["admin"],
  params: idParams,
  body: z.object({ totp: totpCode }),
  data: z.object({ request: adminRequestSchema }),
  message: "End of the required single sign-on requested",
  errors: ["PARTNER_NOT_FOUND", "SSO_NOT_REQUIRED", ...SECOND_FACTOR_ERRORS],
  examples: {
    params: exampleParams,
    body: { totp: EXAMPLE_CODE },
    data: { request: EXAMPLE_SSO_REQUEST },
  },
});

export const viewPartnerContract = contract({
  ...shared,
  id: "viewPartner",
  method: "POST",
  path: `${PATH}/{id}/view`,
  summary: "View a partner's dashboard",
  description:
    "The partner's pages and its GET routes then respond in this session with the rights of a viewer. Nothing can be changed.",
  params: idParams,
  data: z.object({ partnerId: z.string() }),
  message: "Looking at the partner's dashboard",
  errors: ["PARTNER_NOT_FOUND"],
  examples: { params: exampleParams, data: { partnerId: exampleParams.id } },
});

export const leavePartnerContract = contract({
  ...shared,
  id: "leavePartner",
  method: "DELETE",
  path: "/api/admin/view",
  summary: "End the view of a partner's dashboard",
  data: z.object({ left: z.literal(true) }),
  message: "No longer looking",
  errors: [],
  examples: { data: { left: true } },
});

const partnerFilters = {
  search: text(1, MAX_SEARCH_CHARACTERS).optional(),
  status: z.enum(["active", "suspended"]).optional(),
  sort: z.enum(PARTNER_SORTS).optional(),
};

export const listPartnersContract = contract({
  id: "listPartners",
  method: "GET",
  path: "/api/admin/partners",
  tag: "Administration",
  summary: "Partners",
  audience: "admin",
  description:
    "Newest first, unless `sort` says otherwise; `largest` and `smallest` order by wallet balance, `highest_volume` and `lowest_volume` by the card volume of 30 days, `last_active` and `longest_idle` by the last activity; these four as of the last few minutes. `search` is the beginning of a name, or an id. With `with=activity` each partner has its counts, its card volume and its last activity.",
  query: z.object({
    ...cursorQuery(isIdCursor("ptn")),
    ...partnerFilters,
    with: z.enum(["activity"]).optional(),
  }),
  data: z.object({ partners: z.array(listedPartnerSchema), pagination: cursorPagination }),
  message: "Partners",
  errors: [],
  examples: {
    data: { partners: [exampleAdminPartner], pagination: { skip: 0, limit: 50, total: 1 } },
  },
});

export const exportPartnersContract = contract({
  id: "exportPartners",
  method: "GET",
  path: "/api/admin/partners/export",
  tag: "Administration",
  summary: "Partners as CSV, with what they do",
  audience: "admin",
  query: z.object(partnerFilters),
  data: z.instanceof(Response),
  message: "Partners as CSV",
  errors: ["RATE_LIMITED"],
  examples: { data: new Response("partner,name\r\n") },
});
