import type { z } from "zod";
import type { listedUserSchema, userSchema } from "./contract";
import type { ListedUserRow } from "./store";

/** Converts a row to the API format of lists. */
export function presentListedUser(user: ListedUserRow): z.input<typeof listedUserSchema> {
  return {
    serviceId: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    status: user.status,
    program: user.program,
    createdAt: user.createdAt.toISOString(),
  };
}

/** Converts a row to the API format, with the link while identity verification is open. */
export function presentUser(
  user: ListedUserRow,
  verificationUrl: string | undefined,
): z.input<typeof userSchema> {
  return { ...presentListedUser(user), ...(verificationUrl && { verificationUrl }) };
}
