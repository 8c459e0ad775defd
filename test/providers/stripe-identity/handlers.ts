import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { type Handler, ok, Refused } from "../stand-in/answer";
import { newId, unixNow } from "../stripe/objects";

type Session = Stripe.Identity.VerificationSession;

/** The further data that the key may read beside the session. */
export interface KeyRights {
  /** A right that only restricted keys can have. */
  birthDates: boolean;
}

export interface StoredSession {
  session: Session;
  /** Returned only if it is asked for. */
  outputs: Record<string, unknown> | null;
  reports: Map<string, number>;
  /** Alpha-2, in the reports; unlike the address it is no verified output. */
  issuingCountry?: string;
}

const link = () => `https://verify.stripe.com/start/test_${randomBytes(16).toString("hex")}`;

function found(sessions: Map<string, StoredSession>, id: unknown): StoredSession {
  const stored = sessions.get(String(id));
  if (!stored) throw new Refused(404, `No such verificationsession: '${id}'`, "resource_missing");
  return stored;
}

function create(body: Record<string, unknown>): StoredSession {
  const session = {
    id: newId("vs"),
    object: "identity.verification_session",
    client_secret: `${newId("vs")}_secret_${randomBytes(8).toString("hex")}`,
    created: unixNow(),
    last_error: null,
    last_verification_report: null,
    livemode: false,
    metadata: body.metadata ?? {},
    options: body.options ?? {},
    redaction: null,
    status: "requires_input",
    type: "document",
    url: link(),
  } as unknown as Session;
  return { session, outputs: null, reports: new Map() };
}

/** The outputs of a session as far as `expand` asks for them. */
function outputsOf({ outputs }: StoredSession, expand: unknown, rights: KeyRights) {
  const asked = Array.isArray(expand) ? expand : [];
  if (!asked.some((path) => String(path).startsWith("verified_outputs"))) return {};
  const withDob = asked.includes("verified_outputs.dob");
  if (withDob && !rights.birthDates)
    throw new Refused(403, "The provided key does not have the required permissions.");
  const { dob, ...others } = outputs ?? {};
  return { verified_outputs: outputs && (withDob ? { ...others, dob: dob ?? null } : others) };
}

/** The check of a document without an address, such as a passport. */
const documentOf = (issuing_country: string) => ({
  address: null,
  error: null,
  expiration_date: null,
  files: null,
  first_name: null,
  issued_date: null,
  issuing_country,
  last_name: null,
  status: "verified",
  type: "passport",
});

/** The operations of Stripe Identity that the service uses, for the stand-in of Stripe. */
export function identityHandlers(
  sessions: Map<string, StoredSession>,
  rights: KeyRights,
): Record<string, Handler> {
  const withUrl = ({ session }: StoredSession) => ({
    ...session,
    url: session.status === "requires_input" ? link() : null,
  });
  return {
    "POST /v1/identity/verification_sessions": ({ body }) => {
      const stored = create(body);
      sessions.set(stored.session.id, stored);
      return ok(stored.session);
    },
    "GET /v1/identity/verification_sessions/{session}": ({ path, query }) => {
      const stored = found(sessions, path.session);
      return ok({ ...withUrl(stored), ...outputsOf(stored, query.expand, rights) });
    },
    "POST /v1/identity/verification_sessions/{session}/cancel": ({ path }) => {
      const { session } = found(sessions, path.session);
      if (session.status !== "requires_input")
        throw new Refused(400, "The session cannot be canceled.", "verification_session_status");
      Object.assign(session, { status: "canceled", url: null });
      return ok(session);
    },
    "POST /v1/identity/verification_sessions/{session}/redact": ({ path }) => {
      const stored = found(sessions, path.session);
      const { session } = stored;
      if (!["requires_input", "verified"].includes(session.status))
        throw new Refused(400, "The session cannot be redacted.", "verification_session_status");
      if (session.status === "requires_input") session.status = "canceled";
      Object.assign(session, { redaction: { status: "processing" }, url: null });
      stored.outputs = null;
      return ok(session);
    },
    "GET /v1/identity/verification_reports/{report}": ({ path }) => {
      const id = String(path.report);
      const stored = [...sessions.values()].find(({ reports }) => reports.has(id));
      if (!stored) throw new Refused(404, `No such report: '${id}'`, "resource_missing");
      return ok({
        id,
        object: "identity.verification_report",
        created: stored.reports.get(id),
        livemode: false,
        options: {},
        type: "document",
        ...(stored.issuingCountry !== undefined && { document: documentOf(stored.issuingCountry) }),
        verification_session: stored.session.id,
      });
    },
  };
}
