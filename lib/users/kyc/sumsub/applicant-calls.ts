import { z } from "zod";
import { alpha3Of } from "@/lib/kernel/country-codes";
import { env } from "@/lib/kernel/env";
import { ProviderUnavailable } from "@/lib/kernel/provider-error";
import type { CheckRequest } from "../port";
import { callSumsub, SUMSUB } from "./call-sumsub";
import { reviewResult } from "./read-review";

/** The lifetime of a link to Sumsub's page. Each opening of the verification link makes a new one. */
const LINK_TTL_S = 1_800;

const applicant = z.object({
  id: z.string().regex(/^\w{1,64}$/),
  /** The fields of the document. */
  info: z.object({ dob: z.unknown().optional() }).nullish(),
  review: z
    .object({
      reviewStatus: z.string().nullish(),
      reviewDate: z.unknown().optional(),
      levelName: z.string().nullish(),
      reviewResult,
    })
    .nullish(),
});
export type SumsubApplicant = z.output<typeof applicant>;

const link = z.object({ url: z.url({ protocol: /^https?$/ }) });

function parsed<T>(schema: z.ZodType<T>, operation: string, response: unknown): T {
  const result = schema.safeParse(response);
  if (result.success) return result.data;
  throw new ProviderUnavailable({ provider: SUMSUB, operation, code: "unexpected-response" });
}

const levelName = () => env().SUMSUB_LEVEL_NAME ?? "";

/** Finds the applicant of a user; undefined if Sumsub knows none. */
export async function findApplicant(
  userId: string,
  options: { timeoutMs?: number } = {},
): Promise<SumsubApplicant | undefined> {
  const operation = "findApplicant";
  const path = `/resources/applicants/-;externalUserId=${encodeURIComponent(userId)}/one`;
  const found = await callSumsub({
    operation,
    method: "GET",
    path,
    expectedStatus: 404,
    ...options,
  });
  return found === undefined ? undefined : parsed(applicant, operation, found);
}

/** Creates the applicant of a user with what we know of the person, or finds the one that exists. */
export async function ensureApplicant({ userId, person }: CheckRequest): Promise<SumsubApplicant> {
  const operation = "createApplicant";
  const { firstName, lastName, email, phoneNumber, address } = person;
  const country = alpha3Of(address.countryCode);
  const { street, city: town, region: state, postalCode: postCode } = address;
  const body = {
    externalUserId: userId,
    email,
    phone: phoneNumber,
    fixedInfo: {
      firstName,
      lastName,
      country,
      addresses: [{ street, town, state, postCode, country }],
    },
  };
  const path = `/resources/applicants?levelName=${encodeURIComponent(levelName())}`;
  const made = await callSumsub({ operation, method: "POST", path, body, expectedStatus: 409 });
  if (made !== undefined) return parsed(applicant, operation, made);
  const existing = await findApplicant(userId);
  if (existing) return existing;
  throw new ProviderUnavailable({ provider: SUMSUB, operation, status: 409 });
}

/** Makes a link to Sumsub's page for an applicant. It must be neither stored nor logged. */
export async function makeLink({ userId, person, returnUrl }: CheckRequest): Promise<string> {
  const operation = "makeLink";
  const body = {
    levelName: levelName(),
    userId,
    applicantIdentifiers: { email: person.email, phone: person.phoneNumber },
    redirect: { successUrl: returnUrl, rejectUrl: returnUrl },
    ttlInSecs: LINK_TTL_S,
  };
  const path = "/resources/sdkIntegrations/levels/-/websdkLink";
  return parsed(link, operation, await callSumsub({ operation, method: "POST", path, body })).url;
}

/** Deactivates an applicant, which Sumsub refuses during a review. */
export async function deactivateApplicant(applicantId: string): Promise<void> {
  const path = `/resources/applicants/${encodeURIComponent(applicantId)}/presence/deactivated`;
  const operation = "deactivateApplicant";
  await callSumsub({ operation, method: "PATCH", path, expectedStatus: 404 });
}
