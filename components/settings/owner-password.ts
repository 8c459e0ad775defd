import type { Person } from "./queries";

/**
 * The fields of a form that takes rights away: the password, for an owner alone. Without the field the form shows the refusal
 * for a person who has become an owner meanwhile.
 */
export const ownerPassword = ({ role }: Person): { password?: string } =>
  role === "owner" ? { password: "" } : {};
