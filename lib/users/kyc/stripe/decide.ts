import { alpha2Of } from "@/lib/kernel/country-codes";
import { log } from "@/lib/kernel/log";
import { ProviderUnavailable } from "@/lib/kernel/provider-error";
import { countAttempt } from "../applicants/store";
import { learnBirthDate, readBirthDate } from "../birth-date";
import { namesMatch } from "../names-match";
import type { PersonOutcome } from "../port";
import type { PersonState } from "../store";
import { NAME_MISMATCH, outcomeOfFailure, readError } from "./read-error";
import {
  findBirthDate,
  readVerifiedSession,
  STRIPE,
  STRIPE_IDENTITY,
  type VerificationSession,
} from "./sessions";

interface Reported {
  session: VerificationSession;
  userId: string;
  person: PersonState;
  decidedAt: Date;
}

/** A report stands for one attempt of the person, however often it is reported. */
function attemptOf({ session, decidedAt }: Reported): string {
  const report = session.last_verification_report;
  const id = typeof report === "string" ? report : report?.id;
  return id ?? `${session.id}@${decidedAt.getTime()}`;
}

async function failed(
  reported: Reported,
  failure: ReturnType<typeof readError>,
): Promise<PersonOutcome> {
  const { userId } = reported;
  const { attempts, decidedAt } = await countAttempt({
    provider: STRIPE,
    attemptId: attemptOf(reported),
    userId,
    code: failure.code,
    at: reported.decidedAt,
  });
  return { userId, decidedAt, ...outcomeOfFailure(failure, attempts) };
}

/** Stripe writes countries as we do, in alpha-2; an alpha-3 code is no other country. */
const isSameCountry = (country: string, countryCode: string): boolean => {
  const code = country.trim().toUpperCase();
  return (alpha2Of(code) ?? code) === countryCode;
};

/** Compares the document with the registered person, which Stripe does not do. */
async function verified(reported: Reported): Promise<PersonOutcome> {
  const { session, userId, person, decidedAt } = reported;
  const { verified_outputs: outputs } = await readVerifiedSession(session.id);
  // A key without the right to read them must not lead to an approval.
  if (!outputs)
    throw new ProviderUnavailable({
      provider: STRIPE_IDENTITY,
      operation: "readVerifiedSession",
      code: "no-verified-outputs",
    });
  const document = { firstName: outputs.first_name ?? "", lastName: outputs.last_name ?? "" };
  // Only an address says where the person lives: a passport has none, and its issuing country is the nationality.
  // Source: docs/decisions/0100-country-of-a-document.md
  const country = outputs.address?.country ?? person.countryCode;
  if (namesMatch(person, document) && isSameCountry(country, person.countryCode))
    return { userId, decidedAt, status: "approved", codes: [] };
  return failed(reported, NAME_MISMATCH);
}

/**
 * Returns Stripe's decision about a person; undefined while there is none. A status that this version does not know is no
 * decision.
 * @throws ProviderUnavailable if the data of a verified document cannot be read now.
 */
export async function decide(reported: Reported): Promise<PersonOutcome | undefined> {
  const { session } = reported;
  if (session.status === "verified") return verified(reported);
  const errorCode = session.last_error?.code;
  if (session.status === "requires_input" && typeof errorCode === "string")
    return failed(reported, readError(errorCode));
  if (!["requires_input", "processing", "canceled"].includes(session.status))
    log().warn({ provider: STRIPE_IDENTITY, userId: reported.userId }, "unknown status");
  return undefined;
}

/** Stores the birth date of an approved person, if the key may read it. */
export function learnBirthDateOf(userId: string, sessionId: string): Promise<void> {
  const read = async () => {
    const date = await findBirthDate(sessionId);
    const two = (part: number | null | undefined) => String(part ?? "").padStart(2, "0");
    return readBirthDate(`${date?.year}-${two(date?.month)}-${two(date?.day)}`);
  };
  return learnBirthDate({ provider: STRIPE_IDENTITY, userId, read });
}
