import { z } from "zod";
import { text, timestamp } from "@/lib/contract/fields";
import { personal, secret } from "@/lib/contract/sensitive";

export const MIN_PASSWORD_CHARACTERS = 12;
const MAX_PASSWORD_CHARACTERS = 1024;

/** A password to be set. Length is what counts; what it is made of is the person's own. */
export const newPassword = secret(
  z.string().min(MIN_PASSWORD_CHARACTERS).max(MAX_PASSWORD_CHARACTERS),
);

/** A password to be compared with the one that was set. */
export const currentPassword = secret(z.string().min(1).max(MAX_PASSWORD_CHARACTERS));

/** The current code of an authenticator; spaces are taken out. */
export const totpCode = secret(
  z.string().min(1).max(20).meta({ description: "The authenticator's current code" }),
);

/** What confirms a change of the second factor that stands. */
export const standingCode = secret(
  z.string().min(1).max(20).meta({
    description:
      "The authenticator's current code, or a recovery code, which is spent. Needed where a second factor stands.",
  }),
);

/** Shown to administrators, who can unlock. */
export const lockedUntil = timestamp.meta({
  description: "Some attempts of the person are refused until then; absent when none are",
});

export const personName = personal(text(1, 100));

/** What signs in when the authenticator is lost. */
export const recoveryCodes = secret(
  z.array(z.string()).meta({ description: "Each signs in once, in place of a code" }),
);
