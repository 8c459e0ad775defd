import { errorFields, log } from "@/lib/kernel/log";

/** Logs why a response of the API could not be made or sent, without what a database error quotes of its rows. */
export function logFault(error: unknown): void {
  log().error({ failure: errorFields(error) }, "response failed");
}
