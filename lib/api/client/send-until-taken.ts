import { REPEAT_MS } from "./sender";

/** Later than a repeat, which is counted from the attempt before. */
const AGAIN_MS = 2 * REPEAT_MS;

/**
 * Sends for a list of things, where nobody presses a button again: what looks like the one before it is taken for a
 * double click, so it is sent a moment later. Returns a function that ends the attempts.
 */
export function sendUntilTaken(send: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = () => {
    if (!send()) timer = setTimeout(attempt, AGAIN_MS);
  };
  attempt();
  return () => clearTimeout(timer);
}
