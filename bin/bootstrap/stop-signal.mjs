/** Aborted when the program must stop: after Ctrl-C, after a signal, or when its parent process has ended. */
const controller = new AbortController();

export const stopSignal = controller.signal;

/** The error of an interrupted step. It is no failure. */
class Interrupted extends Error {
  constructor() {
    super("Interrupted");
    this.name = "Interrupted";
  }
}

const parentCheckMs = 200;

/** From now on a signal no longer ends the process at once but aborts `stopSignal`. */
export function listenForStop() {
  const stop = () => controller.abort(new Interrupted());
  // A second Ctrl-C adds nothing: the stop is under way, and each part of it has its limit.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, stop);
  // The parent is a process of an older Node. It holds the other end of this channel while it lives.
  if (process.channel !== undefined) process.once("disconnect", stop);
  else if (process.env.npm_lifecycle_event !== undefined) stopWithParent(stop);
}

/** npm passes SIGTERM on to the shell between it and us, which ends without a word to us. @param {() => void} stop */
function stopWithParent(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, parentCheckMs);
  timer.unref();
}

/** Resolves when the program is to stop. @returns {Promise<void>} */
export function untilStopped() {
  return new Promise((resolve) => {
    if (stopSignal.aborted) resolve();
    else stopSignal.addEventListener("abort", () => resolve(), { once: true });
  });
}
