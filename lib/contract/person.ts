import type { Role } from "./roles";

/** Who is behind a session. */
export interface SignedInPerson {
  id: string;
  /** Null for the operator's people. */
  partnerId: string | null;
  email: string;
  name: string;
  role: Role;
  sessionId: string;
  sessionExpiresAt: Date;
  /** Whose dashboard one of the operator's people looks at, read-only; null for partners' people. */
  viewingPartnerId: string | null;
}

/** One of a partner's people. */
export type PartnerPerson = SignedInPerson & { partnerId: string };
