import type { z } from "zod";
import type { listedUserSchema, userSchema } from "./contract";
import type { ListedUserRow } from "./store";

/** Row → wire, as lists show it. */
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

/** Row → wire, with the link while identity verification is open. */
export function presentUser(
  user: ListedUserRow,
  verificationUrl: string | undefined,
): z.input<typeof userSchema> {
  return { ...presentListedUser(user), ...(verificationUrl && { verificationUrl }) };
}
