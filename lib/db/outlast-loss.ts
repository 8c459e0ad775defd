import { untilBack } from "./index";
import { wasNotSent } from "./is-away";
import { isRepeatable } from "./losses";

/**
 * Runs an attempt whose repetition is harmless, and again when the database is back if its connection was lost. One that was not
 * sent has waited already (`Outage`).
 * @param attempt its argument says whether an attempt before it was lost
 * @throws the error of the last attempt, or of a database that is not back in time
 */
export async function outlastLoss<T>(attempt: (isRepeated: boolean) => Promise<T>): Promise<T> {
  for (let losses = 0; ; ) {
    try {
      return await attempt(losses > 0);
    } catch (error) {
      losses += 1;
      if (wasNotSent(error) || !isRepeatable(error, losses)) throw error;
      await untilBack();
    }
  }
}
