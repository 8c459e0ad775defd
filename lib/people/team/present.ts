import type { z } from "zod";
import type { invitationSchema, personSchema } from "./schema";
import type { PersonRow } from "./sql-store";
import type { InvitationRow } from "./store";

/** Converts a row to its response for a viewer of the same partner. */
export function presentPerson(row: PersonRow, viewerId: string): z.input<typeof personSchema> {
  return {
    personId: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    hasSecondFactor: row.hasSecondFactor,
    isYou: row.id === viewerId,
    createdAt: row.createdAt.toISOString(),
    ...(row.lastSignInAt && { lastSignInAt: row.lastSignInAt.toISOString() }),
  };
}

/** Converts a row to its response. */
export function presentInvitation(row: InvitationRow): z.input<typeof invitationSchema> {
  return {
    invitationId: row.id,
    email: row.email,
    role: row.role,
    invitedBy: row.invitedBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
