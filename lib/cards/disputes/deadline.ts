import { DAY_MS } from "@/lib/kernel/durations";

/** The time limit of card networks for most reasons, counted from the authorization. */
const DISPUTABLE_DAYS = 120;

/** The last instant at which a transaction can be disputed. */
export const deadlineOf = (authorizedAt: Date): Date =>
  new Date(authorizedAt.getTime() + DISPUTABLE_DAYS * DAY_MS);
