import type { Role } from "./roles";

/** The person of a session. */
export interface SignedInPerson {
  id: string;
  /** Null for the operator's people. */
  partnerId: string | null;
  email: string;
  name: string;
  role: Role;
  sessionId: string;
  sessionExpiresAt: Date;
  /** The partner whose dashboard a person of the operator views, read-only; null for people of partners. */
  viewingPartnerId: string | null;
}

/** A person of a partner. */
export type PartnerPerson = SignedInPerson & { partnerId: string };
