import { MAX_LOSSES, untilBack } from "./index";
import { isAway, wasNotSent } from "./is-away";

/** Whether the database went away while it had a statement. One that was not sent has waited already (`Outage`). */
const isLost = (error: unknown) => isAway(error) && !wasNotSent(error);

/**
 * Runs an attempt whose repetition is harmless, and again when the database is back if its connection was lost: at most
 * `MAX_LOSSES` times.
 * @param attempt its argument says whether an attempt before it was lost
 * @throws the error of the last attempt
 */
export async function outlastLoss<T>(attempt: (isRepeated: boolean) => Promise<T>): Promise<T> {
  for (let losses = 0; ; losses += 1) {
    try {
      return await attempt(losses > 0);
    } catch (error) {
      if (!isLost(error) || losses === MAX_LOSSES) throw error;
      await untilBack();
    }
  }
}
