import { log } from "@/lib/kernel/log";
import { noteProviderCallback } from "@/lib/kernel/provider-calls";
import { currentRequestId } from "@/lib/kernel/request-context";
import type { CallbackReceiver } from "@/lib/users/kyc/callback";
import { success } from "./envelope";
import { MAX_BODY_BYTES } from "./read-body";
import { notSigned, signedRoute } from "./signed-route";

/** Longer than a callback takes, and than Sumsub waits: 5 s. */
const TIMEOUT_MS = 10_000;

/**
 * Binds the callbacks of an identity provider to their receiver. A callback is processed before the response, so any other
 * response than 2xx makes the provider send it again.
 *
 * @param path the path of the route, for the log
 */
export function callbackRoute(path: string, receiver: CallbackReceiver) {
  const { provider } = receiver;
  return signedRoute({
    operation: `${provider}-callback`,
    path,
    maxBytes: MAX_BODY_BYTES,
    timeoutMs: TIMEOUT_MS,
    senderOf: async () => (receiver.isConfigured() ? receiver : undefined),
    handle: async (message) => {
      const result = await receiver.receive(message);
      noteProviderCallback({ provider, ...result });
      log().info({ requestId: currentRequestId(), provider, ...result }, "callback");
      if (result.outcome === "refused") throw notSigned();
      return success(200, "Callback received", {}, {});
    },
  });
}
