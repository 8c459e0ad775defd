import { z } from "zod";
import { cardSummarySchema, exampleCardSummary } from "@/lib/cards/schema";
import { contract } from "@/lib/contract/contract";
import {
  cursorPagination,
  cursorQuery,
  evmAddress,
  httpsUrl,
  isIdCursor,
  multilineText,
  nameText,
  text,
  timestamp,
  usd,
} from "@/lib/contract/fields";
import { KYC_OUTCOMES } from "@/lib/contract/kyc-outcomes";
import { filterBy } from "@/lib/contract/list-of";
import { personal, secret } from "@/lib/contract/sensitive";
import { countryCode, email, ipAddress, phoneNumber } from "./fields";
import { USER_STATUSES } from "./states";

const USER_SORTS = ["newest", "oldest", "name", "email"] as const;
export type UserSort = (typeof USER_SORTS)[number];

const program = z.enum(["custodial", "non_custodial"]);

export const userSchema = z
  .object({
    serviceId: z.string().meta({ description: "Identifier of the user" }),
    email: personal(z.string()),
    firstName: personal(z.string()),
    lastName: personal(z.string()),
    status: z.enum(USER_STATUSES),
    program,
    createdAt: timestamp,
    verificationUrl: secret(z.string()).optional().meta({
      description:
        "Link to complete identity verification. Present only while verification is open",
    }),
  })
  .meta({ id: "User" });

export const listedUserSchema = userSchema
  .omit({ verificationUrl: true })
  .meta({ id: "ListedUser" });

const userParams = z.object({ serviceId: z.string() });

export const createUserBody = z
  .object({
    firstName: personal(nameText(100)),
    lastName: personal(
      nameText(100).meta({
        description:
          "On staging, a keyword at the end selects the result: Approved, Denied or needsVerification",
      }),
    ),
    email,
    phoneNumber,
    accountPurpose: personal(text(1, 200)),
    ipAddress,
    isTermsOfServiceAccepted: z.literal(true),
    program,
    walletAddress: personal(
      evmAddress.optional().meta({ description: "Required when program is non_custodial" }),
    ),
    redirectUrl: personal(
      httpsUrl.optional().meta({ description: "Overrides the redirect URL of the profile" }),
    ),
    address: personal(multilineText(1, 500)),
    city: personal(text(1, 100)),
    region: personal(text(1, 100)),
    postalCode: personal(text(1, 20)),
    countryCode,
  })
  .refine((body) => body.program !== "non_custodial" || body.walletAddress !== undefined, {
    path: ["walletAddress"],
    error: "is required when program is non_custodial",
    params: { rule: "isNotEmpty" },
    // Runs always, so that this error is reported together with the errors of other fields.
    when: () => true,
  });

export const exampleUser = {
  serviceId: "usr_01k9x6m3q8e5t2v7w4y0z1a2b3",
  email: "amara.okafor@example.com",
  firstName: "Amara",
  lastName: "Okafor",
  status: "pending" as const,
  program: "custodial" as const,
  createdAt: "2026-11-21T09:30:00.000Z",
};
const exampleUrl = "https://cards.example.com/verify/kyc_01k9x6m3q8e5t2v7w4y0z1a2b3.Q2FzdGxl";

const exampleBody = {
  firstName: "Amara",
  lastName: "OkaforApproved",
  email: "amara.okafor@example.com",
  phoneNumber: "+2348031234567",
  accountPurpose: "Travel expenses",
  ipAddress: "102.89.34.10",
  isTermsOfServiceAccepted: true,
  program: "custodial",
  address: "14 Marina Road",
  city: "Lagos",
  region: "Lagos",
  postalCode: "101241",
  countryCode: "NG",
};

const createUserData = z.object({ serviceId: z.string(), verificationUrl: secret(z.string()) });

export const createUserContract = contract({
  id: "createUser",
  method: "POST",
  path: "/api/v2/partner/card/users",
  tag: "Users",
  summary: "Create User",
  scope: "users",
  description:
    "Registers a card user, charges the KYC fee and starts identity verification at `verificationUrl`.",
  body: createUserBody,
  data: createUserData,
  status: 201,
  message: "User created",
  errors: ["DUP_USER", "INSUFFICIENT_WALLET_BALANCE"],
  idempotency: "replay",
  examples: {
    body: exampleBody,
    data: { serviceId: exampleUser.serviceId, verificationUrl: exampleUrl },
  },
});

export const createUserV1Contract = contract({
  ...createUserContract,
  id: "createUserV1",
  path: "/api/v1/partner/card/users",
  summary: "Create User (legacy)",
  description:
    "Same fields and rules as v2. Additional fields of older clients are ignored. Use v2.",
  deprecatedSince: new Date("2026-11-21T00:00:00Z"),
});

/** Filters of List Users. */
export const userFilters = {
  search: personal(text(1, 100))
    .optional()
    .meta({ description: "The beginning of an email, full name or last name, or a user id" }),
  status: filterBy(USER_STATUSES),
};

export const listUsersContract = contract({
  id: "listUsers",
  method: "GET",
  path: "/api/v1/partner/card/users",
  tag: "Users",
  summary: "List Users",
  scope: "read",
  description: "Newest first by default.",
  query: z.object({
    ...cursorQuery(isIdCursor("usr")),
    ...userFilters,
    sort: z.enum(USER_SORTS).optional().meta({ description: "`newest` when left out" }),
  }),
  data: z.object({ users: z.array(listedUserSchema), pagination: cursorPagination }),
  message: "Users",
  errors: [],
  examples: { data: { users: [exampleUser], pagination: { skip: 0, limit: 50, total: 1 } } },
});

export const getUserContract = contract({
  id: "getUser",
  method: "GET",
  path: "/api/v1/partner/card/users/{serviceId}",
  tag: "Users",
  summary: "Get User",
  scope: "read",
  params: userParams,
  data: userSchema,
  message: "User",
  errors: ["USER_NOT_FOUND"],
  examples: {
    params: { serviceId: exampleUser.serviceId },
    data: { ...exampleUser, verificationUrl: exampleUrl },
  },
});

export const getUserVerificationContract = contract({
  id: "getUserVerification",
  method: "GET",
  path: "/api/v1/partner/users/{serviceId}/verification",
  tag: "Users",
  summary: "Get User Verification",
  description: "The reasons for the last result, and the latest attempts.",
  audience: "dashboard",
  params: userParams,
  data: z.object({
    denialCodes: z.array(
      z.object({
        code: personal(z.string()),
        advice: personal(z.string()).optional().meta({
          description: "The text shown to the user. Some codes have none",
        }),
      }),
    ),
    attempts: z.array(
      z.object({
        createdAt: timestamp,
        openedAt: timestamp.optional(),
        completedAt: timestamp.optional(),
        expiresAt: timestamp,
        outcome: z.enum(KYC_OUTCOMES).optional(),
      }),
    ),
  }),
  message: "User verification",
  errors: ["USER_NOT_FOUND"],
  examples: {
    params: { serviceId: exampleUser.serviceId },
    data: {
      denialCodes: [
        { code: "DOCUMENT_DAMAGED", advice: "The document is damaged. Use another one." },
      ],
      attempts: [
        {
          createdAt: "2026-11-21T09:30:00.000Z",
          openedAt: "2026-11-21T09:32:00.000Z",
          completedAt: "2026-11-21T09:40:00.000Z",
          expiresAt: "2026-11-28T09:30:00.000Z",
          outcome: "denied",
        },
      ],
    },
  },
});

export const getKycFeeContract = contract({
  id: "getKycFee",
  method: "GET",
  path: "/api/v1/partner/users/kyc-fee",
  tag: "Users",
  summary: "Get KYC Fee",
  description:
    "The fee that Create User charges now, for this email: 0 if the last deleted user with it was not approved.",
  audience: "dashboard",
  roles: ["owner", "developer"],
  query: z.object({ email: email.optional() }),
  data: z.object({ kycFee: usd, isWaived: z.boolean() }),
  message: "KYC fee",
  errors: [],
  examples: { query: { email: exampleUser.email }, data: { kycFee: 0, isWaived: true } },
});

export const deleteUserContract = contract({
  id: "deleteUser",
  method: "DELETE",
  path: "/api/v1/partner/card/users/{serviceId}",
  tag: "Users",
  summary: "Delete User",
  scope: "users",
  description:
    "All cards of the user must be terminated first. `data.activeCards` lists the others.",
  params: userParams,
  data: z.object({ deleted: z.boolean() }),
  message: "User deleted",
  errors: ["USER_NOT_FOUND", "ACTIVE_CARDS_EXIST"],
  examples: { params: { serviceId: exampleUser.serviceId }, data: { deleted: true } },
});

export const listUserCardsContract = contract({
  id: "listUserCards",
  method: "GET",
  path: "/api/v1/partner/card/users/{serviceId}/cards",
  tag: "Users",
  summary: "List User Cards",
  scope: "read",
  params: userParams,
  query: z.object(cursorQuery(isIdCursor("card"))),
  data: z.object({ cards: z.array(cardSummarySchema), pagination: cursorPagination }),
  message: "Cards",
  errors: ["USER_NOT_FOUND"],
  examples: {
    params: { serviceId: exampleUser.serviceId },
    data: { cards: [exampleCardSummary], pagination: { skip: 0, limit: 50, total: 1 } },
  },
});
