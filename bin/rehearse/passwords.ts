import { randomBytes } from "node:crypto";

/** The passwords of one rehearsal, of PostgreSQL's roles. */
export interface Passwords {
  superuser: string;
  owner: string;
  app: string;
}

export const secret = () => randomBytes(18).toString("hex");

export const newPasswords = (): Passwords => ({
  superuser: secret(),
  owner: secret(),
  app: secret(),
});
