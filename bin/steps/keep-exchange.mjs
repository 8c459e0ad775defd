/**
 * Loaded into the server before everything else. Keeps Node's own request and response of what is asked of the API, for
 * lib/http/exchange.ts: the framework shows its handlers neither.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { wrapListeners } from "./wrap-listeners.mjs";

const exchanges = new AsyncLocalStorage();
Object.assign(globalThis, { partnerWalletExchanges: exchanges });

/** @param {import("node:http").RequestListener} listener @returns {import("node:http").RequestListener} */
function keeping(listener) {
  return (request, response) => {
    const { url } = request;
    // Pages ask the API's handlers too, for what they show: their own exchange is not for those answers.
    if (!url?.startsWith("/api/")) return listener(request, response);
    return exchanges.run({ url, request, response }, listener, request, response);
  };
}

wrapListeners(keeping);
