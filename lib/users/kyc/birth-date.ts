import { errorFields, log } from "@/lib/kernel/log";
import { storeBirthDate } from "./store";

/** Returns the date of a text like `1990-04-05`; undefined for other text and for days that no calendar has. */
export function readBirthDate(text: unknown): string | undefined {
  const date = String(text ?? "");
  const isDate = /^(19|20)\d\d-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));
  return isDate && new Date(date).toISOString().startsWith(date) ? date : undefined;
}

interface Reading {
  provider: string;
  userId: string;
  /** Asks the provider for the birth date; undefined if it does not know one. */
  read: () => Promise<string | undefined>;
}

/**
 * Stores the birth date of an approved person, which callbacks leave out. The approval does not depend on it, so a failure
 * is only logged.
 */
export async function learnBirthDate({ provider, userId, read }: Reading): Promise<void> {
  try {
    const birthDate = await read();
    if (birthDate === undefined) log().info({ provider, userId }, "no birth date");
    else await storeBirthDate(userId, birthDate);
  } catch (error) {
    log().warn({ provider, userId, failure: errorFields(error) }, "birth date not read");
  }
}
