import { z } from "zod";
import { rule, text, timestamp } from "@/lib/contract/fields";
import { personal, secret } from "@/lib/contract/sensitive";

export const MIN_PASSWORD_CHARACTERS = 12;
const MAX_PASSWORD_CHARACTERS = 1024;

/** A new password. Only its length is restricted here; there are no rules about kinds of characters. */
export const newPassword = secret(
  z.string().min(MIN_PASSWORD_CHARACTERS).max(MAX_PASSWORD_CHARACTERS),
);

/** A password to compare with the stored one. */
export const currentPassword = secret(z.string().min(1).max(MAX_PASSWORD_CHARACTERS));

/** The current code of an authenticator; spaces are ignored. */
export const totpCode = secret(
  z.string().min(1).max(20).meta({ description: "The authenticator's current code" }),
);

/** The code that confirms a change of the existing second factor. */
export const standingCode = secret(
  z.string().min(1).max(20).meta({
    description:
      "The authenticator's current code, or a recovery code, which is spent. Needed where a second factor stands.",
  }),
);

/** For administrators, who can unlock the person. */
export const lockedUntil = timestamp.meta({
  description: "Some attempts of the person are refused until then; absent when none are",
});

const LINK = /:\/\/|www\./i;

/** A person's name. E-mails of the service show it to strangers, such as invited people, so it has no web address. */
export const personName = personal(
  text(1, 100).refine((name) => !LINK.test(name), rule("isName", "must not contain a link")),
);

/** Codes for signing in without the authenticator. */
export const recoveryCodes = secret(
  z.array(z.string()).meta({ description: "Each signs in once, in place of a code" }),
);
