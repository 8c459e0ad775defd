import type { RequestListener } from "node:http";

/** Returns a listener that lets requests wait until the promised listener exists. */
export function waitFor(promise: Promise<RequestListener>): RequestListener {
  let listener: RequestListener = async (request, response) => {
    await promise.catch(() => undefined);
    listener(request, response);
  };
  promise.then(
    (ready) => {
      listener = ready;
    },
    () => {
      listener = (_, response) => response.destroy();
    },
  );
  return (request, response) => listener(request, response);
}
